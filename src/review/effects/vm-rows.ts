import { isArchitecture, matchesGlob } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS, type Architecture } from '../../architectures/facts';
import { isMap } from '../../kube/object';
import type { ReleaseRange } from '../../kube/release';
import type { ClusterFacts } from './cluster-facts';
import { CPU_MEMORY_ROWS } from './cpu-memory-rows';
import { VM_CONTROLLER, type VmRow } from './effect-row';
import { NETWORK_ROWS } from './network-rows';
import { inVm, itemName, LISTS, type VmField, type VmStates } from './vm-view';
import { VOLUME_ROWS } from './volume-rows';

const ARCHITECTURE = 'template.spec.architecture';
const MACHINE_TYPE = 'template.spec.domain.machine.type';

/**
 * Architecture and machine type of a VM before and after, also where virt-api fills them in.
 *
 * It fills in what a VM does not say when the VM is made, and again when a change takes away what it said. What it filled
 * in before stays, as no change of Git touches it.
 *
 * Source: kubevirt pkg/defaults/defaults.go SetVirtualMachineDefaults, at creation and at each update.
 */
function architecturesOf(view: VmStates): Sides<string | undefined> {
  const said = saidOf(view, ARCHITECTURE);
  const before = said.before ?? view.architecture;
  return { before, after: said.after ?? (said.before === undefined ? before : view.architectureAfter) };
}

/** The same of the machine type, with KubeVirt's own where the KubeVirt resource was not found. */
function machineTypesOf(view: VmStates): Sides<string> & { readonly isSure: boolean } {
  const said = saidOf(view, MACHINE_TYPE);
  const architectures = architecturesOf(view);
  const before = said.before ?? view.live.started?.machineType ?? defaultType(view.was, architectures.before);
  return {
    before,
    after: said.after ?? (said.before === undefined ? before : defaultType(view.facts, architectures.after)),
    isSure:
      view.facts.configured &&
      [architectures.before, architectures.after].every(isArchitecture) &&
      (said.before !== undefined || view.live.started?.machineType !== undefined || view.was.configured),
  };
}

/** A value on both sides of a change. */
interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

function saidOf({ before, after }: VmStates, path: string): Sides<string | undefined> {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return { before: text(inVm(before, path)), after: text(inVm(after, path)) };
}

function defaultType({ view }: ClusterFacts, architecture: string | undefined): string {
  const known: Architecture = isArchitecture(architecture) ? architecture : 'amd64';
  return view.machineTypes(known).machineType ?? ARCHITECTURE_FACTS[known].machineType;
}

const PATH = 'dataVolumeTemplates';

/** Whether a volume of the VM is made from the template. */
function isUsed({ change, after }: VmField): boolean {
  const name = itemName(change, PATH);
  const volumes = inVm(after, LISTS.volumes);
  return (
    Array.isArray(volumes) &&
    volumes.some(
      (volume) =>
        isMap(volume) &&
        ((isMap(volume.dataVolume) && volume.dataVolume.name === name) ||
          (isMap(volume.persistentVolumeClaim) && volume.persistentVolumeClaim.claimName === name)),
    )
  );
}

const isWhole = ({ path }: VmField) => path === PATH || path === `${PATH}[]`;
const HANDLER = `${VM_CONTROLLER} handleDataVolumes`;

/** Templates of data volumes of a VM that exists: KubeVirt looks only whether there is one of that name. */
const DATA_VOLUME_ROWS: readonly VmRow[] = [
  {
    path: PATH,
    when: (view) =>
      isWhole(view) && view.change.after !== undefined && itemName(view.change, PATH) !== undefined && !isUsed(view),
    effect: 'rejected',
    severity: 'rejected',
    always: true,
    text: 'Refused: no volume of the VM uses this template.',
    source: 'kubevirt pkg/storage/admitters/data-volume-template.go ValidateDataVolumeTemplate',
  },
  {
    path: PATH,
    when: (view) => isWhole(view) && view.change.after !== undefined && view.change.before === undefined,
    effect: 'create',
    severity: 'caution',
    always: true,
    also: ['reimport'],
    text: 'A data volume is made and filled at once, also for a VM that does not run; until that ends, nothing else of the VM is changed.',
    source: HANDLER,
  },
  {
    path: PATH,
    when: (view) => isWhole(view) && view.change.after === undefined,
    effect: 'none',
    severity: 'caution',
    always: true,
    text: 'The data volume stays, owned by the VM, until that is deleted.',
    source: HANDLER,
  },
  {
    path: PATH,
    effect: 'none',
    severity: 'caution',
    always: true,
    text: 'This changes nothing that exists: a data volume is made once, and only a new VM would use it.',
    source: HANDLER,
  },
];

