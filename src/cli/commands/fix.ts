import { basename, dirname } from 'node:path';
import type { Cluster, Clusters } from '../../cluster/cluster';
import { imagesContext } from '../../cluster/data-sources';
import { judgeAll } from '../../cluster/judge/judge';
import { oneLine } from '../../findings/escape/characters';
import { type Finding, hasErrors } from '../../findings/finding';
import { isHyperConverged } from '../../golden-images/hyper-converged-view';
import { pictureOf } from '../../golden-images/picture';
import { flowYaml } from '../../kube/yaml/edit';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import { editPlatform } from '../../model/read/edit-platform';
import { pathText } from '../../model/read/file-path';
import { type AskedFix, fixEdits, parseFix } from '../../model/read/platform-fixes';
import { readPlatform } from '../../model/read/read-platform';
import { replaceFiles } from '../../sinks/replace-files';
import { findSource } from '../../sources/find-source';
import { shownPath, WorkspaceError } from '../../sources/host/open-text';
import { today } from '../../sources/host/process';
import { hasByteOrderMark, readText } from '../../sources/host/read-text';
import { readPlatforms } from '../../sources/read-platforms';
import type { CommandIo, ExitCode } from '../start/io';

/** One change that was made, as people read it. */
interface MadeChange {
  readonly file: string;
  readonly platform: string;
  readonly what: string;
}

/** What one fix came to. */
interface Fixed {
  readonly fix: AskedFix;
  readonly changes: readonly MadeChange[];
}

/**
 * Writes fixes into the platform files where their findings are.
 *
 * All files are computed before the first one is written, and judged: where a finding would stay, or an alert come that
 * was not there, nothing is written.
 */
function fixPlatforms(files: readonly string[], fixes: readonly AskedFix[], today: string): Fixed[] {
  const texts = new Map<string, string>();
  const before = readPlatforms(files);
  const done = fixes.map((fix) => fixOnce(files, fix, texts, today));
  checkFixed(before, readPlatforms(files, { texts }), done, today);
  for (const [file, text] of texts) {
    const mark = hasByteOrderMark(file) ? '\uFEFF' : '';
    replaceFiles(dirname(file), () => ({ files: [{ path: basename(file), text: `${mark}${text}` }], removals: [] }));
  }
  return done;
}

function fixOnce(files: readonly string[], fix: AskedFix, texts: Map<string, string>, today: string): Fixed {
  const tree = readPlatforms(files, { texts });
  if (hasErrors(tree.findings)) {
    // What was left out because of a mistake would not be where it seems to be.
    throw new WorkspaceError(tree.findings);
  }
  const concerned = tree.clusters.filter((cluster) => codesOf(tree, cluster, today).includes(fix.code));
  const edited = files.map((file) => editFile(file, texts.get(file) ?? readText(file), fix, concerned));
  for (const { file, text, changes } of edited) {
    if (changes.length > 0) {
      texts.set(file, text);
    }
  }
  return { fix, changes: edited.flatMap(({ changes }) => changes) };
}

function codesOf(tree: Clusters, cluster: Cluster, today: string): string[] {
  const { findings } = judgeAll([cluster], tree.findings, { today, tellsMissing: false });
  return findings.map(({ code }) => code);
}

/** Findings that stand for alerts. */
const ALERT_CODES = ['PV301', 'PV302', 'PV303'];

/** Refuses changes that do not do what was asked for. */
function checkFixed(before: Clusters, after: Clusters, done: readonly Fixed[], today: string): void {
  const problems = after.clusters.flatMap((cluster) => {
    const fixes = done.filter(({ changes }) => changes.some(({ platform }) => platform === cluster.name));
    const [first] = fixes.flatMap(({ changes }) => changes.filter(({ platform }) => platform === cluster.name));
    if (first === undefined) {
      return [];
    }
    const had = codesOf(before, before.clusters.find(({ name }) => name === cluster.name)!, today);
    const has = codesOf(after, cluster, today);
    const count = (codes: readonly string[], wanted: string) => codes.filter((code) => code === wanted).length;
    return [
      ...fixes
        .filter(({ fix }) => has.includes(fix.code))
        .map(({ fix }) => noFix(first.file, `${shownFix(fix)} would leave ${fix.code} in ${cluster.name}`)),
      ...ALERT_CODES.filter((code) => count(has, code) > count(had, code))
        .filter((code) => !fixes.some(({ fix }) => fix.code === code))
        .map((code) =>
          noFix(
            first.file,
            `${fixes.map(({ fix }) => shownFix(fix)).join(' and ')} would bring ${code} to ${cluster.name}`,
          ),
        ),
    ];
  });
  if (hasErrors(after.findings) || problems.length > 0) {
    throw new WorkspaceError([...after.findings, ...problems]);
  }
}

