import { isMap, type KubeObject } from '../kube/object';
import type { KindCount } from './cluster-result';

/** Objects by kind, in the order in which kinds first appear. */
export function countKinds(objects: readonly KubeObject[]): KindCount[] {
  const kinds = new Map<string, { kind: string; count: number; architectures: Record<string, number> }>();
  for (const object of objects) {
    let known = kinds.get(object.kind);
    if (known === undefined) {
      known = { kind: object.kind, count: 0, architectures: {} };
      kinds.set(object.kind, known);
    }
    known.count += 1;
    const architecture = architectureOf(object);
    if (architecture !== undefined) {
      known.architectures[architecture] = (known.architectures[architecture] ?? 0) + 1;
    }
  }
  return [...kinds.values()];
}

/** The architecture that a VM says; nothing where it says none. */
export function architectureOf({ spec }: KubeObject): string | undefined {
  const template = isMap(spec) ? spec.template : undefined;
  const instance = isMap(template) && isMap(template.spec) ? template.spec : isMap(spec) ? spec : {};
  return typeof instance.architecture === 'string' ? instance.architecture : undefined;
}
