import type { FieldKind, FieldTable } from '../../imports/field-table';
import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { findingObject, groupOf, PerKind } from '../kube/identity';
import { isMap, type KubeObject, own } from '../kube/object';
import type { Release } from '../kube/release';
import { COMPONENT_NAMES } from '../target/facts';
import type { Target } from '../target/target';
import { checkRules } from './check-rules';
import { checkMetadata, checkStructure } from './check-structure';
import { type Complaint, fieldPath } from './complaints';
import { CustomValidator } from './custom-validator';
import { comparedRelease, isBeyond, shownRelease, viewOf } from './release-view';
import { componentOf, isServed, notServed, type TabledComponent, tableOf, versionsOf } from './tables';

/** Whether the structure of a kind is known, in this version or another. What is not known gives no finding. */
export function isKnownKind(apiVersion: string, kind: string): boolean {
  const component = componentOf(apiVersion);
  return component !== undefined && versionsOf(tableOf(component), groupOf(apiVersion), kind).length > 0;
}

/** Says of one object what a strict API server would say about its structure. */
type Validator = (object: KubeObject) => readonly Finding[];

/**
 * What judges the structure of the objects of one cluster.
 *
 * @param crds Kinds from CRDs of the cluster's own; they win over what we know of a release.
 */
export function validatorFor(target: Target, crds?: FieldTable): Validator {
  const ofKinds = new PerKind((object) => kindValidator(object, target));
  const known: Validator = (object) => (isObject(object) ? ofKinds.of(object)(object) : NOTHING_WRONG);
  if (crds === undefined) {
    return known;
  }
  const custom = new CustomValidator(crds);
  return (object) => custom.validate(object) ?? known(object);
}

/**
 * What a strict API server of the target would say about the structure of an object: all of it at once.
 *
 * Total: the object may be any value that came out of a file. The webhooks of KubeVirt are not asked.
 */
export function validateObject(object: KubeObject, target: Target): readonly Finding[] {
  return isObject(object) ? kindValidator(object, target)(object) : NOTHING_WRONG;
}

const NOTHING_WRONG: readonly never[] = [];

function isObject(object: KubeObject): boolean {
  return isMap(object) && typeof object.apiVersion === 'string' && typeof object.kind === 'string';
}

/** What judges the objects of one version of a kind. */
function kindValidator({ apiVersion, kind }: KubeObject, target: Target): Validator {
  const component = componentOf(apiVersion);
  if (component === undefined) {
    return (object) => unknownKind(object, target);
  }
  const table = tableOf(component);
  const known = table.kinds[`${apiVersion}/${kind}`];
  const wanted = target[component];
  const name = COMPONENT_NAMES[component];
  if (known !== undefined && isServed(known, wanted)) {
    return structureValidator(table, known, wanted, name);
  }
  return isKnownKind(apiVersion, kind)
    ? (object) => [{ ...notServed(table, apiVersion, kind, wanted, name), object: findingObject(object) }]
    : (object) => unknownKind(object, target);
}

/** Of any other kind only the metadata is known, which all of them share. */
function unknownKind(object: KubeObject, target: Target): readonly Finding[] {
  // A list that a program made is taken apart later.
  const isList = object.kind.endsWith('List') && Array.isArray(object.items);
  const ofKind = isList ? NOTHING_WRONG : checkKind(object.apiVersion, object.kind, target);
  const ofMetadata = checkMetadata(object.metadata, { name: 'Kubernetes', plural: object.kind.toLowerCase() });
  if (ofKind.length === 0 && ofMetadata.length === 0) {
    return NOTHING_WRONG;
  }
  const found = findingObject(object);
  return [
    ...ofKind.map((finding) => ({ ...finding, object: found })),
    ...ofMetadata.map(
      ({ steps, ...told }): Finding => ({
        ...told,
        severity: 'error',
        path: fieldPath(object, steps),
        object: found,
        source: 'k8s.io/apimachinery pkg/apis/meta/v1/types.go',
      }),
    ),
  ];
}