const SPEC = 'template.spec';
const RESTART = { effect: 'restart-required', severity: 'disruptive', assumes: ['last-start'] } as const;
const REJECTED = { effect: 'rejected', severity: 'rejected', always: true } as const;
const COMPARED = `${VM_CONTROLLER} syncRestartRequired`;
const PLACEMENT = ['nodeSelector', 'affinity', 'tolerations'];

/** The architecture that a VM will be of. */
function architectureAfter(view: VmField): Architecture {
  const { after } = architecturesOf(view);
  return isArchitecture(after) ? after : 'amd64';
}

/** A machine type that its architecture does not have; nothing where it has it. */
function strangeType(view: VmField): string | undefined {
  const architecture = architectureAfter(view);
  const { after: type } = machineTypesOf(view);
  const globs =
    view.facts.view.machineTypes(architecture).emulatedMachines ?? ARCHITECTURE_FACTS[architecture].emulatedMachines;
  return globs.some((glob) => matchesGlob(glob, type)) ? undefined : type;
}

const isUnfit = (view: VmField) => strangeType(view) !== undefined;
const unfitText = (view: VmField) =>
  `Refused: the machine type ${strangeType(view)}, written or filled in when the VM was made, is none of ${architectureAfter(view)}.`;

/** Whether the architecture is known on both sides, and is the same or is not. */
function isArchitectureKept(view: VmField): boolean | undefined {
  const { before, after } = architecturesOf(view);
  return before === undefined || after === undefined ? undefined : before === after;
}

function isTypeKept(view: VmField): boolean {
  const { before, after, isSure } = machineTypesOf(view);
  return isSure && before === after;
}

const AS_FILLED_IN = {
  effect: 'none',
  severity: 'info',
  always: true,
  assumes: ['filled-in'],
  source: 'kubevirt pkg/defaults/defaults.go SetVirtualMachineDefaults, at each update',
} as const;

const UUID = `${SPEC}.domain.firmware.uuid`;
const SERIAL = `${SPEC}.domain.firmware.serial`;

/** Whether both UUID and serial were there and are others now: what a guest and its licences know it by. */
function isAnotherMachine({ before, after }: VmField): boolean {
  return [UUID, SERIAL].every((path) => {
    const [was, is] = [inVm(before, path), inVm(after, path)];
    return was !== undefined && is !== undefined && was !== is;
  });
}

/** Releases that do not ask for a restart where the UUID becomes that of the instance. */
const UUID_OF_INSTANCE: readonly ReleaseRange[] = [{ since: '1.6.4', before: '1.7.0' }, { since: '1.7.1' }];

