import { launcherPod } from '../../../src/cluster/judge/library';
import { isMap, type KubeObject } from '../../../src/kube/object';
import { amountOf } from '../../../src/kube/quantity';
import { Tally } from './tally';

type Tree = Record<string, unknown>;

interface Container extends Tree {
  readonly name: string;
}

interface Pod {
  readonly metadata: { readonly labels?: Tree; readonly annotations?: Tree } & Tree;
  readonly spec: { readonly containers: readonly Container[]; readonly initContainers?: readonly Container[] } & Tree;
}

interface LauncherCase {
  readonly id: string;
  /** The tag of KubeVirt whose code made the pod. */
  readonly upstream: string;
  readonly admitted: boolean;
  readonly config: KubeObject;
  readonly object: KubeObject;
  readonly others: readonly KubeObject[];
  /** Absent where virt-controller makes none. */
  readonly pod?: Pod;
}

/** Written by controllers after the pod is made, or by those of other projects: docs/launcher.md. */
const ANNOTATIONS_LEFT = [
  'kubevirt.io/vm-generation',
  'k8s.v1.cni.cncf.io/networks',
  'kubevirt.io/pci-topology-version',
  'kubevirt.io/qgs-socket-path',
];
const ARGUMENTS_LEFT = [
  '--qemu-timeout',
  '--uid',
  '--kubevirt-share-dir',
  '--ephemeral-disk-dir',
  '--container-disk-dir',
];
const OF_CONTAINERS_LEFT =
  'volumeMounts volumeDevices env livenessProbe readinessProbe startupProbe imagePullPolicy terminationMessagePath ' +
  'terminationMessagePolicy lifecycle';
const OF_PODS =
  'nodeSelector affinity tolerations topologySpreadConstraints securityContext hostname subdomain schedulerName ' +
  'priorityClassName runtimeClassName dnsPolicy dnsConfig terminationGracePeriodSeconds restartPolicy readinessGates ' +
  'enableServiceLinks serviceAccountName automountServiceAccountToken imagePullSecrets resourceClaims';

/** The launcher pod of every guest that virt-api admits, by the tag that recorded it. */
export function launcher(cases: readonly LauncherCase[]): Tally {
  const tally = new Tally();
  for (const { id, upstream, admitted, config, object, others, pod } of cases) {
    if (pod !== undefined && !admitted) {
      continue;
    }
    const tag = upstream.slice(1);
    const answer = launcherPod(object, { target: { kubevirt: tag }, existing: [config, ...others] }).pod;
    const release = `KubeVirt ${tag}`;
    if (pod === undefined) {
      tally.count(release, 'no pod is made', answer === undefined, id);
      continue;
    }
    const expected = comparable(pod);
    const got = answer === undefined ? undefined : comparable(answer as unknown as Pod);
    const isSame = (part: (of: Comparable) => unknown) =>
      got !== undefined && JSON.stringify(part(got)) === JSON.stringify(part(expected));
    const ofCompute = (name: string) => (of: Comparable) =>
      [of.compute?.requests, of.compute?.limits].map((amounts) => (isMap(amounts) ? amounts[name] : undefined));
    tally.count(release, 'memory', isSame(ofCompute('memory')), id);
    tally.count(release, 'CPU', isSame(ofCompute('cpu')), id);
    tally.count(
      release,
      'nodeSelector',
      isSame(({ pod: { nodeSelector } }) => nodeSelector),
      id,
    );
    tally.count(
      release,
      'all fields',
      isSame((of) => of),
      id,
    );
  }
  return tally;
}

interface Comparable {
  readonly compute: Tree | undefined;
  readonly pod: Tree;
}

/** What of a pod is foretold, with amounts as numbers and without what is empty. */
function comparable({ metadata, spec }: Pod): Comparable {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  const compute = containers.find(({ name }) => name === 'compute');
  const { 'kubevirt.io/created-by': _uid, ...labels } = metadata.labels ?? {};
  return {
    compute: normal(amounts(compute?.resources)) as Tree | undefined,
    pod: normal({
      ...only(spec, OF_PODS.split(' ')),
      ...only(metadata, ['generateName', 'namespace']),
      labels,
      annotations: without(metadata.annotations ?? {}, ANNOTATIONS_LEFT),
      containers: containers.map(comparableContainer),
      initContainers: (spec.initContainers ?? []).map(({ name }) => name),
    }) as Tree,
  };
}

/** Of commands only those of the launcher and of hooks are foretold. */
function comparableContainer(container: Container): Tree {
  const { resources, command, args, ports, ...rest } = without(container, OF_CONTAINERS_LEFT.split(' '));
  const isForetold = container.name === 'compute' || container.name.startsWith('hook-sidecar');
  return {
    ...rest,
    resources: amounts(resources),
    ports: (container.name === 'compute' && Array.isArray(ports) ? ports : []).map((port: Tree) => ({
      ...port,
      protocol: port.protocol ?? 'TCP',
    })),
    ...(isForetold ? { command: container.name === 'compute' ? withoutArguments(command) : command, args } : {}),
  };
}

function withoutArguments(command: unknown): unknown[] {
  const words = Array.isArray(command) ? command : [];
  return words.filter(
    (word, index) => !ARGUMENTS_LEFT.includes(word as string) && !ARGUMENTS_LEFT.includes(words[index - 1] as string),
  );
}

function amounts(resources: unknown): Tree {
  const of = isMap(resources) ? resources : {};
  const inBillionths = (list: unknown) =>
    Object.fromEntries(
      Object.entries(isMap(list) ? list : {}).map(([name, text]) => [name, amountOf(text)?.nano.toString()]),
    );
  return { ...of, requests: inBillionths(of.requests), limits: inBillionths(of.limits) };
}

function only(tree: Tree, keys: readonly string[]): Tree {
  return Object.fromEntries(keys.map((key) => [key, tree[key]]));
}

function without(tree: Tree, keys: readonly string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([key]) => !keys.includes(key)));
}

/** Keys in order, nothing empty; labels and annotations may be. `privileged: false` says nothing. */
function normal(value: unknown, keepsEmpty = false): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => normal(item));
  }
  if (!isMap(value)) {
    return value;
  }
  const entries = Object.entries(value)
    .filter(([key, of]) => !(key === 'privileged' && of === false))
    .map(([key, of]) => [key, normal(of, key === 'labels' || key === 'annotations')] as const)
    .filter(([, of]) => !isEmpty(of) || (of === '' && keepsEmpty))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isMap(value) && Object.keys(value).length === 0)
  );
}
