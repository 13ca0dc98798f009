import { basename, join } from 'node:path';
import type { Cluster } from '../../src/cluster/cluster';
import type { CheckContext } from '../../src/cluster/cluster-view';
import { judge, judgeAll } from '../../src/cluster/judge/judge';
import type { Finding } from '../../src/findings/finding';
import { findingObject } from '../../src/kube/identity';
import { isMap, type KubeObject } from '../../src/kube/object';
import { emitYaml } from '../../src/kube/yaml/emit';
import { isProblem, readYaml, type YamlDocument } from '../../src/kube/yaml/reader';
import { readCustomKinds } from '../../src/schema/custom-validator';
import { findApp } from '../../src/sources/program/find-app';
import { runApp } from '../../src/sources/program/run-app';
import { manifestCluster, readObjects } from '../../src/sources/read-objects';
import { readPlatforms } from '../../src/sources/read-platforms';
import { resolveTarget } from '../../src/target/target';
import { appFolder, writeFiles } from '../app-folder';
import { CASES, type Case } from './cases';
import { FILES } from './platforms';
import { addConstructs, addPatched, addPlatform, type ConstructLines, type PatchLines, ProgramText } from './program';

/** The ways to say the same thing. */
export const DOORS = ['key', 'prop', 'patch', 'include', 'manifest'] as const;
export type Door = (typeof DOORS)[number];

/** Findings about a case, by door; a door that cannot be tried with the case is absent. */
export interface Answer {
  readonly key?: Said;
  readonly prop?: Said;
  readonly patch?: Said;
  readonly include?: Said;
  readonly manifest?: Said;
}

/** What was said through a door, and where it ought to be. */
export interface Said {
  readonly findings: readonly Finding[];
  /**
   * The places that are right: `file:line`. Nothing where the case does not tell.
   *
   * @param twin the same finding through the door that this one is compared with: a manifest, or a key
   */
  readonly right: (twin: Finding) => readonly string[] | undefined;
}

type Growing = { -readonly [D in Door]?: Said };
type Answers = ReadonlyMap<string, Growing>;

const MANIFESTS = 'all.yaml';
const PROGRAM = 'main.ts';
const JUDGING = { today: '2026-11-01' };

/** A case with the objects that it comes to, and what is known of the cluster that they are for. */
interface Prepared {
  readonly code: string;
  readonly platform?: Case['platform'];
  /** The `spec` of the platform; that of no more than a target where the case is manifests. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly context?: CheckContext;
  /** Text of the objects, and the lines of it that are right for findings of the code. */
  readonly text?: string;
  readonly lines?: readonly number[] | undefined;
}

/** Says every case through every door, in two processes: this one, and one program with all platforms. */
export async function answers(): Promise<ReadonlyMap<string, Answer>> {
  const folder = appFolder({ ...FILES });
  const all = new Map<string, Growing>();
  const prepared = CASES.map((each) => {
    const answer: Growing = {};
    all.set(each.code, answer);
    return prepare(each, folder, answer);
  });

  const { text, starts } = joined(prepared);
  writeFiles(folder, { [MANIFESTS]: text });
  const objects = throughManifests(folder, prepared, starts, all);
  await throughProgram(folder, prepared, objects, all);
  return all;
}

/** Through the keys of a platform; and what the case comes to as objects. */
function prepare({ code, platform, manifests }: Case, folder: string, answer: Growing): Prepared {
  if (platform !== undefined) {
    const file = join(folder, `${code}.yaml`);
    writeFiles(folder, { [`${code}.yaml`]: platform.text });
    const { clusters, findings } = readPlatforms([file]);
    answer.key = {
      findings: judgeAll(clusters, findings, JUDGING).findings,
      right: (finding) => (finding.code === code ? platform.lines.map((line) => `${code}.yaml:${line}`) : undefined),
    };
    if (manifests === undefined) {
      const [cluster] = clusters;
      const made = cluster?.objects.map(({ object }) => object) ?? [];
      return {
        code,
        platform,
        spec: specOf(platform.text),
        ...(cluster === undefined ? {} : { context: contextOf(cluster) }),
        ...(made.length === 0 ? {} : { text: made.map((object) => emitYaml(object)).join('---\n') }),
      };
    }
  }
  if (manifests === undefined) {
    return { code, spec: {} };
  }
  const { target, text, lines, hasCrds } = manifests;
  const documents = [...readYaml(text)];
  if (documents.some(isProblem)) {
    return { code, spec: {} };
  }
  const crds = hasCrds ? { crds: readCustomKinds(documents.map((read) => (read as YamlDocument).value)).table } : {};
  return {
    code,
    ...(platform === undefined ? {} : { platform }),
    spec: { target },
    context: { target: resolveTarget(target).target, ...crds },
    text,
    lines,
  };
}

function contextOf(cluster: Cluster): CheckContext {
  const { target, architectures, nodes, distribution, supportByArch, hypervisorsInUse } = cluster;
  const known = { architectures, nodes, distribution, supportByArch, hypervisorsInUse };
  return { target, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) };
}

function specOf(text: string): Readonly<Record<string, unknown>> {
  const [read] = readYaml(text);
  const { value } = read as { value: unknown };
  return isMap(value) && isMap(value.spec) ? value.spec : {};
}

/** All manifests in one file, and how many lines are before those of a case. */
function joined(prepared: readonly Prepared[]): { text: string; starts: ReadonlyMap<string, number> } {
  const starts = new Map<string, number>();
  const texts: string[] = [];
  let lines = 0;
  for (const { code, text } of prepared) {
    if (text !== undefined) {
      starts.set(code, lines);
      texts.push(text);
      lines += text.split('\n').length;
    }
  }
  return { text: texts.join('---\n'), starts };
}

