import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { isDnsLabel, isQualifiedName } from '../kube/names';
import type { KubeObject } from '../kube/object';
import type { Demands } from '../placement/demands';
import { MACHINES_NAMESPACE, TOPOLOGY_LABELS } from './facts';

/** A label of the nodes that machines run on, and what it is called on the nodes that the machines are. */
export interface InfraLabel {
  /** Key on the node of the infra cluster. */
  readonly from: string;

  /**
   * Key on the node of the user cluster.
   *
   * @default - the same
   */
  readonly to?: string;
}

/** Which labels go from the infra cluster to the user cluster: one list for all pools. */
export interface InfraLabelsDeclaration {
  /**
   * Name of the ConfigMap.
   *
   * @default 'infra-labels'
   */
  readonly name?: string;

  /**
   * Its namespace.
   *
   * @default 'kube-system'
   */
  readonly namespace?: string;

  /** The labels: one list for all pools. More can be added with `addKey()`. */
  readonly keys: readonly InfraLabel[];

  /**
   * The controller that copies them, which polyvirt does not bring: its account and its rights in the user cluster.
   *
   * @default - none: what is not known is not copied beforehand
   */
  readonly controller?: InfraLabelsController;
}

/** A controller that copies the labels, which polyvirt does not bring: its rights in the user cluster are written. */
export interface InfraLabelsController {
  /**
   * Account that it runs as.
   *
   * @default 'infra-labels'
   */
  readonly serviceAccount?: string;
}

/** Name of the ConfigMap where none is given. */
export const INFRA_LABELS_NAME = 'infra-labels';

/**
 * The list as a ConfigMap, which the program that copies labels watches.
 *
 * Its name never changes with its content, so that a new key is a new content and not a restart.
 */
export function infraLabelsConfigMap({
  name = INFRA_LABELS_NAME,
  namespace = MACHINES_NAMESPACE,
  keys,
}: InfraLabelsDeclaration): KubeObject {
  const lines = [...new Set(keys.map(({ from, to = from }) => `${from}=${to}`))].sort();
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
    data: { keys: lines.map((line) => `${line}\n`).join('') },
  };
}

/** Labels of the nodes of a pool that are known beforehand: the placement leaves one value of a key in the list. */
export function staticLabels(
  { nodes }: Demands,
  declaration: InfraLabelsDeclaration | undefined,
): Record<string, string> {
  return Object.fromEntries(
    (declaration?.keys ?? []).flatMap(({ from, to = from }) => {
      const lists = nodes
        .filter(({ hard, wanted, key, values }) => hard && wanted && key === from && values.length > 0)
        .map(({ values }) => values);
      const left = lists.reduce((rest, values) => rest.filter((value) => values.includes(value)), lists[0] ?? []);
      return left.length === 1 ? [[to, left[0]!]] : [];
    }),
  );
}

/** Keys that mean something to Kubernetes itself, which must not be written on a node from outside. */
const RESERVED =
  /^(kubernetes\.io\/(hostname|arch|os)|node-role\.kubernetes\.io\/.*|node\.kubernetes\.io\/.*|beta\.kubernetes\.io\/.*)$/;

/** What is wrong with the list. */
export function checkInfraLabels({ keys, controller }: InfraLabelsDeclaration): Finding[] {
  const account = controller?.serviceAccount;
  const wrongAccount =
    account === undefined || isDnsLabel(account)
      ? []
      : [
          wrong(
            'controller.serviceAccount',
            `${shownValue(account)} is not a name of an account`,
            'The API server rejects it',
            'use lower-case letters, digits and -, at most 63',
          ),
        ];
  const targets = keys.map(({ from, to = from }) => to);
  const wrongKeys = keys.flatMap(({ from, to = from }, i) => {
    const path = `keys[${i}]`;
    const bad = [from, to].find((key) => !isQualifiedName(String(key)));
    if (bad !== undefined) {
      return [
        wrong(
          path,
          `${shownValue(bad)} is not the key of a label`,
          'The API server rejects such a label',
          'use letters, digits and - _ . , at most 63; a key may begin with a DNS name and a slash',
        ),
      ];
    }
    if (RESERVED.test(to)) {
      return [
        wrong(
          path,
          `${to} of a node is Kubernetes’ own`,
          'The kubelet writes it back, or pods are scheduled by what is not true of the node',
          `give it a name of your own: to: infra.example.com/${from.split('/').at(-1)}`,
        ),
      ];
    }
    if (to === TOPOLOGY_LABELS.region || to === TOPOLOGY_LABELS.zone) {
      return [
        wrong(
          path,
          `the cloud controller writes ${to} by itself, once, when a node joins`,
          'Two writers of one label undo each other, and volumes are bound by it',
          'leave it out, or follow a machine that migrates under another name: to: ' +
            `infra.example.com/${to.split('/').at(-1)}`,
        ),
      ];
    }
    return targets.indexOf(to) === i
      ? []
      : [
          wrong(
            path,
            `${to} appears twice`,
            'Which of the two a node gets would be chance',
            'give each a name of its own',
          ),
        ];
  });
  return [...wrongKeys, ...wrongAccount];
}

