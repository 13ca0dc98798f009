import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { oneLine } from '../../findings/escape/characters';
import { compareReleases, minorOf, parseRelease, type Release } from '../../kube/release';
import { GENERATED, generate, nameFor } from '../../schema/generate';
import type { ComponentRelease, Kind } from '../../schema/write-fields';
import { writeImports } from '../../sinks/write-files';
import { shownPath } from '../../sources/host/open-text';
import { readCrds } from '../../sources/read-documents';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';

/** CRDs of an older release, as `1.8=crds/v1.8` names them. */
interface Earlier {
  readonly release: Release;
  readonly path: string;
}

interface ImportOptions {
  readonly output: string;
  readonly name?: string;
  readonly release?: Release;
  readonly earlier: readonly Earlier[];
  readonly fieldsOnly: readonly string[];
}

const EXAMPLES = `
Writes NAME.ts, plain interfaces with the names of the API; NAME-fields.ts, a table of all fields with their constraints and
the releases that have them; and field-table.ts, the types of that table.

Examples:
  polyvirt import crds/                                     all CRDs in a folder, to imports/
  kubectl get crd -o yaml | polyvirt import - --name edge   the CRDs of a cluster
  polyvirt import kubevirt.yaml --release 1.9 --earlier 1.8=old/kubevirt.yaml --earlier 1.7=older/
                                                            record in which release each field was added or removed

Exit codes: 0 success; 1 a file has no valid CRD, or a file cannot be written; 2 usage error.`;

/** `polyvirt import CRD…`: CRDs to types and field tables. */
export const importCrds: Command = {
  configure: (commander) =>
    commander
      .argument('<crd...>', 'files or folders with CRDs, or - for stdin')
      .option('-o, --output <folder>', 'where to write', 'imports')
      .option('-n, --name <name>', 'prefix of the file names; default: first word of the API group', parseName)
      .option('-r, --release <release>', 'release of the CRDs, e.g. 1.9', parseNamedRelease)
      .option(
        '-e, --earlier <release=path>',
        'CRDs of an older release, to record when fields were added and removed; can be repeated',
        (text: string, previous: readonly Earlier[]) => [...previous, parseEarlier(text)],
        [],
      )
      .option(
        '-f, --fields-only <crd>',
        'CRDs of kinds that only controllers write: field tables without types; can be repeated',
        (text: string, previous: readonly string[]) => [...previous, text],
        [],
      )
      .addHelpText('after', EXAMPLES),
  run: async (args, options, io) => runImport(args, options as unknown as ImportOptions, io),
};

function runImport(paths: readonly string[], options: ImportOptions, io: CommandIo): ExitCode {
  const started = performance.now();
  const mistake = mistakeIn(options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const resources = readCrds(paths);
  const fieldsOnly = options.fieldsOnly.length === 0 ? [] : readCrds(options.fieldsOnly);
  const { kinds, files } = generate({
    name: options.name ?? nameFor(resources),
    resources,
    fieldsOnly,
    ...(options.release === undefined ? {} : { release: named(options.release, options) }),
    earlier: earlierReleases(options, new Set([...resources, ...fieldsOnly].map(({ crd }) => crd))),
  });
  const output = resolve(options.output);
  const written = writeImports(output, files, GENERATED);
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  io.err(
    `${kinds.map(kindLine).join('')}` +
      `${shownPath(output)}: ${written} written, ${files.length - written} unchanged, in ${seconds} s\n`,
  );
  return 0;
}

function mistakeIn({ release, earlier }: ImportOptions): string | undefined {
  if (earlier.length === 0) {
    return undefined;
  }
  if (release === undefined) {
    return '--earlier compares with the newest release: say which one that is with --release.';
  }
  const late = earlier.find((each) => compareReleases(each.release, release) >= 0);
  return late && `--earlier ${late.release} is not older than --release ${release}: the newest goes to --release.`;
}

/** A patch is told from its series only where another one of the series is compared too. */
function named(release: Release, options: ImportOptions): Release {
  const all = [options.release, ...options.earlier.map((each) => each.release)];
  const isAlone = all.every((other) => other === undefined || other === release || minorOf(other) !== minorOf(release));
  return isAlone ? minorOf(release) : release;
}

function earlierReleases(options: ImportOptions, crds: ReadonlySet<string>): ComponentRelease[] {
  const { earlier } = options;
  return [...new Set(earlier.map(({ release }) => release))].map((release) => ({
    release: named(release, options),
    resources: readCrds(
      earlier.filter((each) => each.release === release).map(({ path }) => path),
      crds,
    ),
  }));
}

/** `kubevirt.io/v1 VirtualMachine, compared over 7 releases from 1.3 on`. */
function kindLine({ apiVersion, kind, releases }: Kind): string {
  const compared = releases.length < 2 ? '' : `, compared over ${releases.length} releases from ${releases[0]} on`;
  return `${oneLine(`${apiVersion} ${kind}`)}${compared}\n`;
}

function parseName(text: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(text) || /^field-table$|-fields$/.test(text)) {
    throw invalid('It is the first part of a file name: small letters, digits and "-", without "-fields" at its end.');
  }
  return text;
}

function parseNamedRelease(text: string): Release {
  const release = parseRelease(text);
  if (release === undefined) {
    throw invalid(`"${text}" is not a release. Write it as in 1.9.`);
  }
  return release;
}

function parseEarlier(text: string): Earlier {
  const [, release, path] = /^([^=]*)=(.+)$/.exec(text) ?? [];
  if (release === undefined || path === undefined) {
    throw invalid('Write the release and the path of its CRDs, as in 1.8=crds/v1.8.');
  }
  return { release: parseNamedRelease(release), path };
}

function invalid(message: string): Error {
  return new InvalidArgumentError(message);
}