/** The objects of a case, and the positions of their documents in the file. */
interface CaseObjects {
  readonly objects: readonly KubeObject[];
  readonly first: number;
}

function throughManifests(
  folder: string,
  prepared: readonly Prepared[],
  starts: ReadonlyMap<string, number>,
  all: Answers,
): ReadonlyMap<string, CaseObjects> {
  const read = readObjects([join(folder, MANIFESTS)]);
  const objects = new Map<string, CaseObjects>();
  let first = 0;
  for (const { code, text, context, lines } of prepared) {
    if (text === undefined || context === undefined) {
      continue;
    }
    const count = [...readYaml(text)].length;
    const own = read.objects.slice(first, first + count);
    const start = starts.get(code)!;
    objects.set(code, { objects: own, first });
    first += count;
    all.get(code)!.manifest = {
      findings: judge(manifestCluster(own, read, { context, policy: {} }), JUDGING).findings,
      right: (finding) => (finding.code === code ? lines?.map((line) => `${MANIFESTS}:${line + start}`) : undefined),
    };
  }
  return objects;
}

/** Through props, an included file and patches: one program with a platform for each. */
async function throughProgram(
  folder: string,
  prepared: readonly Prepared[],
  objects: ReadonlyMap<string, CaseObjects>,
  all: Answers,
): Promise<void> {
  const program = new ProgramText();
  const constructs = new Map<string, ConstructLines>();
  const patches = new Map<string, readonly PatchLines[]>();
  // As `Include` does it, which starts a process for each file.
  program.add(`const documents: any[] = Yaml.load('${MANIFESTS}');`);
  for (const { code, spec, platform } of prepared) {
    if (platform !== undefined) {
      constructs.set(code, addConstructs(program, platformName(code, 'prop'), specOf(platform.text)));
    }
    const own = objects.get(code);
    if (own !== undefined) {
      addPlatform(program, platformName(code, 'include'), withoutOwn(spec));
      addPlatform(program, platformName(code, 'patch'), withoutOwn(spec));
      patches.set(
        code,
        own.objects.map((object, i) => {
          const document = `documents[${own.first + i}]`;
          program.add(
            `new ApiObject(app.node.findChild('${platformName(code, 'include')}') as never, 'object-${i}', ${document});`,
          );
          return addPatched(program, platformName(code, 'patch'), `object-${i}`, object, document);
        }),
      );
    }
  }
  writeFiles(folder, { [PROGRAM]: program.toString() });
  const { clusters } = await runApp(findApp(folder));
  for (const cluster of clusters) {
    const [name, door] = cluster.name.split('-') as [string, 'prop' | 'include' | 'patch'];
    const code = name.toUpperCase();
    const { context, platform } = prepared.find((each) => each.code === code)!;
    // The knowledge of the cluster is the same at all doors: hypervisors are known of VMs that ask for them, as constructs.
    const { findings } = judge(door === 'prop' ? cluster : { ...cluster, ...context }, JUDGING);
    all.get(code)![door] = {
      findings: findings.map((finding) => ({ ...finding, what: finding.what.replace(cluster.name, 'edge') })),
      right: {
        include: (twin: Finding) => [placeOf(twin)],
        patch: (twin: Finding) => patchedAt(twin, objects.get(code)!.objects, patches.get(code)!),
        prop: (twin: Finding) => constructedAt(twin, specOf(platform?.text ?? ''), constructs.get(code)!),
      }[door],
    };
  }
}

/** Where the value of a finding is patched: each key has a patch of its own, but those that the object is made with. */
function patchedAt(
  { object, path = '' }: Finding,
  objects: readonly KubeObject[],
  lines: readonly PatchLines[],
): readonly string[] {
  return lines.flatMap(({ made, keys }, i) => {
    const { kind, name, namespace } = findingObject(objects[i]!);
    const isAbout = kind === object?.kind && name === object.name && namespace === object.namespace;
    const [, key = ''] = /^(metadata\.\w+|\w+)/.exec(path) ?? [];
    return isAbout ? [`${PROGRAM}:${keys.get(key) ?? made}`] : [];
  });
}

/** Keys of resources that a platform has one of: findings about them may have a path that no key has. */
const SINGLE_KINDS: Readonly<Record<string, string>> = { HyperConverged: 'hyperConverged', KubeVirt: 'kubevirt' };

/** Where the construct is made that stands for the key of a finding. */
function constructedAt(
  { object, path = '' }: Finding,
  spec: Prepared['spec'],
  lines: ConstructLines,
): readonly string[] {
  const [, part = '', item] = /^spec\.(\w+)(?:\[([^\]]*)\])?/.exec(path) ?? [];
  const isNamed = part !== '' && (lines.has(part) || Array.isArray(spec[part]));
  const own = part === 'goldenImages' || !isNamed ? (SINGLE_KINDS[object?.kind ?? ''] ?? '') : part;
  const items = (Array.isArray(spec[own]) ? spec[own] : []) as { readonly name?: string }[];
  const indices = [...items.keys()].filter((i) => items[i]!.name === item || String(i) === item);
  const found = [lines.get(own), ...indices.map((i) => lines.get(`${own}/${i}`))].filter((line) => line !== undefined);
  return (found.length === 0 ? [lines.get('')] : found).map((line) => `${PROGRAM}:${line}`);
}

/** What a platform says of itself, and not of the cluster around its objects; and what it makes objects of. */
function withoutOwn({ target, hypervisors, argocd, findings, ...spec }: Prepared['spec']): Prepared['spec'] {
  return spec;
}

function platformName(code: string, door: Door): string {
  return `${code.toLowerCase()}-${door}`;
}

/** Where a finding is, as places are compared. */
export function placeOf({ file, line }: Finding): string {
  return file === undefined ? 'nowhere' : `${basename(file)}:${line}`;
}
