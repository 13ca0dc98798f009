import type { Finding, FindingObject } from '../findings/finding';
import type { NotJudged } from '../findings/not-judged';
import { shower } from '../findings/secrets/shown-value';
import { findingObject } from '../kube/identity';
import { asText } from '../kube/object';
import { keysOf } from '../kube/path';
import type { OutputFile } from '../kube/yaml/files';
import type { AdoptedPlatform, Adoption } from './adopt';
import { keptText } from './assemble';
import type { ReportedForeign } from './foreign/read-foreign';
import type { LeftOutField, NotAdopted } from './input';
import type { Difference, DifferingField } from './proof';

/** A field that servers wrote, and in how many objects it was left out. */
interface ReportedServerField extends LeftOutField {
  readonly objects: number;
}

/** What became of one cluster. */
export interface ReportedCluster {
  readonly name: string;
  readonly target: Readonly<Record<string, string>>;
  /** What was taken for granted. */
  readonly assumed: readonly string[];
  /** How many objects became entries of the platform, by kind. */
  readonly declared: Readonly<Record<string, number>>;
  /** How many stayed manifests, by kind. */
  readonly manifests: Readonly<Record<string, number>>;
  /** Objects of kinds that a platform declares and that stayed manifests all the same. */
  readonly kept: readonly { readonly object: FindingObject; readonly reason: string }[];
  /** How many objects the platform makes again as they were read, and how many there are. */
  readonly proven: number;
  readonly objects: number;
  readonly differs: readonly Difference[];
  /** VMs that would be other machines for their guests if they were created anew. */
  readonly withoutIdentity: readonly { readonly object: FindingObject; readonly lacks: readonly string[] }[];
  /** VMs whose identity came from the live object. */
  readonly keptIdentity: readonly { readonly object: FindingObject; readonly fields: readonly string[] }[];
  /** What the files would change on the cluster: `read` is live, `made` the file's. */
  readonly drift: readonly { readonly object: FindingObject; readonly fields: readonly DifferingField[] }[];
}

/** All that an adoption has to say. */
export interface AdoptionReport {
  readonly proven: boolean;
  readonly clusters: readonly ReportedCluster[];
  readonly serverFields: readonly ReportedServerField[];
  readonly notAdopted: readonly NotAdopted[];
  readonly notRead: readonly NotJudged[];
  /** Machines of other worlds that became VMs. */
  readonly foreign: readonly ReportedForeign[];
  readonly findings: readonly Finding[];
  /** Files, by their paths below the folder of the platform; empty where nothing was written. */
  readonly written: readonly string[];
  readonly lines: { readonly read: number; readonly written: number };
  /** How often each error is found in what was adopted: `synth` refuses to write until they are settled. */
  readonly errors: Readonly<Record<string, number>>;
  /** Comments that are not taken over: of Lists as a whole, and inside of manifests that are written anew. */
  readonly comments: number;
}

/** The report of an adoption, without any secret. */
export function adoptionReport(
  adoption: Adoption,
  input: {
    readonly findings: readonly Finding[];
    readonly notRead: readonly NotJudged[];
    readonly documents: readonly string[];
    readonly foreign: readonly ReportedForeign[];
    readonly lostComments: number;
  },
  differences: ReadonlyMap<string, readonly Difference[]>,
  errors: readonly Finding[],
): AdoptionReport {
  const clusters = adoption.platforms.map((platform) =>
    reportedCluster(platform, differences.get(platform.name) ?? []),
  );
  const { findings } = input;
  return {
    proven:
      [...clusters, ...input.foreign].every(({ differs }) => differs.length === 0) &&
      !findings.some(({ severity }) => severity === 'error'),
    clusters,
    serverFields: serverFieldsOf(adoption.platforms),
    notAdopted: adoption.notAdopted,
    notRead: input.notRead,
    foreign: input.foreign,
    findings,
    written: [],
    errors: countsOf(errors.map(({ code }) => code)),
    lines: { read: linesIn(input.documents), written: linesIn(adoption.files.map(({ text }: OutputFile) => text)) },
    comments: input.lostComments + lostComments(adoption.platforms),
  };
}

function reportedCluster(platform: AdoptedPlatform, differs: readonly Difference[]): ReportedCluster {
  const { declared, wanted } = platform;
  const notMade = differs.filter(({ change }) => change !== 'unexpected').length;
  return {
    name: platform.name,
    target: Object.fromEntries(Object.entries(declared.target).map(([key, release]) => [key, asText(release)])),
    assumed: declared.assumed,
    declared: countsOf(declared.entries.map(({ input }) => input.wanted.kind)),
    manifests: countsOf(declared.manifests.map(({ input }) => input.wanted.kind)),
    kept: declared.manifests.flatMap(({ input, reason }) =>
      reason === undefined ? [] : [{ object: findingObject(input.wanted), reason }],
    ),
    proven: wanted.length - notMade,
    objects: wanted.length,
    differs: differs.map((difference) => ({
      ...difference,
      fields: shownFields(difference.object, difference.fields),
    })),
    withoutIdentity: platform.withoutIdentity.map(({ input, lacks }) => ({
      object: findingObject(input.wanted),
      lacks,
    })),
    keptIdentity: platform.keptIdentity.map(({ input, paths }) => ({
      object: findingObject(input.wanted),
      fields: paths,
    })),
    drift: platform.drift.map(({ input, fields }) => ({
      object: findingObject(input.wanted),
      fields: shownFields(findingObject(input.wanted), fields),
    })),
  };
}

/** Values as they may be shown. */
function shownFields(object: FindingObject, fields: readonly DifferingField[]): DifferingField[] {
  const show = shower(object);
  return fields.map(({ path, read, made }) => {
    const keys = keysOf(path.replaceAll(/\[(?!")[^\]]*\]/g, ''));
    return {
      path,
      ...(read === undefined ? {} : { read: show(read, keys) }),
      ...(made === undefined ? {} : { made: show(made, keys) }),
    };
  });
}

function countsOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of [...kinds].sort()) {
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function serverFieldsOf(platforms: readonly AdoptedPlatform[]): ReportedServerField[] {
  const found = new Map<string, ReportedServerField>();
  for (const field of platforms.flatMap(({ inputs }) => inputs.flatMap(({ leftOut }) => leftOut))) {
    const known = found.get(field.path);
    found.set(field.path, { ...field, objects: (known?.objects ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.objects - a.objects || (a.path < b.path ? -1 : 1));
}

function linesIn(texts: readonly string[]): number {
  return texts.reduce((lines, text) => lines + text.replace(/\n$/, '').split('\n').length, 0);
}

/** Manifests that are written anew have the comments above them only. */
function lostComments(platforms: readonly AdoptedPlatform[]): number {
  const manifests = platforms.flatMap(({ declared }) => declared.manifests);
  return manifests.reduce(
    (lost, { input }) =>
      input.inside.length === 0 || keptText(input) !== undefined
        ? lost
        : lost + input.inside.reduce((sum, { lines }) => sum + lines.length, 0),
    0,
  );
}
