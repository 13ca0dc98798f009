import type { MutableFields } from '../kube/object';
import { keysOf } from '../kube/path';
import { canonicalQuantity } from '../machines/canonical';
import { IP_FAMILIES } from '../machines/facts';
import type {
  BootstrapTemplate,
  ClusterApiOptions,
  InfraClusterSecret,
  MachineDns,
  MachineDnsOption,
  MachineLocation,
  MachineMatcher,
  MachineMetadata,
  MachineNetwork,
  MachineNode,
  MachineSubnet,
  MachineTaint,
  PrimaryDisk,
  SecondaryDisk,
  SecretKeyReference,
} from '../machines/pool-parts';
import { byText } from '../placement/affinity';
import { entries } from './metadata';
import { type MachinePoolContext, provider } from './provider-row';
import * as z from './read/zod';
import {
  type AnyTable,
  field,
  put,
  type Row,
  readTable,
  required,
  setting,
  type Table,
  table,
  writeTable,
} from './rows/row';
import { anyText, listOf, once, quantity, type Shape, text, whole, word } from './rows/shapes';
import { at } from './rows/taken';

export const amount = once(() =>
  z.union([whole(), z.string().check(z.regex(/^\d{1,3}%$/, 'a number, or a percentage as "25%"'))]),
) as Shape<number | string>;

/** One spelling for one amount. */
export const AMOUNT = {
  write: canonicalQuantity,
  read: (value: unknown) => (typeof value === 'string' ? value : undefined),
};

/** A map of keys whose fields are not in one map of the object: its rows say where each is, from the object itself. */
export function scattered<T, C>(below: Table<T, C>, example: NoInfer<T>, fields: readonly string[]): Row<T, C> {
  return {
    fields,
    shape: below.shape,
    example,
    below: below as unknown as AnyTable,
    place: (path) => [path],
    write: (value, out, context) => writeTable(below, value, out, context),
    read: (from, context) => {
      const value = readTable(below, from, context);
      return Object.keys(value as object).length === 0 ? undefined : value;
    },
  };
}

/** Labels or annotations that are laid over what other keys put there. */
function over(path: string, example: Readonly<Record<string, string>>): Row<Readonly<Record<string, string>>> {
  return { ...entries(path, example), write: (value, out) => lay(out, keysOf(path), value) };
}

export function lay(out: MutableFields, keys: readonly string[], value: Readonly<Record<string, unknown>>): void {
  if (Object.keys(value).length > 0) {
    put(out, keys, { ...(at(out, keys) as object | undefined), ...value });
  }
}

export const SELECTOR = keysOf('spec.selector.matchLabels');
export const MACHINE_LABELS = keysOf('spec.template.metadata.labels');
export const NODE_LABELS = keysOf('spec.template.spec.metadata.labels');
export const NODE_ANNOTATIONS = keysOf('spec.template.spec.metadata.annotations');

export const MATCHER = table<MachineMatcher>('MachineMatcher', () => ({
  name: required(field('name', text, 'u1.medium')),
  kind: field('kind', text, 'VirtualMachineInstancetype'),
}));

export const MACHINE_METADATA = table<MachineMetadata>('MachineMetadata', () => ({
  labels: over('spec.template.metadata.labels', { tier: 'build' }),
  annotations: over('spec.template.metadata.annotations', { 'example.org/owner': 'shop' }),
}));

const TAINT = table<MachineTaint>('MachineTaint', () => ({
  key: required(field('key', text, 'build')),
  value: field('value', anyText, 'yes'),
  effect: required(field('effect', word('NoSchedule', 'PreferNoSchedule', 'NoExecute'), 'NoSchedule')),
}));

export const NODE = table<MachineNode>('MachineNode', () => ({
  labels: over('spec.template.spec.metadata.labels', { tier: 'build' }),
  annotations: over('spec.template.spec.metadata.annotations', { 'example.org/owner': 'shop' }),
  taints: {
    ...field('spec.template.spec.taints', listOf(TAINT.shape), [{ key: 'build', effect: 'NoSchedule' as const }]),
    write: (value, out) =>
      // Their order means nothing to a node, and everything to a comparison of bytes.
      value.length === 0 ? undefined : put(out, keysOf('spec.template.spec.taints'), [...value].sort(byEffect)),
  },
}));

function byEffect(a: MachineTaint, b: MachineTaint): number {
  const words = ({ key, effect, value = '' }: MachineTaint) => [key, effect, value].join('\0');
  return byText(words(a), words(b));
}

export const NETWORK = table<MachineNetwork>('MachineNetwork', () => ({
  cidr: required(field('cidr', text, '10.0.0.7/24')),
  gateway: required(field('gateway', text, '10.0.0.1')),
  dns: required(
    field('dns', once(() => z.strictObject({ servers: z.array(text()) })) as unknown as Shape<MachineNetwork['dns']>, {
      servers: ['10.0.0.2'],
    }),
  ),
  ipFamily: field('ipFamily', word(...IP_FAMILIES), 'IPv4'),
}));