/** Judges the structure of objects by one kind of a table, in the release of its component that is wanted. */
export function structureValidator(
  table: FieldTable,
  kind: FieldKind,
  wanted: Release | undefined,
  component: string,
): Validator {
  const { releases = [], plural } = kind;
  const release = comparedRelease(releases, wanted);
  const view = viewOf(table, release);
  const shown = shownRelease(release, wanted);
  const owner = { name: shown === undefined ? component : `${component} ${shown}`, plural };
  return (object) => {
    const structure = checkStructure(object, kind, view, owner);
    // A test holds that every rule of the tables can be judged.
    const { broken } = checkRules(object, kind.node, view, structure);
    if (structure.length === 0 && broken.length === 0) {
      return NOTHING_WRONG;
    }
    const mayHaveMore = isBeyond(releases, wanted);
    const source = `${owner.name}, CRD ${plural}.${groupOf(object.apiVersion)}`;
    const rest = { object: findingObject(object), source };
    return [...structure, ...broken]
      .filter((each) => !isFilledIn(object, each))
      .map((complaint) => {
        const { steps, ...told } = complaint;
        const isAccepted = isWrittenBack(object, complaint);
        return {
          ...told,
          ...(isAccepted ? { why: WRITTEN_BACK_WHY } : {}),
          // A release that is newer than the tables may have brought the field.
          severity: isAccepted || (mayHaveMore && told.code === 'PV040') ? 'warning' : (told.severity ?? 'error'),
          path: fieldPath(object, steps),
          ...rest,
        };
      });
  };
}

const CLAIM = 'persistentVolumeClaim.claimName';

/**
 * Fields that a CRD requires and that virt-api writes back empty where they are missing: its mutating webhook replaces the whole
 * spec by what Go makes of it, before the API server asks the CRD, and none of its admitters asks for them.
 *
 * Below the spec of an instance. Sources: kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vm-mutator.go, vmi-mutator.go.
 */
const WRITTEN_BACK: ReadonlySet<string> = new Set([
  'accessCredentials.sshPublicKey.source.secret.secretName',
  'accessCredentials.userPassword.source.secret.secretName',
  'domain.cpu.features.name',
  'domain.devices.filesystems.name',
  'domain.devices.gpus.name',
  'domain.devices.hostDevices.name',
  'domain.devices.inputs.name',
  'domain.devices.interfaces.binding.name',
  'domain.devices.interfaces.dhcpOptions.privateOptions.value',
  'domain.devices.watchdog.name',
  'livenessProbe.httpGet.httpHeaders.name',
  'livenessProbe.httpGet.httpHeaders.value',
  'readinessProbe.httpGet.httpHeaders.name',
  'readinessProbe.httpGet.httpHeaders.value',
  'resourceClaims.name',
  'volumes.containerDisk.image',
  'volumes.containerPath.path',
  'volumes.downwardAPI.fields.fieldRef.fieldPath',
  'volumes.downwardAPI.fields.path',
  'volumes.downwardAPI.fields.resourceFieldRef.resource',
  `volumes.ephemeral.${CLAIM}`,
  'volumes.memoryDump.claimName',
  `volumes.${CLAIM}`,
]);

/** Filled in for an instance only: a VirtualMachine is looked at before that. */
const DEFAULTED_IN_INSTANCES = 'domain.devices.inputs.type';

/** Where the spec of the instance is, by kind: of those that virt-api changes on their way in. */
const SPECS: Readonly<Record<string, string>> = {
  VirtualMachine: 'spec.template.spec.',
  VirtualMachineInstance: 'spec.',
};

