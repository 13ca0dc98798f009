import { groupOf } from '../kube/identity';
import type { Fields } from '../kube/object';
import { compactYaml } from '../kube/yaml/compact';
import { emitYaml } from '../kube/yaml/emit';
import type { OutputFile } from '../kube/yaml/files';
import { isSame } from '../model/rows/row';
import type { VmKeys } from './alike';
import type { DeclaredCluster, KeptManifest } from './declare';
import { declaredKind, inReadingOrder } from './declared-kinds';
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
  const comments = new Map<unknown, readonly string[]>();
  const spec: Record<string, unknown> = { ...cluster.head };
  delete spec.name;
  for (const { input, key, declaration } of cluster.entries.filter((entry) => entry.key !== VMS)) {
    if (declaredKind(input.wanted)?.isSingle === true) {
      spec[key] = declaration;
    } else {
      const list = (spec[key] as unknown[] | undefined) ?? [];
      list.push(declaration);
      spec[key] = list;
    }
    if (input.comment.length > 0) {
      comments.set(declaration, input.comment);
    }
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

/** The VMs of a cluster in few lines, each with its comments. */
function shortVms({ entries }: DeclaredCluster, comments: Map<unknown, readonly string[]>): Fields {
  const vms = entries.filter(({ key }) => key === VMS);
  const { classes, entries: short } = shorten(vms.map(({ declaration }) => declaration as VmKeys));
  const list = short.map(({ keys, of }) => {
    const { name, class: taken, ...rest } = keys;
    const kind = declaredKind(vms[of[0]!]!.input.wanted)!;
    const ordered = { name, ...(taken === undefined ? {} : { class: taken }), ...inReadingOrder(rest, kind) };
    const lines = [...new Set(of.flatMap((i) => vms[i]!.input.comment))];
    if (lines.length > 0) {
      comments.set(ordered, lines);
    }
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

/** The document of an object: its own where nothing was left out of it. */
function documentOf({ input: { object, wanted, text, comment } }: KeptManifest): string {
  const isWhole = text !== undefined && isSame(object, wanted) && !/^\s*[{[]/.test(text);
  if (isWhole) {
    const body = text.replace(/^---[ \t\r]*\n/, '');
    return `---\n${body.replace(/\n*$/, '\n')}`;
  }
  return emitYaml(wanted as Fields, `---\n${comment.map((line) => `${line}\n`).join('')}`);
}

/** Whether an object holds secrets, which are never copied. */
export function isSecret({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return kind === 'Secret' && groupOf(apiVersion) === '';
}
