import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type NotJudged, type NotJudgedSort, notJudged } from '../../findings/not-judged';
import { isMap } from '../../kube/object';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import { hash } from '../host/process';
import { readText } from '../host/read-text';

/** Something of one side that is not judged: one file, or many that make a whole, as a chart. */
export interface Unit {
  readonly sort: NotJudgedSort;
  /** By this it is found again on the other side: the path below what was asked for, or the name of an object. */
  readonly key: string;
  readonly path: string;
  /** How it is called, where not by its path. */
  readonly name?: string;
  /** A description, where there is more to say than its sort. */
  readonly what?: string;
  /** Files that belong to it and are not judged for that reason. */
  readonly parts?: readonly string[];
  /** Told only where it is on both sides and differs: what it names is judged as it lies here. */
  readonly isQuiet?: true;
  /** It is not deployed, so that it is no change where it comes, goes or differs. */
  readonly isInert?: true;
  /** The content of each of its files, as a digest. Asked only by who compares, and while the files are there. */
  readonly prints: () => ReadonlyMap<string, string>;
  /** Of an Application: where its sources are, without what it asks to be made of them. */
  readonly source?: () => ReadonlyMap<string, string>;
}

/** A unit whose content was looked at. */
export interface SettledUnit extends Omit<Unit, 'prints' | 'source' | 'path' | 'parts'> {
  /** As it is shown. */
  readonly file: string;
  readonly content: ReadonlyMap<string, string>;
}

/** Units with their content, which may be gone later. */
export function settled(units: readonly Unit[], shown: (path: string) => string): SettledUnit[] {
  return units.map(({ prints, source: _, path, parts: __, ...unit }) => ({
    ...unit,
    file: shown(path),
    content: prints(),
  }));
}

/** What was not judged of either side, and whether it differs. What changed comes first. */
export function compareUnits(before: readonly SettledUnit[], after: readonly SettledUnit[]): NotJudged[] {
  const [old, fresh] = [byKey(before), byKey(after)];
  const items = [...new Set([...old.keys(), ...fresh.keys()])].sort().flatMap((key): NotJudged[] => {
    const [was, is] = [old.get(key), fresh.get(key)];
    const unit = (is ?? was)!;
    const files = differing(was, is);
    const change =
      unit.isInert === true
        ? 'none'
        : was === undefined
          ? 'added'
          : is === undefined
            ? 'removed'
            : files.length > 0
              ? 'modified'
              : 'none';
    return unit.isQuiet === true && change !== 'modified' ? [] : [itemOf(unit, change, files)];
  });
  return [...items.filter(({ change }) => change !== 'none'), ...items.filter(({ change }) => change === 'none')];
}

/** The same of one side alone. */
export function itemOf(
  { sort, file, name, what }: Pick<SettledUnit, 'sort' | 'file' | 'name' | 'what'>,
  change?: NonNullable<NotJudged['change']>,
  files: readonly string[] = [],
): NotJudged {
  const folder = ['kustomization', 'platform'].includes(sort) ? dirname(file) : file;
  const inside = sort === 'kustomization' ? dirname(file) : file;
  const some = change === 'modified' ? files.filter((each) => each !== '').map((each) => join(inside, each)) : [];
  return notJudged(
    sort,
    name ?? file,
    {
      file,
      ...(what === undefined ? {} : { what }),
      ...(change === undefined ? {} : { change }),
      ...(some.length === 0 ? {} : { files: some }),
    },
    folder,
  );
}

/** By this a unit is found again on the other side. */
export function unitKey({ sort, key }: Pick<SettledUnit, 'sort' | 'key'>): string {
  return `${sort} ${key}`;
}

/** Objects of one name, as in the folders of several clusters, are told apart by their files. */
function byKey(units: readonly SettledUnit[]): Map<string, SettledUnit> {
  const found = new Map<string, SettledUnit>();
  for (const unit of units) {
    const key = unitKey(unit);
    found.set(found.has(key) ? `${key} ${unit.file}` : key, unit);
  }
  return found;
}

/** Files of a unit whose content is not the same on both sides. */
export function differing(before: SettledUnit | undefined, after: SettledUnit | undefined): string[] {
  const [was, is] = [before?.content ?? new Map(), after?.content ?? new Map()];
  return [...new Set([...was.keys(), ...is.keys()])].filter((file) => was.get(file) !== is.get(file)).sort();
}

/** Larger ones are compared as bytes. */
const LARGEST = 4 << 20;

/** Texts in which the way lines end means nothing. */
const LINES = /\.(ya?ml|json|tpl|gotmpl|jsonnet|libsonnet|cue|pkl|ts|js|mjs|cjs)$/i;

/**
 * A digest of what a file means: of YAML and JSON neither comments, nor spelling, nor the order of keys count.
 *
 * An unreadable file has a print that is like no other.
 */
export function contentPrint(path: string): string {
  try {
    if (!statSync(path).isFile()) {
      // A pipe or a device may have no end.
      return `irregular ${path}`;
    }
    if (!LINES.test(path)) {
      return hash('sha256', readFileSync(path));
    }
    const text = readText(path, LARGEST).replace(/^\ufeff/, '');
    return textPrint(text, path);
  } catch {
    return bytesPrint(path);
  }
}

/** The same of a text. */
export function textPrint(text: string, path: string): string {
  const values = /\.(ya?ml|json)$/i.test(path) && !text.includes('{{') ? [...readYaml(text)] : undefined;
  return values === undefined || values.some(isProblem)
    ? hash('sha256', text.replace(/\r\n/g, '\n'))
    : valuePrint(values.map((read) => ('value' in read ? read.value : undefined)));
}

/** A digest of a value, whatever the order of its keys. */
export function valuePrint(value: unknown): string {
  return hash(
    'sha256',
    JSON.stringify(value, (_, each: unknown) =>
      isMap(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
    ) ?? '',
  );
}

function bytesPrint(path: string): string {
  try {
    return hash('sha256', readFileSync(path));
  } catch {
    // Whether it is the same cannot be said.
    return `unreadable ${path}`;
  }
}
