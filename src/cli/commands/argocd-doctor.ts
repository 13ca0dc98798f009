import { realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Option } from 'commander';
import {
  allowedS,
  checkApplication,
  checkRepository,
  checkTimeouts,
  megabytes,
  type RepositorySize,
  timeoutsIn,
  weighRepository,
} from '../../argocd/doctor';
import { oneLine } from '../../findings/escape/characters';
import { jsonText } from '../../findings/escape/formats';
import { compareFindings, type Finding, hasErrors } from '../../findings/finding';
import { countFindings } from '../../findings/judgement';
import { withoutSecrets } from '../../findings/secrets/secret-text';
import { shownFindings } from '../../findings/shown-finding';
import { inspectRepository, repositoryFiles } from '../../plugin/cmp-copy';
import { type RenderInputs, renderInputs } from '../../plugin/tree';
import { FOLDER_LIMIT, tooLarge } from '../../sinks/output-folder';
import { findSource, isPlatformFolder, isPlatformPath, type Source } from '../../sources/find-source';
import { repositoryRoot } from '../../sources/host/git';
import { isFolder } from '../../sources/host/open-text';
import { notRunInPlugin } from '../../sources/program/foreign-programs';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { doPluginWork } from './plugin-work';

const HELP = `
Looks at the repository around the folder as Argo CD would: what is sent to the plugin and how much of it is needed, how long a
render takes and how long it may take, the paths and plugin names in Applications, and whether the timeouts of an installation in
the repository fit together. Does not contact a cluster.

Examples:
  polyvirt argocd doctor                 the platform in this folder, or each below it
  polyvirt argocd doctor infra -f json   for scripts

Exit codes: 0 success, or warnings; 1 a finding of severity error; 2 usage error.`;

/** What one render took here. */
interface Measured {
  readonly cluster: string;
  readonly seconds: number;
  readonly bytes: number;
}

/** What is packed and sent in a second, roughly: gzip of repo-server and of the sidecar, one after the other. */
const SENT_PER_SECOND = 25e6;

/** Pods have less of a processor than desks, and share it. */
const SLOWER = 3;

/** `polyvirt argocd doctor`: what is slow or wrong. */
export const doctor: Command = {
  configure: (commander) => {
    return commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .addOption(new Option('-f, --format <format>', 'output format').choices(['text', 'json']).default('text'))
      .addHelpText('after', HELP);
  },
  run: async (args, options, io) => runDoctor(args[0] ?? '.', options.format as 'text' | 'json', io),
};

async function runDoctor(asked: string, format: 'text' | 'json', io: CommandIo): Promise<ExitCode> {
  const [only, ...more] = isPlatformPath(asked) ? [asked] : platformsBelow(asked);
  if (only === undefined || more.length === 0) {
    return doctorOf(only ?? asked, format, io);
  }
  if (format === 'json') {
    io.err(`error: ${asked} has several platforms: name one of ${[only, ...more].map(oneLine).join(', ')}.\n`);
    return 2;
  }
  const codes: ExitCode[] = [];
  for (const folder of [only, ...more]) {
    io.out(`${codes.length === 0 ? '' : '\n'}${oneLine(folder)}\n`);
    codes.push(await doctorOf(folder, format, io));
  }
  return codes.find((code) => code !== 0) ?? 0;
}

/** Folders with a platform, as git has them below a folder: an administrator stands at the root of the repository. */
function platformsBelow(asked: string): string[] {
  if (!isFolder(asked)) {
    return [];
  }
  const top = repositoryRoot(asked, undefined);
  const folders = repositoryFiles(top).map((file) => dirname(join(top, file)));
  return [...new Set(folders)]
    .filter((folder) => `${folder}${sep}`.startsWith(`${realpathSync(asked)}${sep}`) && isPlatformFolder(folder))
    .map((folder) => relative('.', folder) || '.')
    .sort();
}

