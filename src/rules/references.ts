import { at, mapsIn } from '../architectures/instance-view';
import type { ClusterView } from '../cluster/cluster-view';
import type { Instance } from '../cluster/instance-of';
import type { Finding } from '../findings/finding';
import { findingObject, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { NOTHING_WRONG, type Subject } from './subject';

type Fields = Readonly<Record<string, unknown>>;

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

/** A key that somebody else wrote may be called `constructor`, which no map has. */
function tableOf(
  rows: Readonly<Record<string, readonly ReferenceRow[]>>,
): ReadonlyMap<string, readonly ReferenceRow[]> {
  return new Map(Object.entries(rows));
}

/** Takes a reference: what is meant, and where it is, which is asked for only if it leads nowhere. */
type Follow = (kinds: Kinds, name: string, namespace: unknown, path: () => string) => void;

/**
 * What an object refers to and what is nowhere: neither among those at hand nor on the cluster. Told for each reference.
 *
 * An info only: another tool, a person or an operator may bring it.
 */
export function checkReferences({ object, instance }: Subject, cluster: ClusterView): readonly Finding[] {
  let findings: Finding[] | undefined;
  eachReference(object, instance, (kinds, name, namespace, path) => {
    const around = typeof namespace === 'string' && namespace !== '' ? namespace : (namespaceOf(object) ?? '');
    if (kinds.every(([group, kind]) => cluster.find(group, kind, name, around) === undefined)) {
      findings ??= [];
      findings.push(leadsNowhere(object, kinds, name, around, path()));
    }
  });
  return findings ?? NOTHING_WRONG;
}

function leadsNowhere(object: KubeObject, kinds: Kinds, name: string, namespace: string, path: string): Finding {
  const kind = kinds.map(([, each]) => each).join(' or ');
  return {
    code: 'PV805',
    severity: 'info',
    object: findingObject(object),
    path,
    what: `there is no ${kind} ${name}${namespace === '' ? '' : ` in ${namespace}`} among these objects`,
    why: `Unless something else brings it, ${object.kind === 'DataVolume' ? 'the import waits for it' : 'the guest does not start'}`,
    fix: 'add it, correct the name, or leave it if another tool makes it',
  };
}

function eachReference(object: KubeObject, instance: Instance | undefined, follow: Follow): void {
  if (instance !== undefined) {
    eachOfInstance(instance, follow);
  } else if (object.kind === 'DataVolume' && object.apiVersion.startsWith(`${CDI}/`)) {
    ofDataVolume(object.spec, () => 'spec', follow);
  }
}

function eachOfInstance({ spec, path, machine }: Instance, follow: Follow): void {
  const templates = machine === undefined ? [] : mapsIn(machine.spec.dataVolumeTemplates);
  const others: Follow = (kinds, name, namespace, where) => {
    if (kinds !== CLAIM || !templates.some(({ metadata }) => isMap(metadata) && metadata.name === name)) {
      follow(kinds, name, namespace, where);
    }
  };
  const volumes = mapsIn(spec.volumes);
  for (let i = 0; i < volumes.length; i++) {
    inParts(volumes[i]!, OF_VOLUMES, () => `${path}.volumes[${itemName(volumes[i]!, i)}]`, others);
  }
  const credentials = mapsIn(spec.accessCredentials);
  for (let i = 0; i < credentials.length; i++) {
    inParts(credentials[i]!, OF_CREDENTIALS, () => `${path}.accessCredentials[${i}]`, others);
  }
  for (let i = 0; i < templates.length; i++) {
    ofDataVolume(templates[i]!.spec, () => `${machine!.path}.dataVolumeTemplates[${i}].spec`, others);
  }
}

function ofDataVolume(spec: unknown, path: () => string, follow: Follow): void {
  if (!isMap(spec)) {
    return;
  }
  const { source, sourceRef } = spec;
  if (isMap(sourceRef)) {
    const kind = typeof sourceRef.kind === 'string' ? sourceRef.kind : 'DataSource';
    if (isName(sourceRef.name)) {
      follow([[CDI, kind]], sourceRef.name, sourceRef.namespace, () => `${path()}.sourceRef.name`);
    }
  }
  if (isMap(source)) {
    inParts(source, OF_SOURCES, () => `${path()}.source`, follow);
    for (const key in source) {
      inPart(source[key], OF_ANY_SOURCE, () => `${path()}.source.${key}`, follow);
    }
  }
}

function inParts(
  map: Fields,
  table: ReadonlyMap<string, readonly ReferenceRow[]>,
  path: () => string,
  follow: Follow,
): void {
  for (const key in map) {
    const rows = table.get(key);
    if (rows !== undefined) {
      inPart(map[key], rows, () => `${path()}.${key}`, follow);
    }
  }
}

function inPart(part: unknown, rows: readonly ReferenceRow[], path: () => string, follow: Follow): void {
  if (!isMap(part) || part.optional === true) {
    return;
  }
  for (const { kinds, name, namespace } of rows) {
    const named = at(part, name);
    if (isName(named)) {
      const around = namespace === undefined ? undefined : at(part, namespace);
      follow(kinds, named, around, () => `${path()}.${name}`);
    }
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function itemName({ name }: Fields, i: number): string {
  return typeof name === 'string' ? name : String(i);
}
