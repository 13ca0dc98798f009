import { at, listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { instanceOf } from './instance-of';

/** Something that an object needs to be there. */
interface Need {
  /** What can be meant: any of these. */
  readonly kinds: readonly (readonly [group: string, kind: string])[];
  readonly name: unknown;
  readonly namespace?: unknown;
  readonly path: string;
}

type Map = Readonly<Record<string, unknown>>;

const CDI = 'cdi.kubevirt.io';
const SECRET = [['', 'Secret']] as const;
const CONFIG_MAP = [['', 'ConfigMap']] as const;
/** A data volume makes a claim of its own name, so that either is meant by the other. */
const CLAIM = [
  ['', 'PersistentVolumeClaim'],
  [CDI, 'DataVolume'],
] as const;

/**
 * What objects refer to and what is nowhere: neither among them nor on the cluster.
 *
 * An info only: another tool, a person or an operator may bring it.
 */
export function checkReferences(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  return objects.flatMap((object) => needsOf(object).flatMap((need) => nowhere(object, need, cluster)));
}

function nowhere(object: KubeObject, { kinds, name, namespace, path }: Need, cluster: ClusterView): Finding[] {
  if (typeof name !== 'string' || name === '') {
    return [];
  }
  const around = typeof namespace === 'string' && namespace !== '' ? namespace : (object.metadata.namespace ?? '');
  if (kinds.some(([group, kind]) => cluster.find(group, kind, name, around) !== undefined)) {
    return [];
  }
  const kind = kinds.map(([, each]) => each).join(' or ');
  return [
    {
      code: 'PV805',
      severity: 'info',
      object: findingObject(object),
      path,
      what: `there is no ${kind} ${name}${around === '' ? '' : ` in ${around}`} among these objects`,
      why: `Unless something else brings it, ${object.kind === 'DataVolume' ? 'the import waits for it' : 'the guest does not start'}`,
      fix: 'add it, correct the name, or leave it if another tool makes it',
    },
  ];
}

function needsOf(object: KubeObject): Need[] {
  const instance = instanceOf(object);
  if (instance !== undefined) {
    const templates = object.kind === 'VirtualMachine' ? listAt(object, 'spec.dataVolumeTemplates') : [];
    const own = new Set(templates.map(({ metadata }) => (isMap(metadata) ? metadata.name : undefined)));
    return [
      ...listAt(instance.spec, 'volumes').flatMap((volume, i) =>
        volumeNeeds(volume, `${instance.path}.volumes[${itemName(volume, i)}]`, own),
      ),
      ...listAt(instance.spec, 'accessCredentials').flatMap((credential, i) =>
        ['sshPublicKey', 'userPassword'].map((kind) => ({
          kinds: SECRET,
          name: at(credential, `${kind}.source.secret.secretName`),
          path: `${instance.path}.accessCredentials[${i}].${kind}.source.secret.secretName`,
        })),
      ),
      ...templates.flatMap((template, i) =>
        isMap(template.spec) ? dataVolumeNeeds(template.spec, `spec.dataVolumeTemplates[${i}].spec`) : [],
      ),
    ];
  }
  return object.kind === 'DataVolume' && object.apiVersion.startsWith(`${CDI}/`) && isMap(object.spec)
    ? dataVolumeNeeds(object.spec, 'spec')
    : [];
}

function volumeNeeds(volume: Map, path: string, own: ReadonlySet<unknown>): Need[] {
  const claims: Need[] = [
    { kinds: CLAIM, name: at(volume, 'dataVolume.name'), path: `${path}.dataVolume.name` },
    {
      kinds: CLAIM,
      name: at(volume, 'persistentVolumeClaim.claimName'),
      path: `${path}.persistentVolumeClaim.claimName`,
    },
  ];
  const cloudInit = ['cloudInitNoCloud', 'cloudInitConfigDrive'].flatMap((kind) =>
    ['secretRef', 'networkDataSecretRef'].map((key) => ({
      kinds: SECRET,
      name: at(volume, `${kind}.${key}.name`),
      path: `${path}.${kind}.${key}.name`,
    })),
  );
  return [
    ...claims.filter(({ name }) => !own.has(name)),
    ...cloudInit,
    ...optional(volume, 'secret', {
      kinds: SECRET,
      name: at(volume, 'secret.secretName'),
      path: `${path}.secret.secretName`,
    }),
    ...optional(volume, 'configMap', {
      kinds: CONFIG_MAP,
      name: at(volume, 'configMap.name'),
      path: `${path}.configMap.name`,
    }),
    ...optional(volume, 'sysprep', {
      kinds: SECRET,
      name: at(volume, 'sysprep.secret.name'),
      path: `${path}.sysprep.secret.name`,
    }),
    ...optional(volume, 'sysprep', {
      kinds: CONFIG_MAP,
      name: at(volume, 'sysprep.configMap.name'),
      path: `${path}.sysprep.configMap.name`,
    }),
  ];
}

function optional(volume: Map, kind: string, need: Need): Need[] {
  return at(volume, `${kind}.optional`) === true ? [] : [need];
}

function dataVolumeNeeds(spec: Map, path: string): Need[] {
  const source = at(spec, 'source');
  const kinds = isMap(source) ? Object.keys(source) : [];
  const named = (key: string, what: Need['kinds']): Need[] =>
    kinds.map((kind) => ({
      kinds: what,
      name: at(spec, `source.${kind}.${key}`),
      path: `${path}.source.${kind}.${key}`,
    }));
  return [
    {
      kinds: [[CDI, String(at(spec, 'sourceRef.kind') ?? 'DataSource')]],
      name: at(spec, 'sourceRef.name'),
      namespace: at(spec, 'sourceRef.namespace'),
      path: `${path}.sourceRef.name`,
    },
    {
      kinds: CLAIM,
      name: at(spec, 'source.pvc.name'),
      namespace: at(spec, 'source.pvc.namespace'),
      path: `${path}.source.pvc.name`,
    },
    {
      kinds: [['snapshot.storage.k8s.io', 'VolumeSnapshot']],
      name: at(spec, 'source.snapshot.name'),
      namespace: at(spec, 'source.snapshot.namespace'),
      path: `${path}.source.snapshot.name`,
    },
    ...named('secretRef', SECRET),
    ...named('certConfigMap', CONFIG_MAP),
  ];
}

function itemName({ name }: Map, i: number): string {
  return typeof name === 'string' ? name : String(i);
}
