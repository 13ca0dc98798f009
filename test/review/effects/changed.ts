import { isMap, type KubeObject } from '../../../src/kube/object';

type Container = Record<string, unknown> | unknown[];

/** The same with values put at paths like `spec.volumes[root].name`. */
export function changed(object: object, change: Readonly<Record<string, unknown>>): KubeObject {
  const copy = structuredClone(object) as Container;
  for (const [path, value] of Object.entries(change)) {
    const steps = [...path.matchAll(/\["([^"]+)"\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, quoted, item, key]) =>
      item === undefined ? (quoted ?? key)! : { item },
    );
    const last = steps.pop()!;
    put(steps.reduce(child, copy), last, value);
  }
  return copy as unknown as KubeObject;
}

type Step = string | { readonly item: string };

const nameOf = (item: unknown) => (isMap(item) ? (item.name ?? (isMap(item.metadata) ? item.metadata.name : '')) : '');

function child(around: Container, step: Step): Container {
  if (typeof step === 'object') {
    return (around as unknown[]).find((item) => nameOf(item) === step.item) as Container;
  }
  const map = around as Record<string, unknown>;
  map[step] ??= {};
  return map[step] as Container;
}

function put(around: Container, step: Step, value: unknown): void {
  if (typeof step === 'object') {
    const list = around as unknown[];
    const at = list.findIndex((item) => nameOf(item) === step.item);
    list.splice(at === -1 ? list.length : at, at === -1 ? 0 : 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) {
    delete (around as Record<string, unknown>)[step];
  } else {
    (around as Record<string, unknown>)[step] = value;
  }
}
