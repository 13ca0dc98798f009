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
  const laidOver = steps === undefined ? undefined : laidOverAt(steps, declaration);
  if (laidOver !== undefined) {
    return laidOver;
  }
  const rows = (DECLARED_ROWS[`${kind}.${groupOf(apiVersion)}`] ?? DECLARED_ROWS[kind])?.() ?? [];
  const isSaid = ({ declared, matched }: Row) => {
    const key = declared.endsWith('!') ? declared.slice(0, -1) : declared;
    const item = itemName(kind, steps!, matched.item, name, made);
    return declaration !== undefined && valueAtSteps(declaration, named(pathSteps(key)!, item)) !== undefined;
  };
  const best =
    steps === undefined ? undefined : bestRow(code === 'PV304' ? rows.filter(isNotList) : rows, steps, isSaid);
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

/** The patch, or the part of `spec`, that says what is at a path: what is laid over the other keys comes last. */
export function laidOverAt(steps: readonly PathStep[], declaration: unknown): string | undefined {
  const { spec, patches } = isMap(declaration) ? declaration : {};
  const patch = Array.isArray(patches)
    ? patches.findLastIndex((each) => isMap(each) && typeof each.path === 'string' && leadsTo(each.path, steps))
    : -1;
  if (patch !== -1) {
    return `patches[${patch}]`;
  }
  const isSaid = steps[0]?.text === 'spec' && steps.length > 1 && valueAtSteps(spec, steps.slice(1)) !== undefined;
  return isSaid ? pathOfSteps(steps) : undefined;
}

/** Whether a pointer is to something, or to what is around it. Items have positions there and names here: any will do. */
function leadsTo(pointer: string, steps: readonly PathStep[]): boolean {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.length <= steps.length && tokens.every((token, i) => steps[i]!.isItem || steps[i]!.text === token);
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

/** The row that says most of a path; of two that could say it, the one that is said. */
function bestRow(
  rows: readonly DeclaredRow[],
  steps: readonly PathStep[],
  isSaid: (row: Row) => boolean,
): Row | undefined {
  let best: Row | undefined;
  for (const [object, declared] of rows) {
    const matched = match(pathSteps(object)!, steps);
    const row = matched === undefined ? undefined : { declared, matched };
    const more = (row?.matched.weight ?? -1) - (best?.matched.weight ?? 0);
    if (row !== undefined && (more > 0 || (more === 0 && (best === undefined || isSaid(row) || !isSaid(best))))) {
      best = row;
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

const VM_VOLUMES = pathSteps('spec.template.spec.volumes')!;

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
  const volumes = made === undefined ? undefined : valueAtSteps(made, VM_VOLUMES);
  const volume: unknown = Array.isArray(volumes)
    ? volumes.find((each) => isMap(each) && isMap(each.dataVolume) && each.dataVolume.name === item)
    : undefined;
  if (isMap(volume) && typeof volume.name === 'string') {
    return volume.name;
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
