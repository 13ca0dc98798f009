import { isMap, type MutableFields } from '../kube/object';
import { keysOf } from '../kube/path';
import { atLeast } from '../kube/release';
import type { MachineDeploymentSpec } from '../machines/api';
import { canonicalQuantity, withoutEmpty } from '../machines/canonical';
import {
  DIALECT_ANNOTATION,
  DNS_POLICIES,
  EVICTION_STRATEGIES,
  MACHINES_NAMESPACE,
  NAMESPACE_ANNOTATION,
  OPERATING_SYSTEM_SPECS,
  TOPOLOGY_LABELS,
} from '../machines/facts';
import { type MachinePoolDeclaration as DeclaredPool, selectorOf } from '../machines/pool';
import type { MachineMetadata, SecondaryDisk, SecretKeyReference } from '../machines/pool-parts';
import { PROVIDER_PATH } from '../machines/view';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import {
  AMOUNT,
  AS_SUBNET,
  amount,
  CLUSTER_API,
  DISK,
  DNS,
  LOCATION,
  lay,
  MACHINE_LABELS,
  MACHINE_METADATA,
  MATCHER,
  NETWORK,
  NODE,
  NODE_ANNOTATIONS,
  NODE_LABELS,
  PRIMARY_DISK,
  SECONDARY_DISK,
  SECRET_KEY,
  SELECTOR,
  SUBNET,
  scattered,
} from './machine-parts';
import { MACHINE_PLACEMENT_ROWS } from './machine-placement';
import { METADATA_ROWS, withStandard } from './metadata';
import { type MachinePoolContext, provider } from './provider-row';
import { field, put, type Row, required, setting, table } from './rows/row';
import { anyText, asWritten, count, flag, listOf, quantity, text, textMap, whole, word } from './rows/shapes';
import { at } from './rows/taken';

/** A pool of machines that are alike and become nodes of a cluster, as plain data. */
interface MachinePoolKeys extends DeclaredPool, EscapeHatches<MachineDeploymentSpec> {}

export type MachinePoolDeclaration = MachinePoolKeys;

/** What is written where a key is absent: added later by the webhook it would be drift, and replace every machine. */
export const STANDARDS = {
  namespace: MACHINES_NAMESPACE,
  replicas: 1,
  maxSurge: 1,
  maxUnavailable: 0,
  minReadySeconds: 0,
  progressDeadlineSeconds: 600,
  revisionHistoryLimit: 1,
  operatingSystem: 'ubuntu',
  operatingSystemSpec: {},
  sshPublicKeys: [],
  caPublicKey: '',
} as const satisfies Partial<MachinePoolDeclaration>;

const DIALECT_KEYS = ['metadata', 'annotations', DIALECT_ANNOTATION];

/** Without it one cannot tell a manifest for a controller as proposed from one with mistakes. */
const DIALECT: Row<NonNullable<DeclaredPool['dialect']>> = {
  fields: [`metadata.annotations["${DIALECT_ANNOTATION}"]!`],
  shape: word('machine-controller', 'proposal', 'capk'),
  example: 'proposal',
  isReadFirst: true,
  write: (value, out) => (value === 'proposal' ? put(out, DIALECT_KEYS, value) : undefined),
  read: (from) => (from.peek(DIALECT_KEYS) === 'proposal' ? (from.take(DIALECT_KEYS) as 'proposal') : undefined),
};

const TEMPLATE_ROW = scattered(MACHINE_METADATA, { labels: { tier: 'build' } }, ['spec.template.metadata']);

const TEMPLATE: Row<MachineMetadata> = {
  ...TEMPLATE_ROW,
  read: (from, context, said) => {
    // Those of the selector are on the machines too.
    for (const key of Object.keys(from.peek(SELECTOR) ?? {})) {
      from.take([...MACHINE_LABELS, key]);
    }
    return TEMPLATE_ROW.read(from, context, said);
  },
};

const INFRA_NAMESPACE = provider({ nested: 'namespace', flat: 'namespace', isKnownOtherwise: true }, text, 'vms');
const NAMESPACE_KEYS = [...NODE_ANNOTATIONS, NAMESPACE_ANNOTATION.key];

const LOCATION_ROW = provider(
  { nested: 'virtualMachine.location', fact: 'virtualMachine.location.zone' },
  LOCATION.shape,
  { zone: 'eu-1a' },
);

