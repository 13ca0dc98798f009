import { ARCHITECTURES } from '../architectures/facts';
import type { ArgocdDeclaration, ArgocdDestination } from '../argocd/declaration';
import type { Allowance, FindingsPolicy } from '../findings/policy';
import type { GateSupportDeclaration } from '../gates/registry';
import { STAGES } from '../gates/stages';
import { SUPPORT_STATUSES } from '../gates/support';
import type { InfraLabel, InfraLabelsController, InfraLabelsDeclaration } from '../machines/infra-labels';
import type { PolicyChoice } from '../policies/policies';
import { POLICY_ACTIONS, POLICY_GROUPS } from '../policies/policy-rule';
import type { Taint } from '../target/node';
import type { NodePoolDeclaration } from '../target/node-pool';
import type { TargetDeclaration } from '../target/target';
import type { PlatformSettings } from './platform';
import { described, maybe } from './read/shapes';
import * as z from './read/zod';
import { type Rows, required, setting, settings, table } from './rows/row';
import {
  anyText,
  architecture,
  count,
  flag,
  listOf,
  once,
  quantity,
  type Shape,
  text,
  textMap,
  whole,
  word,
} from './rows/shapes';

const release = setting(anyText, '1.9');

/** The releases that a cluster runs. */
const TARGET = table<TargetDeclaration>('TargetDeclaration', () => ({
  kubevirt: release,
  hco: release,
  openshiftVirtualization: setting(anyText, '4.20'),
  cdi: release,
  ssp: release,
  kubernetes: release,
  machineController: release,
  argocd: release,
}));

const TAINT = table<Taint>('Taint', () => ({
  key: required(setting(text, 'build')),
  value: setting(anyText, 'yes'),
  effect: required(setting(word('NoSchedule', 'PreferNoSchedule', 'NoExecute'), 'NoSchedule')),
}));

/** Nodes that are alike. */
export const NODE_POOL = table<NodePoolDeclaration>('NodePoolDeclaration', () => ({
  pool: required(setting(text, 'intel')),
  architecture: required(setting(architecture, 'amd64')),
  count: setting(whole, 3),
  role: setting(word('worker', 'control-plane'), 'control-plane'),
  zones: setting(listOf(text), ['a']),
  labels: setting(textMap, { rack: 'r1' }),
  taints: settings(TAINT).list,
  cpu: setting(once(() => z.number().check(z.minimum(0))) as Shape<number>, 8),
  memory: setting(quantity, '32Gi') as never,
  devices: setting(once(() => z.record(z.string(), whole())) as unknown as Shape<Readonly<Record<string, number>>>, {
    'nvidia.com/A100': 2,
  }),
}));

/** A file that holds nodes. */
export interface NodesFile {
  /** A file beside this one that holds what `kubectl get nodes -o yaml` printed. */
  readonly from: string;
}

export const NODES_FILE = table<NodesFile>('NodesFile', () => ({ from: required(setting(text, 'nodes.yaml')) }));

const status = once(() => z.enum([...SUPPORT_STATUSES, 'Unspecified']));

const cell = once(() =>
  z.union([status(), z.strictObject({ status: status(), evidence: described(text(), 'What it rests on.') })]),
);

const gateSupport = once(() =>
  z.strictObject({
    stage: maybe(z.enum(STAGES), 'Stage of a gate that only your build of KubeVirt has.'),
    ...Object.fromEntries(
      ARCHITECTURES.map((name) => [name, maybe(cell(), `How well the gate is supported on ${name}.`)]),
    ),
  }),
);

/** How well gates are supported: a map by gate, and in it one by architecture. */
const supportByArch = once(() => z.record(text(), gateSupport())) as unknown as Shape<GateSupportDeclaration>;

const code = once(() => z.string().check(z.regex(/^PV\d{3}$/, 'a code, as PV107'))) as Shape<string>;