function shownFix({ code, name, argument }: AskedFix): string {
  return `${code}=${name}${argument === '' ? '' : `:${argument}`}`;
}

function editFile(file: string, original: string, fix: AskedFix, clusters: readonly Cluster[]) {
  let text = original;
  const changes: MadeChange[] = [];
  for (const read of readYaml(original)) {
    const declaration = isProblem(read) ? undefined : readPlatform(read).declaration;
    const cluster = clusters.find(({ name }) => name === declaration?.name);
    const object = cluster?.objects.find((each) => isHyperConverged(each.object))?.object;
    if (isProblem(read) || declaration === undefined || cluster === undefined || object === undefined) {
      continue;
    }
    const picture = pictureOf(object, imagesContext(cluster, object));
    const edits = fixEdits(fix, { declaration, picture, argument: fix.argument });
    if ('problem' in edits) {
      throw new WorkspaceError([
        noFix(shownPath(file), `${shownFix(fix)} is no fix for ${cluster.name}: ${edits.problem}`),
      ]);
    }
    const result = editPlatform(text, declaration.name, edits);
    if ('failed' in result) {
      throw new WorkspaceError([cannotEdit(file, pathText(read.value, result.failed))]);
    }
    text = result.text;
    changes.push(
      ...edits.map((edit) => ({
        file: shownPath(file),
        platform: declaration.name,
        what: `${pathText(read.value, edit.at)}${'set' in edit ? `: ${flowYaml(edit.set)}` : ' is removed'}`,
      })),
    );
  }
  return { file, text, changes };
}

function noFix(file: string, what: string): Finding {
  return {
    code: 'PV018',
    severity: 'error',
    file,
    what,
    why: 'The change would not solve the problem; nothing was changed',
    fix: 'ask for another fix, or for several at once; polyvirt images shows what each alert is about',
  };
}

function cannotEdit(file: string, path: string) {
  return {
    code: 'PV018',
    severity: 'error' as const,
    file: shownPath(file),
    path,
    what: 'this cannot be changed without touching its surroundings',
    why: 'An alias or a value of another type is in the way; nothing was changed',
    fix: 'make the change by hand',
  };
}

/** `polyvirt check --fix CODE=NAME[:ARGUMENT] [path…]`: writes a fix into platform files. */
export function runFix(paths: readonly string[], written: readonly string[], io: CommandIo): ExitCode {
  const asked = written.map(parseFix);
  const problems = asked.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const sources = paths.map((path) => ({ path, source: findSource(path) }));
  const programs = sources.filter(({ source }) => 'app' in source).map(({ path }) => path);
  for (const problem of problems) {
    io.err(`error: ${problem}.\n`);
  }
  for (const path of programs) {
    io.err(`error: ${path} is a program, which is not edited. Fix: write the change there, as the finding says.\n`);
  }
  if (problems.length + programs.length > 0) {
    return 2;
  }
  const fixes = asked.flatMap((each) => ('problem' in each ? [] : [each]));
  let isChanged = false;
  for (const { source } of sources) {
    for (const { fix, changes } of 'files' in source ? fixPlatforms(source.files, fixes, today()) : []) {
      isChanged ||= changes.length > 0;
      for (const { file, platform, what } of changes) {
        io.err(`${oneLine(`${file}: ${platform}: ${what}`)}\n`);
      }
      if (changes.length === 0) {
        io.err(`There is nothing to fix: no platform has the finding ${fix.code}, or none that the fix is for.\n`);
      }
    }
  }
  if (isChanged) {
    io.err('Look at the change, then run polyvirt synth.\n');
  }
  return 0;
}