/** The rows of a pool; those of one field are in the order in which they are laid over each other. */
export const MACHINE_POOL = table<MachinePoolDeclaration, MachinePoolContext>('MachinePoolKeys', () => ({
  name: METADATA_ROWS.name,
  namespace: withStandard(field('metadata.namespace', text, 'other'), STANDARDS.namespace),
  labels: METADATA_ROWS.labels,
  annotations: METADATA_ROWS.annotations,
  dialect: DIALECT,
  clusterName: provider({ nested: 'clusterName', isKnownOtherwise: true }, text, 'north'),
  projectID: provider({ nested: 'projectID' }, text, 'p7'),
  replicas: withStandard(field('spec.replicas', whole, 3), STANDARDS.replicas),
  maxSurge: withStandard(field('spec.strategy.rollingUpdate.maxSurge', amount, 2), STANDARDS.maxSurge),
  maxUnavailable: withStandard(
    field('spec.strategy.rollingUpdate.maxUnavailable', amount, '25%'),
    STANDARDS.maxUnavailable,
  ),
  minReadySeconds: withStandard(field('spec.minReadySeconds', whole, 30), STANDARDS.minReadySeconds),
  progressDeadlineSeconds: withStandard(
    field('spec.progressDeadlineSeconds', whole, 900),
    STANDARDS.progressDeadlineSeconds,
  ),
  revisionHistoryLimit: withStandard(field('spec.revisionHistoryLimit', whole, 3), STANDARDS.revisionHistoryLimit),
  paused: {
    ...field('spec.paused', flag, true),
    write: (value, out) => (value ? put(out, ['spec', 'paused'], true) : undefined),
  },
  template: TEMPLATE,
  selector: {
    ...field('spec.selector.matchLabels', textMap, { pool: 'build' }),
    write: (value, out) => {
      put(out, SELECTOR, value);
      lay(out, MACHINE_LABELS, value);
    },
    read: (from, _context, said) => {
      const found = from.take(SELECTOR);
      const own = selectorOf(said as unknown as DeclaredPool);
      return isMap(found) && JSON.stringify(found) !== JSON.stringify(own) ? (found as typeof own) : undefined;
    },
  },
  location: {
    ...LOCATION_ROW,
    write: (value, out, context) => {
      LOCATION_ROW.write(value, out, context);
      for (const part of ['region', 'zone'] as const) {
        lay(out, NODE_LABELS, value[part] === undefined ? {} : { [TOPOLOGY_LABELS[part]]: value[part] });
      }
    },
    isReadFirst: true,
    read: (from, context, said) => {
      const value = LOCATION_ROW.read(from, context, said);
      for (const part of ['region', 'zone'] as const) {
        const label = [...NODE_LABELS, TOPOLOGY_LABELS[part]];
        if (value?.[part] !== undefined && from.peek(label) === value[part]) {
          from.take(label);
        }
      }
      return value;
    },
  },
  node: scattered(NODE, { labels: { tier: 'build' } }, ['spec.template.spec.metadata']),
  infraNamespace: {
    ...INFRA_NAMESPACE,
    fields: [`spec.template.spec.metadata.annotations["${NAMESPACE_ANNOTATION.key}"]`, ...INFRA_NAMESPACE.fields],
    isReadFirst: true,
    write: (value, out, context) => {
      INFRA_NAMESPACE.write(value, out, context);
      if (notesNamespace(context)) {
        put(out, NAMESPACE_KEYS, value);
      }
    },
    read: (from, context, said) =>
      notesNamespace(context)
        ? (from.take(NAMESPACE_KEYS) as string | undefined)
        : INFRA_NAMESPACE.read(from, context, said),
  },
  kubelet: required({
    ...field('spec.template.spec.versions.kubelet', text, '1.34.1'),
    write: (value, out) => put(out, keysOf('spec.template.spec.versions.kubelet'), value.replace(/^v/, '')),
  }),
  operatingSystem: withStandard(
    field(`${PROVIDER_PATH}.operatingSystem`, text, 'rhel'),
    STANDARDS.operatingSystem as string,
  ),
  operatingSystemSpec: {
    ...field(`${PROVIDER_PATH}.operatingSystemSpec`, asWritten, { distUpgradeOnBoot: true }),
    write: (value, out) => put(out, keysOf(`${PROVIDER_PATH}.operatingSystemSpec`), { ...knownOf(out), ...value }),
    read: (from, _context, said) => {
      const known = standardSpec(said.operatingSystem ?? STANDARDS.operatingSystem);
      const found = from.take(keysOf(`${PROVIDER_PATH}.operatingSystemSpec`));
      const own = Object.entries(isMap(found) ? found : {}).filter(([key, value]) => known[key] !== value);
      return own.length === 0 ? undefined : Object.fromEntries(own);
    },
  },
  sshPublicKeys: {
    ...field(`${PROVIDER_PATH}.sshPublicKeys`, listOf(text), ['ssh-ed25519 AAAA ops']),
    // Their order means nothing to a guest.
    write: (value, out) =>
      put(out, keysOf(`${PROVIDER_PATH}.sshPublicKeys`), [...new Set(value.map((key) => key.trim()))].sort()),
    read: (from) => {
      const found = from.take(keysOf(`${PROVIDER_PATH}.sshPublicKeys`)) as readonly string[] | undefined;
      return found === undefined || found.length === 0 ? undefined : found;
    },
  },
  caPublicKey: withStandard(
    field(`${PROVIDER_PATH}.caPublicKey`, anyText, 'ssh-ed25519 AAAA ca'),
    STANDARDS.caPublicKey as string,
  ),
  network: {
    ...field(`${PROVIDER_PATH}.network`, NETWORK.shape, {
      cidr: '10.0.0.7/24',
      gateway: '10.0.0.1',
      dns: { servers: ['10.0.0.2'] },
    }),
    write: (value, out) => put(out, keysOf(`${PROVIDER_PATH}.network`), withoutEmpty(value) ?? {}),
  },
  kubeconfig: provider(
    { nested: 'auth.kubeconfig', flat: 'kubeconfig' },
    SECRET_KEY.shape,
    { namespace: 'kube-system', name: 'infra', key: 'kubeconfig' },
    {
      write: (value) => ({ secretKeyRef: { ...value } }),
      read: (value) => (isMap(value) ? (value.secretKeyRef as SecretKeyReference | undefined) : undefined),
    },
  ),
  instancetype: provider(
    { nested: 'virtualMachine.instancetype', fact: 'virtualMachine.instancetype.name' },
    MATCHER.shape,
    { name: 'u1.medium' },
  ),
  preference: provider({ nested: 'virtualMachine.preference', fact: 'virtualMachine.preference.name' }, MATCHER.shape, {
    name: 'ubuntu',
  }),
  cpus: provider({ nested: 'virtualMachine.template.cpus', flat: 'cpus' }, quantity, '2', AMOUNT),
  cores: provider({ nested: 'virtualMachine.template.vcpus.cores' }, count, 2),
  memory: provider({ nested: 'virtualMachine.template.memory', flat: 'memory' }, quantity, '4Gi', AMOUNT),
  primaryDisk: scattered(
    PRIMARY_DISK,
    { size: '20Gi', storageClassName: 'fast', osImage: 'http://images.example.org/u.img' },
    [`${PROVIDER_PATH}.cloudProviderSpec.${DISK}`],
  ),
  secondaryDisks: provider(
    { nested: 'virtualMachine.template.secondaryDisks', fact: 'virtualMachine.template.secondaryDisks[].size' },
    listOf(SECONDARY_DISK.shape),
    [{ size: '20Gi', storageClassName: 'fast' }],
    {
      write: (disks) => disks.map((disk) => ({ ...disk, size: canonicalQuantity(disk.size) })),
      read: (value) => value as readonly SecondaryDisk[],
    },
  ),
  dnsPolicy: provider({ nested: 'virtualMachine.dnsPolicy', flat: 'dnsPolicy' }, word(...DNS_POLICIES), 'None'),
  dnsConfig: provider(
    { nested: 'virtualMachine.dnsConfig', flat: 'dnsConfig', fact: 'virtualMachine.dnsConfig.nameservers' },
    DNS.shape,
    { nameservers: ['10.0.0.2'] },
  ),
  providerNetwork: provider(
    { nested: 'virtualMachine.providerNetwork', fact: 'virtualMachine.providerNetwork.name' },
    SUBNET.shape,
    { subnet: 'north-1' },
    AS_SUBNET,
  ),
  enableNetworkMultiQueue: provider({ nested: 'virtualMachine.enableNetworkMultiQueue' }, flag, false),
  evictionStrategy: provider(
    { nested: 'virtualMachine.evictionStrategy' },
    word(...EVICTION_STRATEGIES),
    'LiveMigrate',
  ),
  ...MACHINE_PLACEMENT_ROWS,
  clusterApi: setting(CLUSTER_API.shape, { bootstrap: { kind: 'KubeadmConfigTemplate', name: 'workers' } }),
  ...escapeRows<MachineDeploymentSpec>({ paused: true }),
}));

/** Whether the webhook would note the namespace of the VMs in the template. */
function notesNamespace({ pool, controller }: MachinePoolContext): boolean {
  return pool.dialect !== 'proposal' && atLeast(controller, NAMESPACE_ANNOTATION.since);
}

/** The webhook's default for the operating system of an object. */
function knownOf(out: MutableFields): Readonly<Record<string, unknown>> {
  return standardSpec(at(out, keysOf(`${PROVIDER_PATH}.operatingSystem`)));
}

function standardSpec(operatingSystem: unknown): Readonly<Record<string, unknown>> {
  const name = typeof operatingSystem === 'string' ? operatingSystem : '';
  return Object.hasOwn(OPERATING_SYSTEM_SPECS, name) ? OPERATING_SYSTEM_SPECS[name]! : {};
}
