import { groupOf } from '../kube/identity';
import { type Fields, isMap } from '../kube/object';
import { compactYaml, mayHaveComments, YamlComments } from '../kube/yaml/comments';
import { editYaml } from '../kube/yaml/edit';
import { emitYaml } from '../kube/yaml/emit';
import type { OutputFile } from '../kube/yaml/files';
import type { YamlPath } from '../kube/yaml/place';
import { readYamlDocument } from '../kube/yaml/reader';
import { isSame } from '../model/rows/row';
import type { VmKeys } from './alike';
import { type DeclaredCluster, declaredKind, inReadingOrder, type KeptManifest } from './declare';
import type { AuthoredInput } from './input';
import { CommentPlaces, itemIn, type KeyComment, keyComments, linesAboutWhole } from './key-comments';
import { shorten } from './shorten';

/** The order in which a person reads a platform. */
const KEYS = [
  'target',
  'identity',
  'namespace',
  'distribution',
  'nodes',
  'kubevirt',
  'hyperConverged',
  'goldenImages',
  'dataVolumes',
  'classes',
  'virtualMachines',
  'virtualMachineInstances',
];

/** A platform file for a cluster, with the comments of its objects. */
export function platformText(cluster: DeclaredCluster, manifests: readonly string[]): string {
  const comments = new YamlComments();
  const spec: Record<string, unknown> = { ...cluster.head };
  delete spec.name;
  for (const entry of cluster.entries.filter((each) => each.key !== VMS)) {
    const { input, key, declaration } = entry;
    if (declaredKind(input.wanted)?.isSingle === true) {
      spec[key] = declaration;
    } else {
      const list = (spec[key] as unknown[] | undefined) ?? [];
      list.push(declaration);
      spec[key] = list;
    }
    const inside = keyComments(entry);
    const whole = inside.filter((comment) => !addAt(declaration, comment, comments));
    comments.add(declaration, [...input.comment, ...whole.flatMap(linesAboutWhole)]);
  }
  Object.assign(spec, shortVms(cluster, comments));
  const rank = (key: string) => (KEYS.includes(key) ? KEYS.indexOf(key) : KEYS.length);
  const ordered = Object.fromEntries(Object.entries(spec).sort(([a], [b]) => rank(a) - rank(b)));
  return compactYaml(
    {
      apiVersion: 'polyvirt.io/v1',
      kind: 'Platform',
      metadata: { name: cluster.name },
      spec: { ...ordered, ...(manifests.length === 0 ? {} : { manifests }) },
    },
    comments,
  );
}

const VMS = 'virtualMachines';

/** Puts lines above what they are about, where a map has it. */
function addAt(map: Fields, { key, item, lines }: KeyComment, comments: YamlComments): boolean {
  if (key === undefined || !Object.hasOwn(map, key)) {
    return false;
  }
  const listed = item === undefined ? undefined : itemIn(map[key], item);
  if (item !== undefined && listed === undefined) {
    return false;
  }
  if (listed === undefined) {
    comments.addAt(map, key, lines);
  } else {
    comments.add(listed, lines);
  }
  return true;
}

/** The VMs of a cluster in few lines, each with its comments. */
function shortVms({ entries }: DeclaredCluster, comments: YamlComments): Fields {
  const vms = entries.filter(({ key }) => key === VMS);
  const { classes, entries: short } = shorten(vms.map(({ declaration }) => declaration as VmKeys));
  const places = new CommentPlaces(vms);
  const classNames = (keys: Fields) => [keys.class ?? []].flat() as string[];
  const membersOf = (name: string) => short.flatMap(({ keys, of }) => (classNames(keys).includes(name) ? of : []));
  const members = new Map(Object.keys(classes).map((name) => [name, membersOf(name)]));
  const list = short.map(({ keys, of }) => {
    const { name, class: taken, ...rest } = keys;
    const kind = declaredKind(vms[of[0]!]!.input.wanted)!;
    const ordered = { name, ...(taken === undefined ? {} : { class: taken }), ...inReadingOrder(rest, kind) };
    const isPlaced = (comment: KeyComment) =>
      addAt(ordered, comment, comments) ||
      classNames(keys).some(
        (each) => places.isOfAll(comment, members.get(each)!) && addAt(classes[each]!, comment, comments),
      );
    const whole = places.of(of).filter((comment) => !isPlaced(comment));
    comments.add(ordered, [...of.flatMap((i) => vms[i]!.input.comment), ...whole.flatMap(linesAboutWhole)]);
    return ordered;
  });
  return {
    ...(Object.keys(classes).length === 0 ? {} : { classes }),
    ...(list.length === 0 ? {} : { [VMS]: list }),
  };
}

/** Manifests that stay as they are, by the file that they came from, comments and all. */
export function manifestFiles(
  folder: string,
  kept: readonly KeptManifest[],
  stepsOf: (manifest: KeptManifest) => readonly string[],
): OutputFile[] {
  const files = new Map<string, string[]>();
  for (const manifest of kept) {
    const path = [folder, ...stepsOf(manifest)].join('/').replace(/\.(json|xml|ovf)$/i, '.yaml');
    files.set(path, [...(files.get(path) ?? []), documentOf(manifest)]);
  }
  return [...files].map(([path, documents]) => ({ path, text: documents.join('') }));
}

/** The document of an object: its own where that can be kept. */
function documentOf({ input }: KeptManifest): string {
  const text = keptText(input);
  return text === undefined
    ? emitYaml(input.wanted as Fields, `---\n${input.comment.map((line) => `${line}\n`).join('')}`)
    : `---\n${text}`;
}

/** Whether an object holds secrets, which are never copied. */
export function isSecret({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return kind === 'Secret' && groupOf(apiVersion) === '';
}

/** The text of an object that stays a manifest, as it was written, without what servers added; nothing where it has to be written anew. */
export function keptText({ object, wanted, text }: AuthoredInput): string | undefined {
  if (text === undefined || /^\s*[{[]/.test(text)) {
    return undefined;
  }
  const body = text.replace(/^---[ \t\r]*\n/, '');
  if (isSame(object, wanted)) {
    return ended(body);
  }
  const edited = mayHaveComments(body)
    ? removals(object, wanted).reduce<string | undefined>(
        (left, at) => (left === undefined ? undefined : editYaml(left, { at, remove: true })),
        body,
      )
    : undefined;
  const again = edited === undefined ? undefined : readYamlDocument(edited, 1);
  return again !== undefined && 'value' in again && isSame(again.value, wanted) ? ended(edited!) : undefined;
}

function ended(text: string): string {
  return text.replace(/\n*$/, '\n');
}

/** Paths of what one value has and another lacks. */
function removals(value: unknown, left: unknown, at: YamlPath = []): YamlPath[] {
  if (!isMap(value) || !isMap(left)) {
    return Array.isArray(value) && Array.isArray(left) && value.length === left.length
      ? value.flatMap((item, i) => removals(item, left[i], [...at, i]))
      : [];
  }
  return Object.keys(value).flatMap((key) =>
    Object.hasOwn(left, key) ? removals(value[key], left[key], [...at, key]) : [[...at, key]],
  );
}
