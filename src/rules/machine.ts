import { checkRefused, checkRefusedMachine, checkRefusedMetadata } from '../admission/check-refused';
import { checkArchitecture, isArchitecture } from '../architectures/architecture';
import { checkInstance } from '../architectures/check-instance';
import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { AdmissionFinding } from '../architectures/instance-row';
import { valueAtPath } from '../architectures/instance-view';
import type { ClusterView } from '../cluster/cluster-view';
import type { Machine } from '../cluster/machine-of';
import type { Finding } from '../findings/finding';
import type { Expanded } from '../instancetypes/expand';
import { findingObject, groupOf, namespaceOf } from '../kube/identity';
import { checkGracePeriod, checkPlacedArchitecture, checkPlacement } from './machine-placement';
import { checkNodes } from './node-answers';
import { NOTHING_WRONG } from './subject';

/**
 * An instance judged as KubeVirt would judge it.
 *
 * Without an architecture it gets the default of the cluster; where that is not known either, only what is wrong on every
 * architecture is said.
 */
export function checkMachine(machine: Machine, cluster: ClusterView): readonly Finding[] {
  const { object, expanded } = machine;
  const refused = [...checkExpansion(expanded), ...checkSpec(machine, cluster)];
  const misplaced = [
    ...checkPlacement(expanded.spec),
    ...checkPlacedArchitecture(machine, cluster),
    ...checkGracePeriod(expanded.spec),
  ];
  const failing = checkRun(machine, cluster);
  const isWell = refused.length === 0 && misplaced.length === 0 && failing.length === 0;
  const located = ({ isOfMachine, ...finding }: AdmissionFinding): Finding => ({
    ...(isOfMachine === true ? finding : unlessMissing(finding, machine)),
    object: findingObject(object),
    path: `${isOfMachine === true ? machine.instance.machine!.path : machine.path}.${finding.path}`,
  });
  const found = isWell ? NOTHING_WRONG : [...refused, ...misplaced, ...failing];
  const homeless = cluster.nodes === undefined ? NOTHING_WRONG : onNodes(machine, cluster, found);
  const around = checkAround(machine);
  return isWell && homeless.length === 0 ? around : [...around, ...[...found, ...homeless].map(located)];
}

/** What virt-api refuses whatever the architecture. */
function checkSpec(
  { object, expanded, architecture, instance }: Machine,
  cluster: ClusterView,
): readonly AdmissionFinding[] {
  return checkRefused(expanded.spec, {
    kubevirt: cluster.target.kubevirt,
    architecture: isArchitecture(architecture) ? architecture : undefined,
    isMachine: object.kind !== 'VirtualMachineInstance',
    configuration: cluster.configuration,
    machine: instance.machine?.spec,
    namespace: namespaceOf(object),
    hasUnknownInstancetype: expanded.missing.some(({ path }) => path.endsWith('.instancetype')),
  });
}

/** What virt-api refuses around the instance: in its metadata, and in the VirtualMachine that makes it. */
function checkAround({ object, instance }: Machine): readonly Finding[] {
  const { template, templatePath, machine } = instance;
  const ofTemplate = checkRefusedMetadata(template.metadata);
  // Controllers of other groups may fill in what is missing.
  const isOwn = machine !== undefined && groupOf(object.apiVersion).endsWith('kubevirt.io');
  const ofMachine = isOwn ? checkRefusedMachine(machine.spec) : NOTHING_WRONG;
  if (ofTemplate.length === 0 && ofMachine.length === 0) {
    return NOTHING_WRONG;
  }
  const below = (base: string) => (finding: Finding) => ({
    ...finding,
    object: findingObject(object),
    path: [base, finding.path].filter((part) => part !== '').join('.'),
  });
  return [...ofTemplate.map(below(templatePath)), ...ofMachine.map(below(machine?.path ?? ''))];
}

/** What keeps it from running on its architecture, or on any where that is not known. */
function checkRun(machine: Machine, cluster: ClusterView): readonly AdmissionFinding[] {
  const { architecture } = machine;
  if (architecture === undefined) {
    return onEvery(ARCHITECTURES.map((each) => checkOn(each, machine, cluster)));
  }
  return isArchitecture(architecture)
    ? checkOn(architecture, machine, cluster)
    : checkArchitecture(architecture, 'architecture', cluster.target.kubevirt);
}

/** Whether there is a node for it; what is refused is not told again. */
function onNodes(machine: Machine, cluster: ClusterView, found: readonly Finding[]): readonly Finding[] {
  const { architecture } = machine;
  if (!isArchitecture(architecture)) {
    return NOTHING_WRONG;
  }
  const isRefused = found.some(({ severity }) => severity === 'error');
  const homeless = checkNodes(machine, architecture, cluster, isRefused);
  // What contradicts itself selects no node, whatever the nodes are.
  const isImpossible = found.some(({ code }) => code === 'PV513' || code === 'PV606');
  return isImpossible ? homeless.filter(({ code }) => code !== 'PV501') : homeless;
}

/** What is wrong on every architecture: of each, in its own words, where they differ. */
function onEvery([first = [], ...others]: readonly (readonly AdmissionFinding[])[]): AdmissionFinding[] {
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

/** What neither an instance type nor a preference ever says. */
const NEVER_FILLED = /^(?:volumes|networks|accessCredentials|resourceClaims)\b/;

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
  const isSaid = valueAtPath(spec, path) !== undefined || NEVER_FILLED.test(path);
  const isSure = finding.code === 'PV111' || (isSaid && wants === undefined && machine.because === undefined);
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
function checkExpansion({ refused }: Expanded): readonly Finding[] {
  return refused.length === 0
    ? NOTHING_WRONG
    : refused.map((refusal) => ({
        code: 'PV111',
        severity: 'error' as const,
        ...refusal,
        why: WHY,
        source: 'kubevirt pkg/instancetype',
      }));
}

function checkOn(
  architecture: Architecture,
  { object, expanded }: Machine,
  cluster: ClusterView,
): readonly AdmissionFinding[] {
  const { emulatedMachines, machineType } = cluster.machineTypes(architecture);
  return checkInstance(expanded.spec, {
    architecture,
    kubevirt: cluster.target.kubevirt,
    isMachine: object.kind !== 'VirtualMachineInstance',
    emulatedMachines,
    machineType,
  });
}
