import { dirname } from 'node:path';
import type { GivenParameter } from '../argocd/given';
import { parsePath, pathText, valueAt } from '../config/file-path';
import { typedParameters } from '../config/given-parameters';
import type { SetByParameter } from '../config/parameters';
import { type Positions, readPlatform } from '../config/read-platform';
import type { Finding, Place } from '../findings/finding';
import { placeOf } from '../kube/yaml-place';
import { isProblem, readYaml, YAML_LIMITS, type YamlDocument } from '../kube/yaml-reader';
import { type DeclaredFinding, platformObjects } from '../manifests/platform';
import { clusterArchitectures } from '../platform/context';
import { hypervisorsInUse } from '../platform/hypervisors';
import type { PlatformDeclaration } from '../platform/platform';
import type { TargetDeclaration } from '../target/target';
import { withNodes } from './platform-nodes';
import { readTextOr } from './read-text';
import type { Tree, TreeCluster } from './tree';
import { notYaml, shownPath } from './workspace-error';

/** Few of everything: a platform file is written by people. Merge keys would give values no line of their own. */
const LIMITS = { ...YAML_LIMITS, documents: 10_000, aliases: 100, mergeKeys: false };

/** A document of some file. */
interface Source {
  readonly file: string;
  readonly document: YamlDocument;
  readonly positions: Positions;
  readonly set: readonly SetByParameter[];
}

/** What to take instead of what files say. */
export interface Supposed {
  readonly retarget?: (declared: TargetDeclaration) => TargetDeclaration;
  /** By the path of a file. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Only this one of the platforms; the others are not judged. */
  readonly cluster?: string;
  /** What is given from outside, and the names of what is given to somebody else. */
  readonly parameters?: { readonly given: readonly GivenParameter[]; readonly elsewhere: readonly string[] };
}

/**
 * Reads platform files. No code of the user's runs, and cdk8s is not loaded.
 *
 * What is supposed instead of what is there: another target of each platform, other texts of files.
 */
export function readPlatforms(files: readonly string[], supposed: Supposed = {}): Tree {
  const { retarget = (declared) => declared, texts = new Map(), cluster } = supposed;
  const { given, elsewhere } = supposed.parameters ?? { given: [], elsewhere: [] };
  const sources = new Map<string, Source>();
  const clusters: TreeCluster[] = [];
  const findings: Finding[] = [];
  const reads = [...files];
  const root = dirname(files[0] ?? '.');
  for (const path of files) {
    const file = shownPath(path);
    const before = clusters.length + findings.length;
    const text = texts.get(path) ?? readTextOr(path, findings);
    // Of a thousand files the one with the name is read, and a mistake in another cluster stays its own.
    if (cluster !== undefined && !text.includes(cluster)) {
      continue;
    }
    for (const read of readYaml(text, LIMITS)) {
      if (isProblem(read)) {
        findings.push(notYaml(file, read));
        continue;
      }
      if (cluster !== undefined && valueAt(read.value, ['metadata', 'name']) !== cluster) {
        continue;
      }
      const typed = typedParameters(read.value, given, elsewhere);
      findings.push(...typed.findings);
      const { declaration, findings: mistakes, positions, set = [] } = readPlatform(read, typed.values);
      for (const mistake of mistakes) {
        findings.push(mistake.code === 'PV702' ? mistake : { ...mistake, file });
      }
      if (declaration === undefined) {
        continue;
      }
      const source = { file, document: read, positions, set };
      const earlier = sources.get(declaration.name);
      if (earlier !== undefined) {
        findings.push(sameName(declaration.name, source, earlier));
        continue;
      }
      sources.set(declaration.name, source);
      const complete = withNodes(declaration, dirname(path), root);
      reads.push(...(complete.file === undefined ? [] : [complete.file]));
      findings.push(...complete.findings.map((finding) => ({ ...atNodes(source), ...finding })));
      const { target, ...rest } = complete.declaration;
      const aimed = retarget(target ?? {});
      clusters.push(
        clusterOf({ ...rest, ...(target === undefined && isEmpty(aimed) ? {} : { target: aimed }) }, source),
      );
    }
    if (clusters.length + findings.length === before && cluster === undefined) {
      findings.push(nothing(file));
    }
  }
  return { clusters, findings, reads, placeOf: (path) => placeOfPath(path, sources) };
}

