import { addDefaults, type DefaultingContext } from '../architectures/defaulting';
import { type Filled, InstanceDraft, type ValueOrigin } from '../architectures/draft';
import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { at, type InstanceSpec, valueAtPath } from '../architectures/instance-view';
import type { FindingObject } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { holdsIn } from '../kube/release';
import type { ClusterView } from './cluster-view';
import { type CreatedInstance, createdInstanceOf } from './created-instance';
import { defaultingContext } from './launcher-context';
import { type LauncherPod, launcherPodFrom } from './launcher-pod';
import { type Migratability, migratabilityFrom } from './migratability';

/** One thing that a VM ends up with, and why. */
interface ExplainedField {
  /** Below the spec of the instance. */
  readonly path: string;
  readonly value: unknown;
  readonly from: ValueOrigin | 'unknown';
  readonly reason: string;
  readonly source?: string;
}

/** What the cluster makes of a VM. */
export interface Explained {
  readonly object: FindingObject;
  readonly fields: readonly ExplainedField[];
  /** Why KubeVirt rejects it together with its instance type and preference; the fields are then without those. */
  readonly refused: readonly string[];
  /** The pod that it runs in; null where it cannot be told. */
  readonly pod: LauncherPod['pod'] | null;
  /** The pod once something exists that the cluster lacks and virt-controller waits for: there is no `pod` until then. */
  readonly podOnce?: LauncherPod['once'];
  /** The same line by line, with the reason for each. */
  readonly podLines: LauncherPod['lines'];
  /** What would change the pod and is not known, or why there is none. */
  readonly podUnknown: LauncherPod['unknown'];
  /** Whether it can migrate, and what a drain of its node does to it. */
  readonly migration: Migratability;
}

/** What is worth a line also where the VM says it itself. */
const TOLD = [
  'architecture',
  'domain.machine.type',
  'domain.cpu.model',
  'domain.cpu.sockets',
  'domain.cpu.cores',
  'domain.cpu.threads',
  'domain.cpu.maxSockets',
  'domain.memory.guest',
  'domain.memory.maxGuest',
  'domain.firmware.bootloader.efi.secureBoot',
  'evictionStrategy',
];

/** What becomes of a VM; nothing where the object makes none. */
export function explainVm(object: KubeObject, cluster: ClusterView): Explained | undefined {
  const created = createdInstanceOf(object, cluster);
  if (created === undefined) {
    return undefined;
  }
  const { pod = null, once, lines, unknown } = launcherPodFrom(created, cluster);
  return {
    object: findingObject(object),
    fields: fieldsOf(created, cluster),
    refused: created.expanded.refused.map(({ path, what, fix }) => `${path}: ${what}. Fix: ${fix}`),
    pod,
    ...(once === undefined ? {} : { podOnce: once }),
    podLines: lines,
    podUnknown: unknown,
    migration: migratabilityFrom(created, cluster),
  };
}

function fieldsOf(created: CreatedInstance, cluster: ClusterView): ExplainedField[] {
  const { expanded, architecture, because } = created;
  const unknown = expanded.missing.map(({ kind, name, path }) => ({
    path,
    value: name,
    from: 'unknown' as const,
    reason: `${kind} ${name} was not found: what it says comes on top`,
  }));
  const explicit = explicitFields(expanded.spec, expanded.filled);
  if (architecture === undefined) {
    const others = explicit.filter(({ path }) => path !== 'architecture');
    return [...unknownArchitecture(created.namedArchitecture), ...others, ...expanded.filled, ...unknown];
  }
  const draft = new InstanceDraft(expanded.spec);
  if (because !== undefined) {
    draft.set('architecture', architecture, { from: originOf(because), reason: because, source: SOURCE });
  }
  const context = defaultingContext(created, architecture, {
    kubevirt: cluster.target.kubevirt,
    configuration: cluster.configuration ?? {},
  });
  addDefaults(draft, context);
  const names = expanded.missing.map(({ name }) => name).join(' or ');
  const added = [...draft.filled, ...launcherChoices(draft.spec, context)].map((field) =>
    names === '' ? field : { ...field, reason: `${field.reason}, unless ${names} says it` },
  );
  return [...inOrder([...explicit, ...expanded.filled, ...added]), ...unknown];
}

