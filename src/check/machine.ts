import { type AdmissionFinding, checkAdmission } from '../architectures/admission';
import { checkArchitecture, isArchitecture } from '../architectures/architecture';
import { isEmpty } from '../architectures/draft';
import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import { valueAtPath } from '../architectures/instance-view';
import { checkTraps } from '../architectures/traps';
import type { Finding } from '../findings/finding';
import { type Expanded, expandMachine } from '../instancetypes/expand';
import { findingObject, namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { dataSourceArchitecture } from './data-source';
import { checkDevices } from './devices';
import { instanceOf } from './instance-of';
import { checkRunsSomewhere } from './nodes';

/** A machine as the instance that it will become, as far as it is known. */
export interface Machine {
  readonly object: KubeObject;
  /** Where the instance is in the object. */
  readonly path: string;
  readonly expanded: Expanded;
  /** As KubeVirt would default it; nothing where nobody knows. */
  readonly architecture: string | undefined;
  /** Why it is that, where the machine does not say it. */
  readonly because?: string;
}

/** The machine that an object is or makes; nothing where it makes none. */
export function machineOf(object: KubeObject, cluster: ClusterView): Machine | undefined {
  const instance = instanceOf(object);
  if (instance === undefined) {
    return undefined;
  }
  const { path, spec, machine } = instance;
  const expanded =
    machine === undefined
      ? { spec, filled: [], refused: [], missing: [] }
      : expandMachine(
          { ...machine, namespace: namespaceOf(object) },
          spec,
          cluster.instancetypes,
          cluster.target.kubevirt,
          () => cluster.defaultArchitecture()?.architecture,
        );
  const said = expanded.spec.architecture;
  if (!isEmpty(said)) {
    return { object, path, expanded, architecture: String(said) };
  }
  const found = dataSourceArchitecture(machine?.spec, namespaceOf(object), cluster) ?? cluster.defaultArchitecture();
  return found === undefined
    ? { object, path, expanded, architecture: undefined }
    : { object, path, expanded, architecture: found.architecture, because: found.reason };
}

/**
 * An instance judged as KubeVirt would judge it.
 *
 * Without an architecture it gets the default of the cluster; where that is not known either, only what is wrong on every
 * architecture is said.
 */
export function checkMachine(object: KubeObject, cluster: ClusterView): Finding[] {
  const machine = machineOf(object, cluster);
  if (machine === undefined) {
    return [];
  }
  const { expanded, architecture } = machine;
  const located = (finding: AdmissionFinding): Finding => ({
    ...unlessMissing(finding, machine),
    object: findingObject(object),
    path: `${machine.path}.${finding.path}`,
  });
  const refused = checkExpansion(expanded).map(located);
  if (architecture !== undefined && !isArchitecture(architecture)) {
    return [...refused, ...checkArchitecture(architecture, 'architecture').map(located)];
  }
  const on = (candidate: Architecture) => checkOn(candidate, machine, cluster);
  if (architecture !== undefined) {
    const admission = on(architecture);
    const nodes = [
      ...checkRunsSomewhere(expanded.spec, architecture, cluster),
      ...checkDevices(expanded.spec, architecture, cluster),
    ];
    // What is refused or has no node for a reason that is told already is not told again.
    const isTold = () => nodes.length > 0 || [...refused, ...admission].some(({ severity }) => severity === 'error');
    const fits = cluster.nodes === undefined || isTold() ? [] : fitting().checkFits(machine, cluster);
    return [...refused, ...[...admission, ...nodes, ...fits].map(located)];
  }
  return [...refused, ...onEvery(ARCHITECTURES.map(on)).map(located)];
}

/** The scheduler's filters and the whole launcher pod are loaded only where there are nodes to look at. */
function fitting(): typeof import('./fits') {
  return require('./fits') as typeof import('./fits');
}

/** What is wrong on every architecture: of each, in its own words, where they differ. */
function onEvery([first = [], ...others]: readonly AdmissionFinding[][]): AdmissionFinding[] {
  return first.flatMap((finding) => {
    const alike = others.map((found) => found.find((other) => isSamePlace(other.path, finding.path)));
    const all = [finding, ...alike];
    return all.some((each) => each === undefined)
      ? []
      : [{ ...finding, what: [...new Set(all.map((each) => each!.what))].join('; ') }];
  });
}

/** One may name the whole of what another names a part of. */
function isSamePlace(a = '', b = ''): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/**
 * A finding with who says what it is about, where that is not the machine itself.
 *
 * What follows from nothing being said is not sure while an instance type or a preference is not at hand, which may say it.
 */
function unlessMissing({ wants, ...finding }: AdmissionFinding, machine: Machine): Finding {
  const { spec, filled, missing } = machine.expanded;
  const { path = '' } = finding;
  const filler = filled.findLast((each) => path === each.path || path.startsWith(`${each.path}.`));
  if (filler !== undefined) {
    return { ...finding, what: `${finding.what} (${filler.reason})` };
  }
  const [unknown] = missing;
  // A preference may say the architecture too.
  const isSure = valueAtPath(spec, path) !== undefined && wants === undefined && machine.because === undefined;
  return unknown === undefined || finding.severity !== 'error' || isSure
    ? finding
    : {
        ...finding,
        severity: 'warning',
        what: `${finding.what}, unless ${unknown.name}, which is not at hand, says it`,
      };
}

const WHY = 'KubeVirt refuses the machine when it is created or changed';

/** What KubeVirt refuses about a machine together with its instance type and preference. */
function checkExpansion({ refused }: Expanded): Finding[] {
  return refused.map((refusal) => ({
    code: 'PV111',
    severity: 'error' as const,
    ...refusal,
    why: WHY,
    source: 'kubevirt pkg/instancetype',
  }));
}

function checkOn(architecture: Architecture, { object, expanded }: Machine, cluster: ClusterView): AdmissionFinding[] {
  const context = {
    architecture,
    kubevirt: cluster.target.kubevirt,
    isMachine: object.kind !== 'VirtualMachineInstance',
    ...cluster.machineTypes(architecture),
  };
  return [...checkAdmission(expanded.spec, context), ...checkTraps(expanded.spec, context)];
}
