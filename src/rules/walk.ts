import type { ClusterView } from '../cluster/cluster-view';
import { CreatedInstance } from '../cluster/created-instance';
import { instanceOf, kindOf } from '../cluster/instance-of';
import type { Part } from '../cluster/part';
import type { Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import { isClusterApiDeployment, isMachineDeployment } from '../machines/view';
import { Report } from './report';
import { type Found, NOTHING_WRONG, type Rule, type Visitors, type VisitPart } from './rule';

/** Which visitors are called: those of what alike VMs have in common, those of what each has for itself, or both. */
export type Which = 'shared' | 'member' | 'all';

/** The visitors of all rules, by the part that they visit. */
type Table = { readonly [K in keyof Visitors]-?: readonly NonNullable<Visitors[K]>[] };

/** Walks over each object once, and calls the visitors of all rules for each of its parts. */
export class Walk {
  private readonly _shared: Table;
  private readonly _member: Table;
  private readonly _ends: readonly (() => Iterable<Finding>)[];

  constructor(
    rules: readonly Rule[],
    private readonly cluster: ClusterView,
  ) {
    const all = rules.map((rule) => rule(cluster));
    this._shared = tableOf(all);
    this._member = tableOf(all.flatMap(({ member }) => member ?? []));
    this._ends = all.flatMap(({ end }) => end ?? []);
  }

  /** What all rules say of an object. */
  public visit(object: KubeObject, which: Which = 'all'): readonly Finding[] {
    const written = instanceOf(object);
    const instance = written === undefined ? undefined : new CreatedInstance(object, written, this.cluster);
    const report = new Report(object);
    if (which !== 'member') {
      visitObject(object, instance, this._shared, report);
    }
    if (which !== 'shared') {
      visitObject(object, instance, this._member, report);
    }
    return report.findings;
  }

  /** What follows from all objects together, once all of them were visited. */
  public end(): Finding[] {
    return this._ends.flatMap((end) => [...end()]);
  }
}

function tableOf(all: readonly Visitors[]): Table {
  const visitorsOf = <K extends keyof Visitors>(part: K) =>
    all.flatMap((visitors): NonNullable<Visitors[K]>[] => {
      const visitor = visitors[part];
      return visitor === undefined ? [] : [visitor];
    });
  return {
    object: visitorsOf('object'),
    kubevirt: visitorsOf('kubevirt'),
    hyperConverged: visitorsOf('hyperConverged'),
    machineDeployment: visitorsOf('machineDeployment'),
    vm: visitorsOf('vm'),
    dataVolumeTemplate: visitorsOf('dataVolumeTemplate'),
    template: visitorsOf('template'),
    instance: visitorsOf('instance'),
    disk: visitorsOf('disk'),
    volume: visitorsOf('volume'),
    interface: visitorsOf('interface'),
    network: visitorsOf('network'),
    leaveInstance: visitorsOf('leaveInstance'),
  };
}

function visitObject(object: KubeObject, instance: CreatedInstance | undefined, table: Table, report: Report): void {
  for (const visit of table.object) {
    report.take(visit(object, instance), '');
  }
  for (const visit of ofKind(object, table)) {
    report.take(visit(object), '');
  }
  if (instance !== undefined) {
    visitInstance(instance, table, report);
  }
}

function ofKind(object: KubeObject, table: Table): readonly ((object: KubeObject) => Found)[] {
  switch (kindOf(object)) {
    case 'KubeVirt.kubevirt.io':
      return table.kubevirt;
    case 'HyperConverged.hco.kubevirt.io':
      return table.hyperConverged;
    case 'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io':
      return table.machineDeployment;
    case 'MachineDeployment.cluster.k8s.io':
    case 'MachineDeployment.cluster.x-k8s.io':
      // Of other clouds there are some too.
      return isMachineDeployment(object) || isClusterApiDeployment(object) ? table.machineDeployment : NOTHING_WRONG;
    default:
      return NOTHING_WRONG;
  }
}

function visitInstance(instance: CreatedInstance, table: Table, report: Report): void {
  const { vm } = instance;
  if (vm !== undefined) {
    for (const visit of table.vm) {
      report.take(visit(vm, instance), vm.path);
    }
    if (table.dataVolumeTemplate.length > 0) {
      for (const template of instance.dataVolumeTemplates) {
        for (const visit of table.dataVolumeTemplate) {
          report.take(visit(template, instance), vm.path, template);
        }
      }
    }
  }
  for (const visit of table.template) {
    report.take(visit(instance), instance.written.templatePath);
  }
  for (const visit of table.instance) {
    report.takeOfSpec(visit(instance), instance);
  }
  // A list that no rule asks for is not made.
  if (table.disk.length > 0) {
    visitParts(instance.disks, table.disk, instance, report);
  }
  if (table.volume.length > 0) {
    visitParts(instance.volumes, table.volume, instance, report);
  }
  if (table.interface.length > 0) {
    visitParts(instance.interfaces, table.interface, instance, report);
  }
  if (table.network.length > 0) {
    visitParts(instance.networks, table.network, instance, report);
  }
  for (const visit of table.leaveInstance) {
    report.takeOfSpec(visit(instance, report.errors), instance);
  }
}

function visitParts(
  parts: readonly Part[],
  visitors: readonly VisitPart[],
  instance: CreatedInstance,
  report: Report,
): void {
  for (const part of parts) {
    for (const visit of visitors) {
      report.takeOfSpec(visit(part, instance), instance, part);
    }
  }
}