export const SECRET_KEY = table<SecretKeyReference>('SecretKeyReference', () => ({
  namespace: required(field('namespace', text, 'kube-system')),
  name: required(field('name', text, 'infra')),
  key: required(field('key', text, 'kubeconfig')),
}));

export const DISK = 'virtualMachine.template.primaryDisk';

export const PRIMARY_DISK = table<PrimaryDisk, MachinePoolContext>('PrimaryDisk', () => ({
  size: required(provider({ nested: `${DISK}.size`, flat: 'pvcSize' }, quantity, '20Gi', AMOUNT)),
  storageClassName: required(provider({ nested: `${DISK}.storageClassName`, flat: 'storageClassName' }, text, 'fast')),
  osImage: required(
    provider({ nested: `${DISK}.osImage`, flat: 'sourceURL' }, text, 'http://images.example.org/u.img'),
  ),
  source: provider({ nested: `${DISK}.source` }, word('http', 'registry', 'pvc'), 'http'),
  pullMethod: provider({ nested: `${DISK}.pullMethod` }, word('node', 'pod'), 'pod'),
  storageAccessType: provider({ nested: `${DISK}.storageAccessType` }, text, 'ReadWriteMany'),
  storageTarget: provider({ nested: `${DISK}.storageTarget` }, word('storage', 'pvc'), 'pvc'),
  extraHeaders: provider({ nested: `${DISK}.extraHeaders` }, listOf(text), ['X-From: build']),
  extraHeadersSecretRef: provider({ nested: `${DISK}.extraHeadersSecretRef` }, text, 'headers'),
  dataVolumeSecretRef: provider({ nested: `${DISK}.dataVolumeSecretRef` }, text, 'images'),
}));

export const SECONDARY_DISK = table<SecondaryDisk>('SecondaryDisk', () => ({
  size: required(field('size', quantity, '20Gi')),
  storageClassName: required(field('storageClassName', text, 'fast')),
  storageAccessType: field('storageAccessType', text, 'ReadWriteMany'),
}));

const DNS_OPTION = table<MachineDnsOption>('MachineDnsOption', () => ({
  name: required(field('name', text, 'ndots')),
  value: field('value', anyText, '2'),
}));

export const DNS = table<MachineDns>('MachineDns', () => ({
  nameservers: field('nameservers', listOf(text), ['10.0.0.2']),
  searches: field('searches', listOf(text), ['example.org']),
  options: field('options', listOf(DNS_OPTION.shape), [{ name: 'ndots', value: '2' }]),
}));

export const LOCATION = table<MachineLocation>('MachineLocation', () => ({
  region: field('region', text, 'eu'),
  zone: field('zone', text, 'eu-1a'),
}));

export const SUBNET = table<MachineSubnet>('MachineSubnet', () => ({
  name: field('name', text, 'blue'),
  vpc: field('vpc', text, 'north'),
  subnet: required(field('subnet', text, 'north-1')),
}));

/** The keys without a value are written by the controller's own types, and so by everything that reads them back. */
export const AS_SUBNET = {
  write: ({ name = '', vpc = '', subnet }: MachineSubnet) => ({ name, vpc: { name: vpc, subnet: { name: subnet } } }),
  read: (value: unknown): MachineSubnet | undefined => {
    const { name, vpc } = value as {
      readonly name?: string;
      readonly vpc?: { name?: string; subnet?: { name?: string } };
    };
    const subnet = vpc?.subnet?.name;
    return subnet === undefined
      ? undefined
      : { ...(name ? { name } : {}), ...(vpc?.name ? { vpc: vpc.name } : {}), subnet };
  },
};

const BOOTSTRAP = table<BootstrapTemplate>('BootstrapTemplate', () => ({
  kind: required(field('kind', text, 'KubeadmConfigTemplate')),
  name: required(field('name', text, 'workers')),
}));

const INFRA_SECRET = table<InfraClusterSecret>('InfraClusterSecret', () => ({
  name: required(field('name', text, 'infra')),
  namespace: required(field('namespace', text, 'kube-system')),
}));

/** What Cluster API asks for is in objects of its own: see `machines/cluster-api.ts`. */
export const CLUSTER_API = table<ClusterApiOptions>('ClusterApiOptions', () => ({
  version: setting(word('v1beta1', 'v1beta2'), 'v1beta2'),
  bootstrap: required(setting(BOOTSTRAP.shape, { kind: 'KubeadmConfigTemplate', name: 'workers' })),
  checkStrategy: setting(word('ssh', 'none'), 'none'),
  infraClusterSecretRef: setting(INFRA_SECRET.shape, { name: 'infra', namespace: 'kube-system' }),
}));