/** Whether a field that is missing is written back empty, so that the object is accepted all the same. */
function isWrittenBack({ apiVersion, kind }: KubeObject, { code, steps }: Complaint): boolean {
  const base = code === 'PV043' && apiVersion.startsWith('kubevirt.io/') ? SPECS[kind] : undefined;
  const path = steps.filter((step) => typeof step === 'string').join('.');
  if (base === undefined || !path.startsWith(base)) {
    return false;
  }
  const field = path.slice(base.length);
  return WRITTEN_BACK.has(field) || (field === DEFAULTED_IN_INSTANCES && kind === 'VirtualMachineInstance');
}

/** Null in the spec of a kind whose spec virt-api writes anew, before the API server asks the CRD, and in what its controller writes. */
function isFilledIn({ apiVersion, kind }: KubeObject, { isNull, steps: [first] }: Complaint): boolean {
  return (
    isNull === true &&
    (first === 'status' ||
      (first === 'spec' && apiVersion.startsWith('kubevirt.io/') && own(SPECS, kind) !== undefined))
  );
}

/** What to say of such a field. */
const WRITTEN_BACK_WHY =
  'virt-api writes it back empty, so that the API server accepts the object, incomplete as it is';

/** Every kind that a group has or had, also those that the field tables leave out. */
interface GroupFact {
  readonly component: TabledComponent;
  readonly kinds: readonly string[];
  readonly source: string;
}

const API = 'kubevirt staging/src/kubevirt.io/api';
const CDI_API = 'containerized-data-importer staging/src/kubevirt.io/containerized-data-importer-api/pkg/apis/core';

/** By API group; a new kind is a word here. */
const GROUPS: ReadonlyMap<string, GroupFact> = new Map([
  [
    'kubevirt.io',
    {
      component: 'kubevirt',
      kinds: [
        'KubeVirt',
        'VirtualMachine',
        'VirtualMachineInstance',
        'VirtualMachineInstanceMigration',
        'VirtualMachineInstancePreset',
        'VirtualMachineInstanceReplicaSet',
      ],
      source: `${API}/core/v1/register.go`,
    },
  ],
  [
    'instancetype.kubevirt.io',
    {
      component: 'kubevirt',
      kinds: [
        'VirtualMachineInstancetype',
        'VirtualMachineClusterInstancetype',
        'VirtualMachinePreference',
        'VirtualMachineClusterPreference',
      ],
      source: `${API}/instancetype/v1beta1/register.go`,
    },
  ],
  ['pool.kubevirt.io', { component: 'kubevirt', kinds: ['VirtualMachinePool'], source: `${API}/pool` }],
  ['migrations.kubevirt.io', { component: 'kubevirt', kinds: ['MigrationPolicy'], source: `${API}/migrations` }],
  ['clone.kubevirt.io', { component: 'kubevirt', kinds: ['VirtualMachineClone'], source: `${API}/clone` }],
  ['export.kubevirt.io', { component: 'kubevirt', kinds: ['VirtualMachineExport'], source: `${API}/export` }],
  [
    'snapshot.kubevirt.io',
    {
      component: 'kubevirt',
      kinds: ['VirtualMachineSnapshot', 'VirtualMachineSnapshotContent', 'VirtualMachineRestore'],
      source: `${API}/snapshot`,
    },
  ],
  [
    'backup.kubevirt.io',
    {
      component: 'kubevirt',
      kinds: ['VirtualMachineBackup', 'VirtualMachineBackupTracker'],
      source: `${API}/backup`,
    },
  ],
  ['plugin.kubevirt.io', { component: 'kubevirt', kinds: ['Plugin'], source: `${API}/plugin` }],
  [
    'cdi.kubevirt.io',
    {
      component: 'cdi',
      kinds: [
        'CDI',
        'CDIConfig',
        'DataImportCron',
        'DataSource',
        'DataVolume',
        'ObjectTransfer',
        'StorageProfile',
        'VolumeCloneSource',
        'VolumeImportSource',
        'VolumeUploadSource',
      ],
      source: `${CDI_API}/v1beta1/register.go`,
    },
  ],
  [
    'hco.kubevirt.io',
    { component: 'hco', kinds: ['HyperConverged'], source: 'hyperconverged-cluster-operator api/v1beta1' },
  ],
]);