async function doctorOf(asked: string, format: 'text' | 'json', io: CommandIo): Promise<ExitCode> {
  const source = findSource(asked);
  const folder = realpathSync('files' in source ? dirname(source.files[0]!) : source.app.folder);
  const root = repositoryRoot(folder, undefined);
  const inputs = await renderInputs(source, root);
  const repository = inspectRepository(root);
  const needed = [...new Set([...inputs.files.values()].flat())];
  const size = weighRepository(repository.files, repository.historyBytes, needed);
  const timeouts = timeoutsIn(repository.installation);
  const allowed = allowedS(timeouts);
  const measured = await measure(folder, inputs);
  const estimateS = size.bytes / SENT_PER_SECOND + (measured?.seconds ?? 0) * SLOWER;
  const rendered = { folder: relative(root, folder), inputs: inputs.files };
  const findings = shownFindings<Finding>([
    ...inputs.findings,
    ...('app' in source ? [notRunInPlugin(source.app.entry)] : []),
    ...checkRepository(size),
    ...repository.applications.flatMap(({ file, object }) =>
      checkApplication(object, rendered).map((finding) => ({ ...finding, file })),
    ),
    ...checkTimeouts(timeouts),
    ...(estimateS > allowed ? [tooSlow(estimateS, allowed, size)] : []),
    ...largeFolders(source, root, repository.files),
  ]).sort(compareFindings);
  const report = {
    repository: size,
    render: { ...measured, estimateS: rounded(estimateS), allowedS: allowed },
    clusters: Object.fromEntries([...inputs.files].map(([name, files]) => [withoutSecrets(name), files])),
    applications: repository.applications.length,
    findings,
  };
  if (format === 'json') {
    io.out(`${jsonText(report)}\n`);
  } else {
    printFindings(findings, io);
    io.out(reportText(report));
    io.err(`findings: ${countFindings(findings)}\n`);
  }
  return hasErrors(findings) ? 1 : 0;
}

/** Renders the cluster with the most objects, as the plugin does and without its cache. */
async function measure(folder: string, { clusters }: RenderInputs): Promise<Measured | undefined> {
  const [largest] = [...clusters].sort((a, b) => b.objects - a.objects);
  if (largest === undefined) {
    return undefined;
  }
  const started = performance.now();
  // The limit that the plugin sets itself counts from the start of the process, and this one has done other things.
  const { out } = await doPluginWork(
    // At the desk, where it was run already.
    { command: 'generate', folder, format: 'yaml', programs: true },
    {
      POLYVIRT_CACHE: 'off',
      POLYVIRT_DEADLINE: '600',
      ARGOCD_APP_PARAMETERS: JSON.stringify([{ name: 'cluster', string: largest.name }]),
    },
  );
  return {
    cluster: withoutSecrets(largest.name),
    seconds: rounded((performance.now() - started) / 1000),
    bytes: out.length,
  };
}

function largeFolders(source: Source, root: string, files: readonly { path: string; bytes: number }[]): Finding[] {
  const output = relative(root, source.output);
  const sizes = new Map<string, number>();
  for (const { path, bytes } of files) {
    const [cluster] = path.startsWith(`${output}/`) ? path.slice(output.length + 1).split('/') : [];
    if (cluster !== undefined && path.slice(output.length + 1).includes('/')) {
      sizes.set(cluster, (sizes.get(cluster) ?? 0) + bytes);
    }
  }
  return [...sizes].filter(([, bytes]) => bytes > FOLDER_LIMIT).map(([cluster, bytes]) => tooLarge(cluster, bytes));
}

function tooSlow(estimateS: number, allowed: number, { bytes }: RepositorySize): Finding {
  return {
    code: 'PV706',
    severity: 'error',
    path: 'controller.repo.server.timeout.seconds',
    what:
      `a render takes about ${estimateS.toFixed(0)} s, of which ${(bytes / SENT_PER_SECOND).toFixed(0)} s to send ` +
      `${megabytes(bytes)}; ${allowed} s are allowed`,
    why: 'Argo CD then kills the plugin, and after three failures shows the error for an hour',
    fix:
      'exclude what is not needed, raise the timeouts with polyvirt argocd install --timeout, or commit what ' +
      'polyvirt synth writes',
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

interface DoctorReport {
  readonly repository: RepositorySize;
  readonly render: Partial<Measured> & { readonly estimateS: number; readonly allowedS: number };
  readonly clusters: Readonly<Record<string, readonly string[]>>;
  readonly applications: number;
}

function reportText({ repository, render, clusters, applications }: DoctorReport): string {
  const exclude = repository.exclude.map(({ pattern, bytes }) => `${pattern} (${megabytes(bytes)})`).join(', ');
  const shown = Object.entries(clusters).slice(0, 10);
  const left = Object.keys(clusters).length - shown.length;
  return [
    `sent for each render  ${repository.files} files, ${megabytes(repository.bytes)}`,
    `not needed            ${exclude === '' ? 'nothing of size' : exclude}`,
    `largest cluster       ${render.cluster ?? 'none'}: ${render.seconds ?? 0} s here, ${megabytes(render.bytes ?? 0)}`,
    `estimate              ${render.estimateS} s of ${render.allowedS} s`,
    `applications          ${applications} in the repository`,
    ...shown.map(
      ([cluster, files]) =>
        `${cluster} depends on  ${files.slice(0, 8).join(', ')}${files.length > 8 ? ` and ${files.length - 8} more` : ''}`,
    ),
    ...(left > 0 ? [`and ${left} clusters more`] : []),
    '',
  ]
    .map(oneLine)
    .join('\n');
}
