import { checkClusterApis, checkKubernetes, checkOutput, type DestinationCluster } from '../argocd/output-policy';
import type { Environment } from '../argocd/settings';
import type { Cluster, Clusters } from '../cluster/cluster';
import { checkAnything } from '../cluster/judge/judge';
import { compareFindings, type Finding, hasErrors } from '../findings/finding';
import { applyPolicy } from '../findings/policy';
import { isKubeObject, itemsOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { ManifestFormat } from '../kube/yaml/files';
import { renderCluster } from '../sinks/render-cluster';
import type { Deadline } from '../sources/host/deadline';
import { WorkspaceError } from '../sources/host/open-text';
import type { PluginRequest } from './request';

/** What a plugin prints. */
interface Rendered {
  readonly body: Buffer;
  /** What is worth a line in the log, and stops nothing. */
  readonly notices: readonly Finding[];
}

/** Below the 100 MiB that Argo CD takes in one message, which has more in it than the objects. */
const MAXIMUM_MIB = 64;

/** Renders the one cluster of a tree, or rejects: what leaves here is applied, and what is missing is deleted. */
export function renderForPlugin(
  tree: Clusters,
  { policy }: PluginRequest,
  { env, today, format, deadline }: { env: Environment; today: string; format: ManifestFormat; deadline: Deadline },
): Rendered {
  const rendering = { today, format, into: 'stream', tellsMissing: false } as const;
  // The same stream as that of synth --stdout.
  const rendered = deadline.hold('judging and writing the objects', () =>
    tree.clusters.map((cluster) => renderCluster(cluster, rendering, tree.findings)),
  );
  const findings = [
    ...tree.findings,
    ...checkAnything(tree.clusters, tree.findings),
    ...rendered.flatMap(({ result }) => result.findings),
  ].sort(compareFindings);
  refuseErrors(findings);
  const objects = rendered.flatMap(({ made }) => made.objects);
  const notices = [
    ...findings,
    ...deadline.hold('comparing with the cluster', () => checkWhole(tree, objects, env, today)),
  ];
  const within = objects.flatMap(objectsIn);
  refuseErrors([...notices, ...checkOutput(within, policy.output ?? {}, env.ARGOCD_APP_NAMESPACE || undefined)]);
  const texts = rendered.flatMap((cluster) => cluster.texts.map(({ text }) => text));
  return { body: written(texts, policy.output?.maximumMiB ?? MAXIMUM_MIB), notices };
}

function refuseErrors(findings: readonly Finding[]): void {
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings);
  }
}

/** Mistakes in the objects as a whole, and for their destination cluster. */
function checkWhole(tree: Clusters, objects: readonly KubeObject[], env: Environment, today: string): Finding[] {
  const [cluster] = tree.clusters;
  if (cluster === undefined || objects.length === 0) {
    return [EMPTY];
  }
  const known: DestinationCluster = {
    apis: (env.KUBE_API_VERSIONS ?? '').split(',').filter((api) => api !== ''),
    ...(env.KUBE_VERSION === undefined || env.KUBE_VERSION === '' ? {} : { kubernetes: env.KUBE_VERSION }),
  };
  const findings = [
    ...checkClusterApis(objects.flatMap(objectsIn), known),
    ...checkKubernetes(cluster.target.kubernetes, known),
  ];
  return [...tooFew(cluster, objects.length), ...applyPolicy(findings, severityOf(cluster), today)];
}

function severityOf({ policy: { severity } }: Cluster) {
  return severity === undefined ? {} : { severity };
}

function tooFew({ name, argocd }: Cluster, count: number): Finding[] {
  const least = argocd?.minimumObjects ?? 1;
  return count >= least
    ? []
    : [
        {
          code: 'PV703',
          severity: 'error',
          path: 'argocd.minimumObjects',
          what: `${name} has ${count} ${count === 1 ? 'object' : 'objects'}, but must have at least ${least}`,
          why: 'With pruning, everything that is missing is deleted from the cluster',
          fix: 'bring back what is missing, or lower minimumObjects where it is meant',
        },
      ];
}

/** An object, or what is in it if it is a list: Argo CD takes lists apart. */
function objectsIn(object: KubeObject): KubeObject[] {
  const items = itemsOf(object);
  return items.length === 1 && items[0]!.value === object
    ? [object]
    : items.flatMap(({ value }) => (isKubeObject(value) ? objectsIn(value) : []));
}

function written(texts: readonly string[], maximumMiB: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (const text of texts) {
    const part = Buffer.from(text);
    length += part.length;
    if (length > maximumMiB * (1 << 20)) {
      throw new WorkspaceError([tooLarge(maximumMiB)]);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(maximumMiB: number): Finding {
  return {
    code: 'PV705',
    severity: 'error',
    what: `the objects exceed ${maximumMiB} MiB`,
    why: 'Argo CD accepts 100 MiB in one message by default, and holds all of it in memory several times',
    fix: 'divide the platform into several Applications, or raise output.maximumMiB in the policy of the plugin',
  };
}

const EMPTY: Finding = {
  code: 'PV016',
  severity: 'error',
  what: 'there is nothing to print',
  why: 'Empty output, applied with pruning, deletes everything that was there before',
  fix: 'add objects, or remove the Application',
};