function isEmpty(target: TargetDeclaration): boolean {
  return typeof target === 'object' && target !== null && Object.keys(target).length === 0;
}

/** Where a platform says what its nodes are. */
function atNodes({ file, document }: Source): Place & { path: string } {
  return { file, path: 'spec.nodes.from', ...placeOf(document, ['spec', 'nodes', 'from']) };
}

function clusterOf(declaration: PlatformDeclaration, source: Source): TreeCluster {
  const { context, objects, findings } = platformObjects(declaration);
  return {
    name: declaration.name,
    path: pathOf(declaration.name, []),
    isPlatform: true,
    target: context.target,
    architectures: clusterArchitectures(context),
    ...hypervisorsInUse(context),
    ...(context.supportByArch === undefined ? {} : { supportByArch: context.supportByArch }),
    ...(context.nodes === undefined ? {} : { nodes: context.nodes }),
    ...(context.distribution === undefined ? {} : { distribution: context.distribution }),
    ...(declaration.argocd === undefined ? {} : { argocd: declaration.argocd }),
    policy: declaration.findings ?? {},
    dependencies: [],
    objects: objects.map(({ object, at }) => {
      const path = pathOf(declaration.name, at);
      return { path, owner: path, object };
    }),
    findings: findings.map((declared) => located(declared, source)),
  };
}

/** A finding about a declaration, with the path and place of the file. */
function located({ finding, at }: DeclaredFinding, { file, document, positions, set }: Source): Finding {
  const base = inFile(at, positions);
  const below = finding.path === undefined ? [] : parsePath(valueAt(document.value, base), finding.path).steps;
  const path = finding.path === 'name' && at.length === 0 ? ['metadata', 'name'] : [...base, ...below];
  const shown = [pathText(document.value, base), finding.path]
    .filter((part) => part !== undefined && part !== '')
    .join('.');
  const setter = set.find((each) => each.path.every((step, i) => step === path[i]));
  return {
    ...finding,
    // What is on that line is not what is meant.
    ...(setter === undefined ? {} : { what: `${finding.what} (the parameter ${setter.name} sets it)` }),
    path: at.length === 0 && finding.path === 'name' ? 'metadata.name' : shown,
    file,
    ...placeOf(document, path),
  };
}

/** Where a part of a declaration is in its file: items that were left out count there. */
function inFile(at: readonly (string | number)[], positions: Positions): (string | number)[] {
  const [part, index, ...rest] = at;
  return part === undefined
    ? ['spec']
    : ['spec', part, ...(index === undefined ? [] : [positions[part]?.[Number(index)] ?? index]), ...rest];
}

/** Paths of objects are their cluster and where they were declared. */
function pathOf(cluster: string, at: readonly (string | number)[]): string {
  return [cluster, ...at].join('/');
}

function placeOfPath(path: string, sources: ReadonlyMap<string, Source>): Place | undefined {
  const [cluster = '', ...at] = path.split('/');
  const source = sources.get(cluster);
  if (source === undefined) {
    return undefined;
  }
  const steps = at.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return { file: source.file, ...placeOf(source.document, inFile(steps, source.positions)) };
}

function sameName(name: string, { file, document }: Source, earlier: Source): Finding {
  const first = placeOf(earlier.document, ['metadata', 'name']);
  return {
    code: 'PV801',
    severity: 'error',
    file,
    ...placeOf(document, ['metadata', 'name']),
    path: 'metadata.name',
    what: `there is another platform named ${name}, at ${earlier.file}:${first.line}`,
    why: 'Their manifests would be written into one folder and applied to one cluster',
    fix: 'give each a name of its own',
  };
}

/** An empty file is not an empty cluster: perhaps it was cut off. */
function nothing(file: string): Finding {
  return {
    code: 'PV016',
    severity: 'error',
    file,
    what: 'there is no platform in it',
    why: 'Empty output, applied with pruning, deletes everything that was there before',
    fix: 'write a platform; polyvirt init --yaml shows one',
  };
}
