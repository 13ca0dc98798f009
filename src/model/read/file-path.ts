import { isMap } from '../../kube/object';
import { pathSteps } from '../../kube/path';
import type { YamlPath } from '../../kube/yaml/place';

/** The name of a list item, so that a path can say `virtualMachines[web]` instead of a number. */
const NAMES = ['name', 'pool', 'code'] as const;

/** A path as people read it: `spec.virtualMachines[web].disks[os].bus`. */
export function pathText(root: unknown, path: YamlPath): string {
  let shown = '';
  let value = root;
  for (const step of path) {
    value = childOf(value, step);
    if (typeof step === 'number') {
      shown += `[${nameOf(value) ?? step}]`;
    } else {
      shown += /[.[\]]/.test(step) ? `[${JSON.stringify(step)}]` : `${shown === '' ? '' : '.'}${step}`;
    }
  }
  return shown;
}

/** What a path stands for. */
interface ParsedPath {
  /** Keys and positions, as far as it leads. */
  readonly steps: (string | number)[];
  /** Whether it leads all the way; its last key may be one that is not there yet. */
  readonly complete: boolean;
}

/** The keys and positions that a path like `disks[os].bus` or `labels["a.b/c"]` stands for. */
export function parsePath(root: unknown, path: string): ParsedPath {
  const steps: (string | number)[] = [];
  const written = pathSteps(path) ?? [];
  let value = root;
  for (const [i, { text, isItem }] of written.entries()) {
    const step = isItem ? itemAt(value, text) : text;
    if (step === undefined || (value === undefined && i > 0)) {
      return { steps, complete: false };
    }
    steps.push(step);
    value = childOf(value, step);
  }
  return { steps, complete: written.length > 0 || path === '' };
}

/** What is at a path, or nothing. */
export function valueAt(root: unknown, path: YamlPath): unknown {
  return path.reduce(childOf, root);
}

/** A copy in which only what lies on the path is new. */
export function withValue(root: unknown, [step, ...rest]: YamlPath, wanted: unknown): unknown {
  if (step === undefined) {
    return wanted;
  }
  if (Array.isArray(root)) {
    return root.map((item, i) => (i === step ? withValue(item, rest, wanted) : item));
  }
  const map = isMap(root) ? root : {};
  return { ...map, [step]: withValue(map[step], rest, wanted) };
}

function itemAt(list: unknown, name: string): number | undefined {
  if (!Array.isArray(list)) {
    return undefined;
  }
  const index = list.findIndex((item) => nameOf(item) === name);
  return index !== -1 ? index : /^\d+$/.test(name) && Number(name) < list.length ? Number(name) : undefined;
}

function nameOf(item: unknown): string | undefined {
  if (!isMap(item)) {
    return undefined;
  }
  const key = NAMES.find((name) => typeof item[name] === 'string');
  const name = key === undefined && isMap(item.metadata) ? item.metadata.name : item[key ?? ''];
  return typeof name === 'string' ? name : undefined;
}

function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) {
    return value[Number(step)];
  }
  return isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