const ALLOWANCE = table<Allowance>('Allowance', () => ({
  code: required(setting(code, 'PV107')),
  object: setting(text, 'VirtualMachine/web'),
  until: required(
    setting(
      once(() =>
        z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day, as "2027-01-31", in quotes')),
      ) as Shape<string>,
      '2027-01-31',
    ),
  ),
  reason: required(setting(text, 'until the new nodes are there')),
}));

/** What a platform decides about findings. */
const FINDINGS = table<FindingsPolicy>('FindingsPolicy', () => ({
  severity: setting(
    once(() => z.record(code(), z.enum(['error', 'warning', 'info']))) as unknown as Shape<
      NonNullable<FindingsPolicy['severity']>
    >,
    { PV301: 'warning' },
  ),
  allow: settings(ALLOWANCE).list,
}));

const DESTINATION = table<ArgocdDestination>('ArgocdDestination', () => ({
  name: setting(text, 'edge'),
  server: setting(text, 'https://edge.example.org'),
  namespace: setting(text, 'vms'),
}));

/** What Argo CD is told. */
const ARGOCD = table<ArgocdDeclaration>('ArgocdDeclaration', () => ({
  minimumObjects: setting(count, 3),
  waves: setting(flag, true),
  prune: setting(word('confirm', 'never'), 'never'),
  destination: settings(DESTINATION).map,
  labels: setting(textMap, { ring: 'first' }),
}));

/** Rules that the API server enforces. */
export const ENFORCEMENT = table<PolicyChoice>('PolicyChoice', () => ({
  only: setting(listOf(word(...POLICY_GROUPS)) as unknown as Shape<NonNullable<PolicyChoice['only']>>, ['traps']),
  action: setting(word(...POLICY_ACTIONS) as unknown as Shape<NonNullable<PolicyChoice['action']>>, 'Warn'),
  namespace: setting(text, 'virt'),
  namespaces: setting(textMap, { tenant: 'yes' }),
  exemptions: setting(flag, false),
}));

const INFRA_LABEL = table<InfraLabel>('InfraLabel', () => ({
  from: required(setting(text, 'rack')),
  to: setting(text, 'infra.example.com/rack'),
}));

const CONTROLLER = table<InfraLabelsController>('InfraLabelsController', () => ({
  serviceAccount: setting(text, 'infra-labels'),
}));

/** Labels that go from the infra cluster to the user cluster. */
export const INFRA_LABELS = table<InfraLabelsDeclaration>('InfraLabelsDeclaration', () => ({
  name: setting(text, 'labels'),
  namespace: setting(text, 'kube-system'),
  keys: required(settings(INFRA_LABEL).list),
  controller: settings(CONTROLLER).map,
}));

/** What a platform says of itself. */
export const PLATFORM_SETTINGS: Rows<PlatformSettings, unknown> = {
  target: settings(TARGET).map,
  identity: setting(text, 'edge-1'),
  namespace: setting(text, 'vms'),
  labels: setting(textMap, { tier: 'edge' }),
  distribution: setting(word('openshift', 'kubernetes'), 'openshift'),
  supportByArch: setting(supportByArch, { Sidecar: { arm64: 'Unsupported' } }),
  findings: settings(FINDINGS).map,
  argocd: settings(ARGOCD).map,
};

/** The props of `Platform` beside those; nodes and hypervisors come as objects of their own. */
interface OwnProps {
  readonly nodes?: unknown;
  readonly hypervisors?: unknown;
  readonly disableResourceNameHashes?: boolean;
}

const anything = once(() => z.unknown()) as unknown as Shape<never>;

export const PLATFORM_PROPS = table<PlatformSettings & OwnProps>('PlatformProps', () => ({
  ...PLATFORM_SETTINGS,
  nodes: setting(anything, [] as never) as never,
  hypervisors: setting(anything, [] as never) as never,
  disableResourceNameHashes: setting(flag, true),
}));
