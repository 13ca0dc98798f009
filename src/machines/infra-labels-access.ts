import type { KubeObject } from '../kube/object';
import { MACHINES_NAMESPACE } from './facts';
import { INFRA_LABELS_NAME, type InfraLabelsDeclaration } from './infra-labels';

/** Who copies labels, and where the machines are. */
export interface InfraLabelsAccessOptions extends Pick<InfraLabelsDeclaration, 'name' | 'namespace' | 'controller'> {
  /** Namespace of the virtual machines in the infra cluster. */
  readonly infraNamespace: string;
}

/** What a controller that copies labels may do, by the cluster in which it is applied. */
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
