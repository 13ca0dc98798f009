import type { Finding } from '../findings/finding';
import { findingObject, groupOf, isKubeObject, itemsOf, namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { BRINGERS, isClusterScoped } from './facts';

/** What may be printed. */
export interface OutputPolicy {
  /** `VirtualMachine`, `VirtualMachine.kubevirt.io` or `*.kubevirt.io`; all where absent. */
  readonly kinds?: readonly string[];
  /** Names, in which `*` stands for anything; all where absent. */
  readonly namespaces?: readonly string[];
  /** Whether there may be objects without a namespace; where namespaces are named, not unless it is said. */
  readonly clusterScoped?: boolean;
  /** Largest output. */
  readonly maximumMiB?: number;
}

/** How programs run. */
export interface ProgramPolicy {
  readonly heapMiB?: number;
  /** Addresses of repositories that may bring programs, in which `*` stands for anything; all where absent. */
  readonly repositories?: readonly string[];
}

/** What the one who runs the plugin allows. */
export interface PluginPolicy {
  /** Programs, and how; `false` for none at all, whatever else is said. None run where nothing is said. */
  readonly typescript?: false | ProgramPolicy;
  readonly output?: OutputPolicy;
}

/**
 * The objects that the policy does not let through.
 *
 * @param destination the namespace of the Application, which an object without one goes to
 */
export function checkOutput(
  objects: readonly KubeObject[],
  { kinds, namespaces, clusterScoped = namespaces === undefined }: OutputPolicy,
  destination: string | undefined,
): Finding[] {
  return objects.flatMap((object) => {
    const { kind, apiVersion } = object;
    const group = groupOf(apiVersion);
    if (kinds !== undefined && !kinds.some((allowed) => isKind(allowed, kind, group))) {
      return [refused(object, `${kind}${group === '' ? '' : `.${group}`} is not an allowed kind`, kinds)];
    }
    // A namespace in an object that has none is ignored by the API server, and so it is here.
    if (isClusterScoped(object)) {
      return clusterScoped ? [] : [refused(object, 'objects without a namespace are not allowed', namespaces ?? [])];
    }
    const namespace = namespaceOf(object) ?? destination;
    return namespaces === undefined || (namespace !== undefined && namespaces.some((each) => matches(each, namespace)))
      ? []
      : [refused(object, `${namespace ?? 'an open namespace'} is not an allowed namespace`, namespaces)];
  });
}

function isKind(allowed: string, kind: string, group: string): boolean {
  const [name, ...rest] = allowed.split('.');
  return (
    (name === '*' || name === kind) &&
    (rest.length === 0 ? name !== '*' || group === '' : matches(rest.join('.'), group))
  );
}

/** Whether a text is one that a pattern means, in which `*` stands for anything. */
export function matches(pattern: string, text: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(text);
}

function refused(object: KubeObject, what: string, allowed: readonly string[]): Finding {
  return {
    code: 'PV707',
    severity: 'error',
    object: findingObject(object),
    what,
    why: 'The plugin policy does not allow the object, so nothing is printed',
    fix:
      allowed.length === 0
        ? 'take the object out'
        : `take the object out, or ask for it; allowed are ${allowed.join(', ')}`,
  };
}

/**
 * The objects that Argo CD takes from what a plugin printed, or why it takes none.
 *
 * A stream of YAML or of JSON; empty documents do not count; lists are taken apart. One document that is no object spoils
 * all of them, as a line that a program printed for its author does.
 */
export function splitOutput(text: string): readonly KubeObject[] | string {
  const objects: KubeObject[] = [];
  for (const value of jsonValues(text) ?? yamlValues(text)) {
    if (typeof value === 'object' && value !== null && 'problem' in value) {
      return `failed to unmarshal manifest: ${String(value.problem)}`;
    }
    for (const item of itemsOf(value)) {
      if (!isKubeObject(item.value)) {
        return "failed to unmarshal manifest: Object 'Kind' is missing";
      }
      objects.push(item.value);
    }
  }
  return objects;
}

function* yamlValues(text: string): Generator<unknown> {
  for (const read of readYaml(text)) {
    if (isProblem(read)) {
      yield { problem: `${read.problem}, line ${read.line}` };
      return;
    }
    if (read.value !== null) {
      yield read.value;
    }
  }
}

/** JSON objects one after the other; nothing where it is something else. */
function jsonValues(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith('{')) {
    return undefined;
  }
  try {
    return text
      .split(/\n(?=\{)/)
      .filter((part) => part.trim() !== '')
      .map((part) => JSON.parse(part) as unknown);
  } catch {
    return undefined;
  }
}

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
