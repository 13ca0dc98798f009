import type { Finding } from '../findings/finding';
import { MULTI_ARCH_SWITCH } from '../golden-images/facts';
import { groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { type PathStep, pathOfSteps, pathSteps } from '../kube/path';
import { demandAt, selectorAt } from './declared-demand';
import { DECLARED_ROWS, type DeclaredRow } from './declared-rows';
import { valueAtSteps } from './object-steps';

/**
 * The key of a declaration that says what is at a path of the object that it makes.
 *
 * A finding is about the object, regardless of its author; this is where its author reads it.
 *
 * @param made the object, where it is at hand: some items have other names, or are in another list, than they were declared in
 * @param declaration what declares it, where it is at hand: of several demands the one that is meant is found
 * @returns nothing where no key says it
 */
export function declaredPath(
  { object, path, code }: Pick<Finding, 'object' | 'path'> & Partial<Pick<Finding, 'code'>>,
  made?: KubeObject,
  declaration?: unknown,
): string | undefined {
  const { kind = '', name = '', apiVersion = '' } = object ?? {};
  const steps = path === undefined ? undefined : pathSteps(path);
  const rows = DECLARED_ROWS[`${kind}.${groupOf(apiVersion)}`] ?? DECLARED_ROWS[kind] ?? [];
  const best = steps === undefined ? undefined : bestRow(code === 'PV304' ? rows.filter(isNotList) : rows, steps);
  if (steps === undefined || best === undefined) {
    return undefined;
  }
  // A selector that is not written is made of the name.
  if (code === 'PV604') {
    return 'name';
  }
  const isWhole = best.declared.endsWith('!');
  const key = isWhole ? best.declared.slice(0, -1) : best.declared;
  if (key === 'featureGates' || key === 'disabledFeatureGates') {
    return gatePath(key, steps, made, declaration);
  }
  if (/(^|\.)placement\b/.test(key)) {
    return demandAt(key, steps, made, declaration) ?? key;
  }
  if (COMPONENT_SELECTOR.test(key)) {
    const said = selectorAt(key, best.matched.rest, declaration);
    if (said !== undefined) {
      return said;
    }
  }
  const item = itemName(kind, steps, best.matched.item, name, made);
  return pathOfSteps([...named(pathSteps(key)!, item), ...(isWhole ? [] : best.matched.rest)]);
}

/** Architectures of golden images that are listed are written as HyperConverged reads them: only annotations go wrong. */
function isNotList([, declared]: DeclaredRow): boolean {
  return !declared.endsWith('.architectures');
}

/** Components of KubeVirt and HyperConverged: one value of a label is a selector, wherever that was said. */
const COMPONENT_SELECTOR = /^(infra|workloads)(\.nodeSelector)?$/;

interface Row {
  readonly declared: string;
  readonly matched: Matched;
}

function bestRow(rows: readonly DeclaredRow[], steps: readonly PathStep[]): Row | undefined {
  let best: Row | undefined;
  for (const [object, declared] of rows) {
    const matched = match(pathSteps(object)!, steps);
    if (matched !== undefined && matched.weight >= (best?.matched.weight ?? 0)) {
      best = { declared, matched };
    }
  }
  return best;
}

/** Gates are listed in an order of their own; HyperConverged has those that are on and those that are off in one place. */
function gatePath(
  key: 'featureGates' | 'disabledFeatureGates',
  steps: readonly PathStep[],
  made: KubeObject | undefined,
  declaration: unknown,
): string {
  const last = steps.at(-1)!;
  if (made?.kind === 'HyperConverged' && last.text === 'featureGates') {
    // Of the gates as a whole only the one is missed that has a key of its own.
    return MULTI_ARCH_SWITCH;
  }
  const value = made === undefined ? undefined : valueAtSteps(made, steps);
  const isOff = value === false || (isMap(value) && value.state === 'Disabled');
  const list = isOff ? 'disabledFeatureGates' : key;
  const name = typeof value === 'string' ? value : isMap(value) ? value.name : last.isItem ? undefined : last.text;
  const declared = isMap(declaration) ? declaration[list] : undefined;
  const index = Array.isArray(declared) ? declared.indexOf(name) : -1;
  return index === -1 ? list : `${list}[${index}]`;
}

/** What an item of an object's list is called where it is declared. */
function itemName(
  kind: string,
  steps: readonly PathStep[],
  item: string,
  name: string,
  made: KubeObject | undefined,
): string {
  const list = steps.findIndex(({ text }) => text === 'dataVolumeTemplates' || text === 'dataImportCronTemplates');
  if (list === -1) {
    return item;
  }
  if (kind === 'HyperConverged') {
    return imageName(made === undefined ? undefined : valueAtSteps(made, steps.slice(0, list + 2))) ?? item;
  }
  // The volumes that a VM makes are named after it and the disk.
  return item.startsWith(`${name}-`) ? item.slice(name.length + 1) : item;
}

/** Golden images are called by their data source, and by their template where they have none. */
function imageName(template: unknown): string | undefined {
  const { spec, metadata } = isMap(template) ? template : {};
  const dataSource = isMap(spec) ? spec.managedDataSource : undefined;
  const cron = isMap(metadata) ? metadata.name : undefined;
  return typeof dataSource === 'string'
    ? dataSource
    : typeof cron === 'string'
      ? cron.replace(/-image-cron$/, '')
      : undefined;
}

interface Matched {
  /** What `*` stands for. */
  readonly item: string;
  readonly rest: readonly PathStep[];
  /** Longer rows say more, and a row with a name more than one for any. */
  readonly weight: number;
}

function match(row: readonly PathStep[], steps: readonly PathStep[]): Matched | undefined {
  let item = '';
  let weight = 0;
  for (const [i, { text, isItem }] of row.entries()) {
    const step = steps[i];
    if (step === undefined || step.isItem !== isItem || (text !== '*' && text !== step.text)) {
      return undefined;
    }
    item = text === '*' ? step.text : item;
    weight += text === '*' ? 2 : 3;
  }
  return { item, rest: steps.slice(row.length), weight };
}

function named(steps: readonly PathStep[], item: string): PathStep[] {
  return steps.map((step) => (step.text === '*' ? { ...step, text: item } : step));
}
