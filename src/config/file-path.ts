import { isMap } from '../kube/object';
import type { YamlPath } from '../kube/yaml-place';

/** What names an item of a list, so that a path can say `virtualMachines[web]` instead of a number. */
const NAMES = ['name', 'pool', 'code'] as const;

/** A path as people read it: `spec.virtualMachines[web].disks[os].bus`. */
export function shownPath(root: unknown, path: YamlPath): string {
  let shown = '';
  let value = root;
  for (const step of path) {
    value = childOf(value, step);
    shown += typeof step === 'number' ? `[${nameOf(value) ?? step}]` : `${shown === '' ? '' : '.'}${step}`;
  }
  return shown;
}

/** The keys and positions that a path like `disks[os].bus` stands for; as far as it leads. */
export function parsePath(root: unknown, path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  let value = root;
  for (const [, key, item] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    const step = key ?? itemAt(value, item ?? '');
    if (step === undefined) {
      break;
    }
    steps.push(step);
    value = childOf(value, step);
  }
  return steps;
}

/** What is at a path, or nothing. */
export function valueAt(root: unknown, path: YamlPath): unknown {
  return path.reduce(childOf, root);
}

function itemAt(list: unknown, name: string): number | undefined {
  if (!Array.isArray(list)) {
    return undefined;
  }
  const index = list.findIndex((item) => nameOf(item) === name);
  return index !== -1 ? index : /^\d+$/.test(name) && Number(name) < list.length ? Number(name) : undefined;
}

function nameOf(item: unknown): string | undefined {
  const key = isMap(item) ? NAMES.find((name) => typeof item[name] === 'string') : undefined;
  return key === undefined ? undefined : String((item as Record<string, unknown>)[key]);
}

function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) {
    return value[Number(step)];
  }
  return isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
