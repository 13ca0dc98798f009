import type { Finding } from '../findings/finding';
import { findingObject, groupOf, isKubeObject, itemsOf, namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { isClusterScoped } from './facts';

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
