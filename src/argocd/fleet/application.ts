import type { Finding } from '../../findings/finding';
import { asText, compact, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import type { ArgocdDestination } from '../declaration';
import type { IgnoreDifference } from '../drift';
import type { GivenParameter } from '../given';

/** An Application that renders with the plugin instead of reading what is committed. */
export interface PluginSource {
  /** The plugin with its version, as `polyvirt-v0.1.0`. */
  readonly name: string;
  readonly parameters?: readonly GivenParameter[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}

/** What Applications of one cluster and of fleets have in common. */
export interface DeliveryDeclaration {
  /**
   * Namespace of Argo CD.
   *
   * @default 'argocd'
   */
  readonly namespace?: string;
  /**
   * Project of Argo CD.
   *
   * @default 'default'
   */
  readonly project?: string;
  readonly repoURL: string;
  /**
   * Branch, tag or commit. A branch by its full name, `refs/heads/main`, costs Argo CD one question less for each refresh.
   *
   * @default 'HEAD'
   */
  readonly targetRevision?: string;
  /**
   * The plugin that renders.
   *
   * @default - nothing is rendered: the folder holds what was committed
   */
  readonly plugin?: PluginSource;
  /**
   * What a change has to touch for the Application to be rendered anew: relative to its folder, or from the top with `/`.
   *
   * @default - its folder
   */
  readonly generatePaths?: readonly string[];
  /**
   * Whether a change is applied by itself, whether what is gone from git is deleted, and whether others' changes are
   * undone.
   *
   * @default - a change is applied by itself, and nothing is deleted or undone
   */
  readonly automated?: false | { readonly prune?: boolean; readonly selfHeal?: boolean };
  /** @default - what operators fill in and no git says */
  readonly ignoreDifferences?: readonly IgnoreDifference[];
  /** @default - none beside those that large Applications and operators need */
  readonly syncOptions?: readonly string[];
}

/** One Application: one cluster. */
export interface ApplicationDeclaration extends DeliveryDeclaration {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Folder in the repository: what `polyvirt synth` wrote, or the platform where the plugin renders. */
  readonly path: string;
  readonly destination: ArgocdDestination;
}

/** The API of Argo CD that both are of. */
export const ARGOCD_API = 'argoproj.io/v1alpha1';

/** Where Argo CD usually is. */
export const ARGOCD_NAMESPACE = 'argocd';

const GENERATE_PATHS = 'argocd.argoproj.io/manifest-generate-paths';

/**
 * What every sync does: touches what differs only, leaves alone what is ignored, and stops where another Application has
 * the object already.
 */
const SYNC_OPTIONS = ['ApplyOutOfSyncOnly=true', 'RespectIgnoreDifferences=true', 'FailOnSharedResource=true'];

/** Operators take a while until they serve what comes after them. */
const RETRY = { limit: 5, backoff: { duration: '10s', factor: 2, maxDuration: '5m' } };

/** An Application of Argo CD. */
export function application(declaration: ApplicationDeclaration): KubeObject {
  const { name, namespace, labels, path, destination } = declaration;
  return {
    apiVersion: ARGOCD_API,
    kind: 'Application',
    metadata: {
      name,
      namespace: namespace ?? ARGOCD_NAMESPACE,
      ...compact({ labels: labels === undefined || Object.keys(labels).length === 0 ? undefined : labels }),
      annotations: deliveryAnnotations(declaration),
    },
    spec: deliverySpec(declaration, path, compact({ ...destination }) ?? {}),
  };
}

/** Which paths count: without them every commit renders every Application of the repository. */
export function deliveryAnnotations({ generatePaths }: DeliveryDeclaration): Record<string, string> {
  return { [GENERATE_PATHS]: (generatePaths ?? ['.']).join(';') };
}

/** The spec of an Application, also as a template. */
export function deliverySpec(
  declaration: DeliveryDeclaration,
  path: string,
  destination: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { project, repoURL, targetRevision, plugin, automated, ignoreDifferences = [], syncOptions = [] } = declaration;
  return {
    project: project ?? 'default',
    source: {
      repoURL,
      targetRevision: targetRevision ?? 'HEAD',
      path,
      // An empty directory would count as none, and every plugin that discovers would be asked.
      ...(plugin === undefined ? { directory: { recurse: true } } : { plugin: pluginSource(plugin) }),
    },
    destination,
    ...(ignoreDifferences.length === 0 ? {} : { ignoreDifferences }),
    syncPolicy: {
      ...(automated === false ? {} : { automated: compact({ ...automated }) ?? {} }),
      syncOptions: [...SYNC_OPTIONS, ...syncOptions],
      retry: RETRY,
    },
  };
}

function pluginSource({ name, parameters, env }: PluginSource): Record<string, unknown> {
  return {
    name,
    ...(parameters === undefined || parameters.length === 0 ? {} : { parameters }),
    ...(env === undefined || env.length === 0 ? {} : { env }),
  };
}

/** A destination that is none, or two. */
export function checkDestination({ name, server }: ArgocdDestination, path: string): Finding[] {
  const said = [name, server].filter((each) => each !== undefined && each !== '');
  return said.length === 1
    ? []
    : [
        {
          code: 'PV713',
          severity: 'error',
          path,
          what: said.length === 0 ? 'it has neither name nor server' : 'it has both name and server',
          why: 'Argo CD rejects the Application, and nothing reaches the cluster',
          fix: said.length === 0 ? 'say the name of the cluster in Argo CD' : 'keep one of them',
        },
      ];
}

/** What of an Application cannot work, or costs more than it should. */
export function checkDelivery(declaration: DeliveryDeclaration & { path?: string }): Finding[] {
  const { plugin, path } = declaration;
  return [
    ...(path === undefined || !/^\/|(^|\/)\.\.(\/|$)/.test(path) ? [] : [outside(path)]),
    ...(plugin === undefined || /-v?\d/.test(plugin.name) ? [] : [unversioned(plugin.name)]),
  ];
}

function outside(path: string): Finding {
  return {
    code: 'PV713',
    severity: 'error',
    path: 'path',
    what: `"${path}" is not a folder of the repository`,
    why: 'Argo CD rejects the Application, and nothing reaches the cluster',
    fix: 'write it from the top of the repository, without a slash before it',
  };
}

/** A plugin that is called the same in every version. */
export function unversioned(name: string): Finding {
  return {
    code: 'PV714',
    severity: 'warning',
    path: 'plugin.name',
    what: `the plugin "${name}" has no version in its name`,
    why:
      'Argo CD caches renders by plugin name: after an upgrade of the plugin it uses the old objects for up to a ' +
      'day',
    fix: 'name it with its version, as polyvirt argocd install does, and change both together',
    source: 'argoproj/argo-cd v3.5.1 reposerver/cache/cache.go',
  };
}

/** By this Argo CD deletes what an Application deployed, when that is deleted. A way of deletion may follow after a slash. */
export const RESOURCES_FINALIZER = 'resources-finalizer.argocd.argoproj.io';

/** Whether what an Application deployed goes with it. */
export function goesWithResources(application: KubeObject): boolean {
  return [valueAt(application, 'metadata.finalizers')]
    .flat()
    .some((each) => asText(each).split('/')[0] === RESOURCES_FINALIZER);
}