/**
 * Kinds of Kubernetes, by the API version that has had them for years: a kind that is none of these is a slip.
 *
 * Groups that still get new kinds are not here. Source: `kubectl api-resources` of Kubernetes 1.36.
 */
const BUILT_IN_KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'v1',
    [
      ...['Binding', 'ComponentStatus', 'ConfigMap', 'Endpoints', 'Event', 'LimitRange', 'Namespace', 'Node'],
      ...['PersistentVolume', 'PersistentVolumeClaim', 'Pod', 'PodTemplate', 'ReplicationController', 'ResourceQuota'],
      ...['Secret', 'Service', 'ServiceAccount'],
    ],
  ],
  ['apps/v1', ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']],
  ['batch/v1', ['CronJob', 'Job']],
  ['policy/v1', ['PodDisruptionBudget']],
  ['rbac.authorization.k8s.io/v1', ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']],
  ['autoscaling/v1', ['HorizontalPodAutoscaler']],
  ['autoscaling/v2', ['HorizontalPodAutoscaler']],
  ['scheduling.k8s.io/v1', ['PriorityClass']],
]);

/** The one version of the group without a name. */
const CORE_VERSION = 'v1';

/** A version, or a group and a version. A group is in lower case, as everything that DNS names. */
const API_VERSION = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

function noVersion(apiVersion: string, kind: string): Finding {
  const [group] = groupsOf(kind);
  return {
    code: 'PV046',
    severity: 'error',
    path: 'apiVersion',
    what:
      `${groupOf(apiVersion) === '' ? 'Kubernetes serves no API version' : 'no API server serves'} ` +
      `${shownValue(apiVersion)}`,
    why: 'The API server rejects the object; nothing in it is judged here',
    fix: group === undefined ? 'write v1, or a group and its version, as apps/v1' : `write an apiVersion of ${group}`,
    source: 'k8s.io/apimachinery pkg/runtime/schema/group_version.go ParseGroupVersion',
  };
}

function groupsOf(kind: string): string[] {
  return [...GROUPS].filter(([, { kinds }]) => kinds.includes(kind)).map(([group]) => group);
}

/** A kind that its group does not have, where the group is known, and an API version that no group has. */
function checkKind(apiVersion: string, kind: string, target: Target): Finding[] {
  const group = groupOf(apiVersion);
  if (!API_VERSION.test(apiVersion) || (group === '' && apiVersion !== CORE_VERSION)) {
    return [noVersion(apiVersion, kind)];
  }
  const builtIn = BUILT_IN_KINDS.get(apiVersion);
  if (builtIn !== undefined) {
    const source = 'kubernetes, kubectl api-resources of 1.36';
    return builtIn.includes(kind) ? [] : [noKind(kind, `${apiVersion} has no kind`, builtIn, source)];
  }
  const fact = GROUPS.get(group);
  if (fact === undefined || fact.kinds.includes(kind)) {
    return [];
  }
  const { component, kinds, source } = fact;
  const [known] = Object.values(tableOf(component).kinds);
  const finding = noKind(kind, `${COMPONENT_NAMES[component]} has no kind`, kinds, source, ` in ${group}`);
  // A release that is newer than the tables may have brought the kind.
  return [isBeyond(known?.releases ?? [], target[component]) ? { ...finding, severity: 'warning' } : finding];
}

function noKind(kind: string, lack: string, kinds: readonly string[], source: string, where = ''): Finding {
  const [elsewhere] = groupsOf(kind);
  return {
    code: 'PV049',
    severity: 'error',
    path: 'kind',
    what: `${lack} "${kind.slice(0, 80)}"${where}`,
    why: 'The API server does not know the kind, and rejects the object; polyvirt judges nothing in it',
    fix: elsewhere === undefined ? chooseFrom(kind, kinds) : `write an apiVersion of ${elsewhere}`,
    source,
  };
}
