import { at, mapsIn } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import type { Part } from '../../cluster/part';
import { isOnlyByArchitecture } from '../../golden-images/data-sources';
import { MULTI_ARCH_SWITCH } from '../../golden-images/facts';
import { namespaceOf } from '../../kube/identity';
import { type Fields, isMap, type KubeObject } from '../../kube/object';
import { type FindingRule, NOTHING_WRONG, type RuleVisitors, type Said } from '../rule';

export const PV805: FindingRule = {
  code: 'PV805',
  severity: 'info',
  title: 'reference to a missing object',
  page: () => ({
    meaning:
      'An object refers to a DataVolume, PVC, Secret, ConfigMap, DataSource or snapshot that is neither among ' +
      'the objects nor in the snapshot of the cluster.',
    impact:
      'None, if another tool, an operator or a person creates it. Otherwise a VM does not start, or an import waits.',
    diagnosis: 'Compare name and namespace. A golden image is in another namespace, which the reference has to name.',
    mitigation:
      'Add it, or correct the name. To be certain, pass a snapshot that contains such objects with `--cluster`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web }
      spec:
        domain: { devices: { disks: [{ name: os, disk: { bus: virtio } }] }, memory: { guest: 1Gi } }
        volumes: [{ name: os, dataVolume: { name: web-os } }]
    `,
    output: `
      info PV805 VirtualMachineInstance web at example.yaml:7:45, spec.volumes[os].dataVolume.name: there is no PersistentVolumeClaim or DataVolume web-os among these objects.
        Unless something else creates it, the guest does not start. Fix: add it, correct the name, or leave it if another tool makes it.
    `,
  }),
  rule: leadsNowhere,
};

/** What can be meant by a reference: any of these. */
type Kinds = readonly (readonly [group: string, kind: string])[];

/** A reference below some part of an object. */
interface ReferenceRow {
  readonly kinds: Kinds;
  /** Where the name is, below the part. */
  readonly name: string;
  /** Where the namespace is, if it can be another one. */
  readonly namespace?: string;
}

const CDI = 'cdi.kubevirt.io';
const SECRET: Kinds = [['', 'Secret']];
const CONFIG_MAP: Kinds = [['', 'ConfigMap']];
/** A data volume makes a claim of its own name, so that either is meant by the other. */
const CLAIM: Kinds = [
  ['', 'PersistentVolumeClaim'],
  [CDI, 'DataVolume'],
];
const CLOUD_INIT: readonly ReferenceRow[] = [
  { kinds: SECRET, name: 'secretRef.name' },
  { kinds: SECRET, name: 'networkDataSecretRef.name' },
];
const CREDENTIAL: readonly ReferenceRow[] = [{ kinds: SECRET, name: 'source.secret.secretName' }];

/** By the key of a volume. */
const OF_VOLUMES = tableOf({
  dataVolume: [{ kinds: CLAIM, name: 'name' }],
  persistentVolumeClaim: [{ kinds: CLAIM, name: 'claimName' }],
  secret: [{ kinds: SECRET, name: 'secretName' }],
  configMap: [{ kinds: CONFIG_MAP, name: 'name' }],
  sysprep: [
    { kinds: SECRET, name: 'secret.name' },
    { kinds: CONFIG_MAP, name: 'configMap.name' },
  ],
  cloudInitNoCloud: CLOUD_INIT,
  cloudInitConfigDrive: CLOUD_INIT,
});

/** By the key of an access credential. */
const OF_CREDENTIALS = tableOf({
  sshPublicKey: CREDENTIAL,
  userPassword: CREDENTIAL,
});

/** What every kind of source may name. */
const OF_ANY_SOURCE: readonly ReferenceRow[] = [
  { kinds: SECRET, name: 'secretRef' },
  { kinds: CONFIG_MAP, name: 'certConfigMap' },
];

/** By the key of the source of a data volume. */
const OF_SOURCES = tableOf({
  pvc: [{ kinds: CLAIM, name: 'name', namespace: 'namespace' }],
  snapshot: [{ kinds: [['snapshot.storage.k8s.io', 'VolumeSnapshot']], name: 'name', namespace: 'namespace' }],
});

/** A key of another author may be called `constructor`, which no map has. */
function tableOf(
  rows: Readonly<Record<string, readonly ReferenceRow[]>>,
): ReadonlyMap<string, readonly ReferenceRow[]> {
  return new Map(Object.entries(rows));
}

/** What references of an object are looked for among. */
interface Around {
  readonly cluster: ClusterView;
  readonly object: KubeObject;
  /** What the VM makes itself. */
  readonly made: readonly Part[];
}

/**
 * What an object refers to and what is nowhere: neither among those at hand nor on the cluster. Told for each reference.
 *
 * An info only: another tool, a person or an operator may bring it.
 */
function leadsNowhere(cluster: ClusterView): RuleVisitors {
  const around = ({ object, dataVolumeTemplates: made }: CreatedInstance): Around => ({ cluster, object, made });
  return {
    member: {
      object: (object) =>
        object.kind === 'DataVolume' && object.apiVersion.startsWith(`${CDI}/`)
          ? ofDataVolume(object.spec, { cluster, object, made: [] })
          : NOTHING_WRONG,
      volume: ({ item }, instance) => inParts(item, OF_VOLUMES, '', around(instance)),
      dataVolumeTemplate: ({ item }, instance) => ofDataVolume(item.spec, around(instance)),
      instance: (instance) => {
        const { accessCredentials } = instance.written.spec;
        return accessCredentials === undefined
          ? NOTHING_WRONG
          : mapsIn(accessCredentials).flatMap((credential, i) =>
              inParts(credential, OF_CREDENTIALS, `accessCredentials[${i}].`, around(instance)),
            );
      },
    },
  };
}

/** References of a data volume, or of what becomes one. */
function ofDataVolume(spec: unknown, around: Around): readonly Said[] {
  if (!isMap(spec)) {
    return NOTHING_WRONG;
  }
  const { source, sourceRef } = spec;
  const kind = isMap(sourceRef) && typeof sourceRef.kind === 'string' ? sourceRef.kind : 'DataSource';
  const ofReference = inPart(sourceRef, [{ ...SOURCE_REF, kinds: [[CDI, kind]] }], 'spec.sourceRef', around);
  if (!isMap(source)) {
    return ofReference;
  }
  const ofSource = inParts(source, OF_SOURCES, 'spec.source.', around);
  let found = ofReference.length === 0 ? ofSource : [...ofReference, ...ofSource];
  for (const key in source) {
    const ofAny = inPart(source[key], OF_ANY_SOURCE, `spec.source.${key}`, around);
    found = ofAny.length === 0 ? found : [...found, ...ofAny];
  }
  return found;
}

const SOURCE_REF = { name: 'name', namespace: 'namespace' };

function inParts(
  map: Fields,
  table: ReadonlyMap<string, readonly ReferenceRow[]>,
  prefix: string,
  around: Around,
): readonly Said[] {
  let found: readonly Said[] = NOTHING_WRONG;
  for (const key in map) {
    const rows = table.get(key);
    const missing = rows === undefined ? NOTHING_WRONG : inPart(map[key], rows, `${prefix}${key}`, around);
    found = found.length === 0 ? missing : [...found, ...missing];
  }
  return found;
}

/** Nearly every reference leads somewhere: nothing is made for those that do. */
function inPart(part: unknown, rows: readonly ReferenceRow[], path: string, around: Around): readonly Said[] {
  if (!isMap(part) || part.optional === true) {
    return NOTHING_WRONG;
  }
  let found: Said[] | undefined;
  for (const { kinds, name, namespace } of rows) {
    const named = at(part, name);
    if (typeof named !== 'string' || named === '') {
      continue;
    }
    const said = namespace === undefined ? undefined : at(part, namespace);
    const of = typeof said === 'string' && said !== '' ? said : (namespaceOf(around.object) ?? '');
    if (!isMade(kinds, named, around)) {
      const there = findOf(kinds, named, of, around.cluster);
      if (there === undefined || isOnlyByArchitecture(there)) {
        const missing = nowhere(kinds, named, of, `${path}.${name}`, around.object);
        found ??= [];
        found.push(there === undefined ? missing : perhaps(missing, named, of));
      }
    }
  }
  return found ?? NOTHING_WRONG;
}

function isMade(kinds: Kinds, name: string, { made }: Around): boolean {
  return kinds === CLAIM && made.some((template) => template.name === name);
}

function findOf(kinds: Kinds, name: string, namespace: string, cluster: ClusterView): KubeObject | undefined {
  for (const [group, kind] of kinds) {
    const found = cluster.find(group, kind, name, namespace);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The same of what HyperConverged brings only with a switch of a resource that was not found. */
function perhaps(missing: Said, name: string, namespace: string): Said {
  return {
    ...missing,
    what: `the DataSource ${name} in ${namespace} exists only if HyperConverged imports images per architecture`,
    fix: `see that ${MULTI_ARCH_SWITCH} of the HyperConverged is on; check it together with the VMs to be sure`,
  };
}

function nowhere(kinds: Kinds, name: string, namespace: string, path: string, { kind: of }: KubeObject): Said {
  const kind = kinds.map(([, each]) => each).join(' or ');
  return {
    code: 'PV805',
    severity: 'info',
    path,
    what: `there is no ${kind} ${name}${namespace === '' ? '' : ` in ${namespace}`} among these objects`,
    why: `Unless something else creates it, ${of === 'DataVolume' ? 'the import waits for it' : 'the guest does not start'}`,
    fix: 'add it, correct the name, or leave it if another tool makes it',
  };
}