function wrong(path: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV003',
    severity: 'error',
    path,
    what,
    why,
    fix,
    source: 'cloud-provider-kubevirt pkg/provider/instances_v2.go',
  };
}

/** Who copies labels, and where the machines are. */
export interface InfraLabelsAccessOptions extends Pick<InfraLabelsDeclaration, 'name' | 'namespace' | 'controller'> {
  /** Namespace of the virtual machines in the infra cluster. */
  readonly infraNamespace: string;
}

/** Permissions of the controller that copies labels, by the cluster in which they are applied. */
export interface InfraLabelsAccess {
  readonly user: readonly KubeObject[];
  readonly infra: readonly KubeObject[];
}

const RBAC = 'rbac.authorization.k8s.io';
const READ = ['get', 'list', 'watch'];

/** The rights of a controller that copies labels, in both clusters. */
export function infraLabelsAccess(options: InfraLabelsAccessOptions): InfraLabelsAccess {
  return { user: userAccess(options), infra: infraAccess(options) };
}

/**
 * Its rights in the user cluster: it reads the list and nothing else of that namespace, and patches nodes.
 *
 * It watches, so that a new key takes effect without a restart; a watch of one name needs `list` as well.
 */
export function userAccess(
  declaration: Pick<InfraLabelsDeclaration, 'name' | 'namespace' | 'controller'>,
): KubeObject[] {
  const { name = INFRA_LABELS_NAME, namespace = MACHINES_NAMESPACE } = declaration;
  const account = accountOf(declaration);
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace } },
    ...clusterWide(account, namespace, [{ apiGroups: [''], resources: ['nodes'], verbs: [...READ, 'patch'] }]),
    ...within(namespace, account, namespace, [
      { apiGroups: [''], resources: ['configmaps'], resourceNames: [name], verbs: READ },
    ]),
  ];
}

/** Its rights in the infra cluster, by the account whose token its kubeconfig has: it only reads. */
function infraAccess({ infraNamespace, ...declaration }: InfraLabelsAccessOptions): KubeObject[] {
  const account = accountOf(declaration);
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace: infraNamespace } },
    ...clusterWide(account, infraNamespace, [{ apiGroups: [''], resources: ['nodes'], verbs: READ }], infraNamespace),
    ...within(infraNamespace, account, infraNamespace, [
      { apiGroups: ['kubevirt.io'], resources: ['virtualmachineinstances'], verbs: READ },
    ]),
  ];
}

function accountOf({ controller }: Pick<InfraLabelsDeclaration, 'controller'>): string {
  return controller?.serviceAccount ?? INFRA_LABELS_NAME;
}

/** In the infra cluster there is one for each user cluster, so its namespace is in the name. */
function clusterWide(account: string, namespace: string, rules: readonly object[], of?: string): KubeObject[] {
  const name = of === undefined ? account : `${of}-${account}`;
  return granted('ClusterRole', { name }, account, namespace, rules);
}

function within(at: string, account: string, namespace: string, rules: readonly object[]): KubeObject[] {
  return granted('Role', { name: account, namespace: at }, account, namespace, rules);
}

function granted(
  kind: 'Role' | 'ClusterRole',
  metadata: { readonly name: string; readonly namespace?: string },
  account: string,
  namespace: string,
  rules: readonly object[],
): KubeObject[] {
  return [
    { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
    {
      apiVersion: `${RBAC}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC, kind, name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    },
  ];
}