const SOURCE = 'kubevirt pkg/defaults/defaults.go';

/** Without a KubeVirt resource at hand the nodes tell it, which is as good as a default. */
function originOf(reason: string): Filled['from'] {
  return reason.includes('KubeVirt resource') ? 'platform' : 'default';
}

function explicitFields(spec: InstanceSpec, filled: readonly Filled[]): ExplainedField[] {
  const isAdded = (path: string) => filled.some((each) => path === each.path || path.startsWith(`${each.path}.`));
  const buses = disksIn(spec).map((path) => `${path}.bus`);
  return [...TOLD, ...buses]
    .filter((path) => !isAdded(path))
    .map((path) => ({ path, value: valueAtPath(spec, path) }))
    .filter(({ value }) => value !== undefined)
    .map((field) => ({ ...field, from: 'explicit', reason: 'set by the VM' }));
}

function disksIn(spec: InstanceSpec): string[] {
  return new InstanceDraft(spec)
    .items('domain.devices.disks')
    .flatMap(({ item, path }) =>
      ['disk', 'cdrom', 'lun'].filter((kind) => kind in item).map((kind) => `${path}.${kind}`),
    );
}

function unknownArchitecture(architecture: string | undefined): ExplainedField[] {
  const isSaid = architecture !== undefined;
  return [
    {
      path: 'architecture',
      value: architecture ?? null,
      from: 'unknown',
      reason: isSaid
        ? 'KubeVirt does not run on this architecture'
        : 'neither the VM nor a KubeVirt resource at hand says it, and the nodes are not known or of several',
    },
  ];
}

/** First what everything else follows from, then the rest by its path. */
function inOrder(fields: readonly ExplainedField[]): ExplainedField[] {
  const rank = ({ path }: ExplainedField) => (TOLD.indexOf(path) + TOLD.length) % TOLD.length;
  const isTold = (field: ExplainedField) => TOLD.includes(field.path);
  return [
    ...fields.filter(isTold).sort((a, b) => rank(a) - rank(b)),
    ...fields.filter((field) => !isTold(field)).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
  ];
}

/** What the launcher decides when the guest starts. The object does not show it. */
function launcherChoices(spec: InstanceSpec, context: DefaultingContext): Filled[] {
  const efi = at(spec, 'domain.firmware.bootloader.efi');
  const { video, source } = ARCHITECTURE_FACTS[context.architecture];
  const type = isMap(efi) ? video.efi : video.bios;
  const hasScreen = at(spec, 'domain.devices.autoattachGraphicsDevice') !== false;
  return [
    firmware(efi, context),
    ...(hasScreen && at(spec, 'domain.devices.video.type') === undefined
      ? [
          {
            path: 'domain.devices.video.type',
            value: type,
            from: 'default' as const,
            reason: `what the launcher gives ${context.architecture} guests that boot like this`,
            source,
          },
        ]
      : []),
  ];
}

/** Where the first code that a guest runs comes from. */
function firmware(efi: unknown, { architecture, kubevirt, configuration }: DefaultingContext): Filled {
  const facts = ARCHITECTURE_FACTS[architecture];
  const { source } = facts;
  const path = 'domain.firmware';
  if (!isMap(efi)) {
    return { path, value: facts.firmware, from: 'default', reason: 'no UEFI is asked for', source };
  }
  const keys = ['ovmfPath', `architectureConfiguration.${architecture}.ovmfPath`];
  const key = keys.find((each) => ![undefined, null, ''].includes(at(configuration, each) as string));
  const configured = key === undefined ? undefined : at(configuration, key);
  const own = facts.ovmfPath.find((range) => holdsIn(range, kubevirt))?.path;
  return typeof configured === 'string' && configured !== ''
    ? {
        path,
        value: `UEFI from ${configured}`,
        from: 'platform',
        reason: `${key} of the KubeVirt resource`,
        source,
      }
    : {
        path,
        value: own === undefined ? 'UEFI, which the launcher does not have' : `UEFI from ${own}`,
        from: 'default',
        reason: `where the launcher of KubeVirt ${kubevirt} has it`,
        source,
      };
}