const OTHER_ROWS: readonly VmRow[] = [
  ...[ARCHITECTURE, MACHINE_TYPE].map(
    (path): VmRow => ({
      path,
      when: isUnfit,
      ...REJECTED,
      assumes: ['filled-in'],
      text: unfitText,
      source: 'kubevirt vmi-create-admitter.go validateEmulatedMachine',
    }),
  ),
  {
    path: ARCHITECTURE,
    when: (view) => isArchitectureKept(view) === true,
    ...AS_FILLED_IN,
    text: 'No effect: this is the architecture that virt-api fills in.',
  },
  {
    path: ARCHITECTURE,
    when: (view) => isArchitectureKept(view) === false,
    effect: 'restart-required',
    severity: 'destructive',
    assumes: ['last-start'],
    text: 'Restart needed, after which the VM does not boot: its disk holds the other architecture.',
    source: COMPARED,
  },
  {
    path: ARCHITECTURE,
    ...RESTART,
    assumes: ['last-start', 'filled-in'],
    text: 'Restart needed if this is not the architecture that the VM was made with; nothing otherwise.',
    otherwise: 'nothing, where it is the architecture that was filled in when the VM was made',
    source: COMPARED,
  },
  {
    path: MACHINE_TYPE,
    when: isTypeKept,
    ...AS_FILLED_IN,
    text: 'No effect: this is the machine type that virt-api fills in.',
  },
  {
    path: MACHINE_TYPE,
    ...RESTART,
    text: 'Restart needed, with new virtual hardware: names of interfaces and activations of Windows may change.',
    source: COMPARED,
  },
  ...UUID_OF_INSTANCE.map(
    (range): VmRow => ({
      ...range,
      path: UUID,
      when: ({ after, live }) => live.started?.uuid !== undefined && inVm(after, UUID) === live.started.uuid,
      effect: 'none',
      severity: 'info',
      text: 'No effect: the running VM has this UUID.',
      source: `${COMPARED}, 1.6.4, 1.7.1 and later`,
    }),
  ),
  {
    path: UUID,
    since: '1.6',
    when: ({ change }) => change.after === undefined,
    ...RESTART,
    assumes: ['last-start', 'filled-in'],
    text: 'Restart needed, with another identity: where the field leaves the cluster too, KubeVirt writes one made of the name.',
    source: 'kubevirt pkg/virt-controller/watch/vm/firmware.go, 1.6 and later',
  },
  ...[UUID, SERIAL].map(
    (path): VmRow => ({
      path,
      when: isAnotherMachine,
      ...RESTART,
      text: 'Restart needed, after which the guest is another machine, with another UUID and another serial: after a rename, write the old name as identity: of the platform, or the old values in firmware.',
      source: COMPARED,
    }),
  ),
  {
    path: UUID,
    ...RESTART,
    text: 'Restart needed, with another identity of the hardware: licences and cloud-init may take it for a new VM.',
    otherwise: 'nothing, where the running VM has this UUID already',
    source: COMPARED,
  },
  {
    path: SERIAL,
    ...RESTART,
    text: 'Restart needed, with another serial number of the hardware.',
    source: COMPARED,
  },
  ...PLACEMENT.flatMap((key): VmRow[] => [
    {
      path: `${SPEC}.${key}`,
      when: ({ facts }) => facts.strategy === 'LiveUpdate',
      effect: 'next-migration',
      severity: 'info',
      waits: true,
      text: 'The VM stays where it is; this counts when it moves or starts next.',
      source: `${VM_CONTROLLER} handleAffinityChangeRequest, handleTolerationsChangeRequest`,
    },
    {
      path: `${SPEC}.${key}`,
      ...RESTART,
      text: 'Restart needed: under the rollout strategy Stage, where a running VM may go stays as it is.',
      source: COMPARED,
    },
  ]),
  ...['descheduler.alpha.kubernetes.io/evict', 'descheduler.alpha.kubernetes.io/prefer-no-eviction'].map(
    (key): VmRow => ({
      path: `template.metadata.annotations.${key}`,
      effect: 'live-update',
      severity: 'info',
      text: 'Copied to the running VM and its pod.',
      source: `${VM_CONTROLLER} syncDynamicAnnotationsAndLabelsToVMI`,
    }),
  ),
  {
    path: 'template.metadata',
    effect: 'next-start',
    severity: 'info',
    text: 'Reaches the VM at its next start; what selects by it matches only then.',
    otherwise: 'at once, for keys that virt-controller is told to copy (1.7 and later)',
    source: `${VM_CONTROLLER} syncRestartRequired, syncDynamicAnnotationsAndLabelsToVMI`,
  },
  {
    path: 'updateVolumesStrategy',
    effect: 'none',
    severity: 'info',
    always: true,
    text: 'Says how volumes are changed from now on.',
    source: VM_CONTROLLER,
  },
];

const REST: readonly VmRow[] = [
  {
    path: SPEC,
    ...RESTART,
    text: 'Restart needed: this field is not among those that change while a VM runs.',
    source: COMPARED,
  },
  {
    path: '',
    effect: 'none',
    severity: 'info',
    always: true,
    text: 'No effect on the VM.',
    source: VM_CONTROLLER,
  },
];

/** The effect of a changed field on a running VM: the first matching row counts. */
export const VM_ROWS: readonly VmRow[] = [
  ...CPU_MEMORY_ROWS,
  ...VOLUME_ROWS,
  ...NETWORK_ROWS,
  ...DATA_VOLUME_ROWS,
  ...OTHER_ROWS,
  ...REST,
];
