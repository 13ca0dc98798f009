import type { ParameterType } from '../../argocd/given';
import { isMap } from '../../kube/object';
import type { YamlPath } from '../../kube/yaml/place';
import { valueAt } from './file-path';

/** What may be set from outside on every platform, whether or not its file announces it. */
interface BuiltInParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly path: YamlPath;
  /** Whether what is given is added to what the file says, as opposed to taking its place. */
  readonly merges: boolean;
}

const EVERYWHERE: readonly BuiltInParameter[] = [
  { name: 'namespace', type: 'string', path: ['spec', 'namespace'], merges: false },
  { name: 'target', type: 'map', path: ['spec', 'target'], merges: true },
  { name: 'severity', type: 'map', path: ['spec', 'findings', 'severity'], merges: true },
];

/**
 * The built-in parameters of a document.
 *
 * `<name>.replicas` is that of a pool of machines, or of an entry of virtual machines that stands for several: giving it to
 * one that does not would rename the VM. Where two share a name, neither is meant.
 */
export function builtInParameters(root: unknown): BuiltInParameter[] {
  const counts = [
    ...named(root, 'machines'),
    ...named(root, 'virtualMachines').filter(({ item }) => Object.hasOwn(item, 'replicas')),
  ].map(({ name, path }) => ({
    name: `${name}.replicas`,
    type: 'number' as const,
    path: [...path, 'replicas'],
    merges: false,
  }));
  const isOnly = ({ name }: BuiltInParameter) => counts.filter((each) => each.name === name).length === 1;
  return [...EVERYWHERE, ...counts.filter(isOnly)];
}

function named(root: unknown, list: string): { name: string; path: YamlPath; item: Record<string, unknown> }[] {
  const items = valueAt(root, ['spec', list]);
  return (Array.isArray(items) ? items : []).flatMap((item: unknown, i) =>
    isMap(item) && typeof item.name === 'string' ? [{ name: item.name, path: ['spec', list, i], item }] : [],
  );
}
