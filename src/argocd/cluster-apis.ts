import type { Finding } from '../findings/finding';
import { groupOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { BRINGERS } from './facts';

/** Argo CD's own information about an Application's destination cluster. */
export interface DestinationCluster {
  /** `KUBE_VERSION`, as `1.36.1`. */
  readonly kubernetes?: string;
  /** `KUBE_API_VERSIONS`: groups with version, and kinds of them. */
  readonly apis: readonly string[];
}

/** Kinds that the cluster does not serve and that nothing in the output brings. Silent where it is not known what it serves. */
export function checkClusterApis(objects: readonly KubeObject[], { apis }: DestinationCluster): Finding[] {
  if (apis.length === 0) {
    return [];
  }
  const served = new Set(apis);
  const knowsKinds = apis.some((api) => /\/[A-Z]/.test(api));
  const brought = broughtBy(objects);
  const lacking = new Map<string, number>();
  for (const { apiVersion, kind } of objects) {
    const isServed = served.has(knowsKinds ? `${apiVersion}/${kind}` : apiVersion);
    if (!isServed && !brought(kind, groupOf(apiVersion))) {
      const key = `${apiVersion}/${kind}`;
      lacking.set(key, (lacking.get(key) ?? 0) + 1);
    }
  }
  return [...lacking].sort().map(([api, count]) => lacks(api, count, apis));
}

/** Whether the output says itself where a kind comes from: by its CRD, or by the object whose operator brings it. */
function broughtBy(objects: readonly KubeObject[]): (kind: string, group: string) => boolean {
  const here = new Set(objects.map(({ kind, apiVersion }) => `${kind}.${groupOf(apiVersion)}`));
  const bringers = BRINGERS.filter(({ kind }) => here.has(kind));
  const own = new Set(
    objects
      .filter(({ kind }) => kind === 'CustomResourceDefinition')
      .map((crd) => {
        const { group, names } = (crd.spec ?? {}) as { group?: string; names?: { kind?: string } };
        return `${names?.kind}.${group}`;
      }),
  );
  return (kind, group) =>
    own.has(`${kind}.${group}`) ||
    bringers.some((bringer) => bringer.kind !== `${kind}.${group}` && bringer.groups.includes(group));
}

function lacks(api: string, count: number, apis: readonly string[]): Finding {
  const [kind = '', version = '', group = ''] = api.split('/').reverse();
  const others = apis
    .filter((each) => each.startsWith(`${group}/`) && each.endsWith(`/${kind}`))
    .map((each) => each.split('/')[1]);
  return {
    code: 'PV704',
    severity: 'error',
    what: `the cluster does not serve ${kind} of ${[group, version].filter((part) => part !== '').join('/')}, and there ${count === 1 ? 'is one object' : `are ${count} objects`}`,
    why: 'The sync would fail halfway: what comes before is applied, what comes after is not',
    fix:
      others.length > 0
        ? `it serves ${others.join(', ')}: correct the target`
        : 'install what brings that kind first, or correct the target or the destination of the Application',
  };
}

/** A target that says another Kubernetes than the cluster runs: rules then judged for the wrong one. */
export function checkKubernetes(declared: string | undefined, { kubernetes }: DestinationCluster): Finding[] {
  const minor = (release: string) => release.replace(/^v/, '').split('.').slice(0, 2).join('.');
  return declared === undefined || kubernetes === undefined || minor(declared) === minor(kubernetes)
    ? []
    : [
        {
          code: 'PV710',
          severity: 'warning',
          path: 'target.kubernetes',
          what: `the target is Kubernetes ${declared}, but the cluster runs ${kubernetes}`,
          why: 'Rules that depend on the Kubernetes release were evaluated for another one',
          fix: `write ${minor(kubernetes)}, or correct the destination of the Application`,
        },
      ];
}
