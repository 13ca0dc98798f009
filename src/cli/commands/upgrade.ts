import { Option } from 'commander';
import type { Retarget } from '../../cluster/cluster';
import { oneLine } from '../../findings/escape/characters';
import { type Finding, hasErrors } from '../../findings/finding';
import { chooseFrom } from '../../findings/suggestion';
import { judgeDisabled, judgeListed } from '../../gates/judge';
import { FeatureGates } from '../../gates/registry';
import { isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { compareReleases } from '../../kube/release';
import type { YamlEdit } from '../../kube/yaml/edit';
import { type UpgradeReport, upgradeJson, upgradeMarkdown, upgradeText } from '../../report/upgrade-report';
import { writePlatforms } from '../../sinks/write-files';
import { today } from '../../sources/host/process';
import { type UpgradeSubject, upgradeSubjects } from '../../sources/upgrade-subjects';
import { type NamedRelease, nameOfRelease, readNamedRelease, resolveTarget, retargeted } from '../../target/target';
import type { OptOut } from '../../upgrade/gates';
import { adviseUpgrade, hasChanges } from '../../upgrade/upgrade';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { addParameterOptions, type ParameterOptions, parametersOf } from './options';

/** Where a platform says which gates it wants. */
const KUBEVIRT = ['spec', 'kubevirt'] as const;

/**
 * The changes of a platform file that take it to another release: its target, and its lists of gates.
 *
 * Entries that do nothing any more go; a gate that has to stay off because the cluster is too old for it is turned off.
 * Changes that depend on something unknown, and names that no KubeVirt has, are left to the user.
 */
export function platformEdits(
  document: unknown,
  to: NamedRelease,
  gates: FeatureGates,
  optOut: readonly OptOut[],
): YamlEdit[] {
  return [...targetEdits(document, to), ...listEdits(document, gates, optOut)];
}

function targetEdits(document: unknown, { component, release }: NamedRelease): YamlEdit[] {
  const at = ['spec', 'target'] as const;
  const target = valueAt(document, 'spec.target');
  const written = isMap(target) ? target : {};
  // What HyperConverged brings along changes with it.
  const implied = component === 'hco' ? ['kubevirt', 'cdi', 'ssp'].filter((each) => written[each] !== undefined) : [];
  return [
    ...(written[component] === release ? [] : [{ at: [...at, component], set: release }]),
    ...implied.map((each): YamlEdit => ({ at: [...at, each], remove: true })),
  ];
}

function listEdits(document: unknown, gates: FeatureGates, optOut: readonly OptOut[]): YamlEdit[] {
  if (!isMap(valueAt(document, KUBEVIRT.join('.')))) {
    return [];
  }
  const disabled = listAt(document, 'disabledFeatureGates');
  const idle = (gate: unknown) =>
    typeof gate === 'string' && ['PV201', 'PV204'].includes(judgeListed(gate, gates)?.finding.code ?? '');
  const stuck = (gate: unknown) => typeof gate === 'string' && judgeDisabled(gate, gates)?.finding.code === 'PV206';
  const added = optOut
    .filter(({ cause, name }) => cause === 'prerequisite' && !disabled.includes(name))
    .map(({ name }) => name);
  const kept = disabled.filter((gate) => !stuck(gate)).length;
  return [
    ...removals(document, 'featureGates', idle),
    ...removals(document, 'disabledFeatureGates', stuck),
    ...(kept === 0 && added.length > 0
      ? [{ at: [...KUBEVIRT, 'disabledFeatureGates'], set: added }]
      : added.map((gate, i) => ({ at: [...KUBEVIRT, 'disabledFeatureGates', kept + i], set: gate }))),
  ];
}

/** The last one first, so that places stay what they are; a list of which nothing is left goes as a whole. */
function removals(document: unknown, list: string, goes: (gate: unknown) => boolean): YamlEdit[] {
  const all = listAt(document, list);
  const places = all.flatMap((gate, i) => (goes(gate) ? [i] : []));
  return places.length > 0 && places.length === all.length
    ? [{ at: [...KUBEVIRT, list], remove: true }]
    : places.reverse().map((i) => ({ at: [...KUBEVIRT, list, i], remove: true }));
}

function listAt(document: unknown, list: string): readonly unknown[] {
  const found = valueAt(document, `${KUBEVIRT.join('.')}.${list}`);
  return Array.isArray(found) ? found : [];
}

const RENDERERS = { text: upgradeText, json: upgradeJson, markdown: upgradeMarkdown } as const;

interface UpgradeCommandOptions extends ParameterOptions {
  readonly from?: string;
  readonly to?: string;
  readonly kubernetes?: string;
  readonly nodes?: string;
  readonly cluster?: string;
  readonly name?: readonly string[];
  readonly write?: boolean;
  readonly format: keyof typeof RENDERERS;
}

/** The releases of a command line. */
interface Journey {
  readonly from?: NamedRelease;
  readonly to: NamedRelease;
  readonly kubernetes?: string;
}

const EXAMPLES = `
Examples:
  polyvirt upgrade --to 1.9                      the platform in this folder, from its current target
  polyvirt upgrade --to 1.9 --write              the same, and update target and gates in polyvirt.yaml
  polyvirt upgrade --to hco:1.19                 a platform with HyperConverged
  polyvirt upgrade manifests/ --from 1.8 --to 1.9 --kubernetes 1.33
                                                 any manifests
  polyvirt upgrade --cluster cluster.yaml --to 1.9
                                                 a cluster, from its snapshot
  polyvirt upgrade --from 1.8 --to 1.9           just the differences between two releases

A release is a KubeVirt release, or hco:1.19 for HyperConverged. With an older release it shows what a downgrade changes.
A snapshot is the output of kubectl get nodes,kubevirt,hyperconverged,vm -A -o yaml.

Exit codes: 0 nothing changes; 10 something changes; 1 the platform cannot be read; 2 usage error.`;

/** `polyvirt upgrade [files…] [--from R] --to R`: what another release changes. */
export const upgrade: Command = {
  configure: (commander) => {
    return addParameterOptions(commander)
      .argument('[path...]', 'manifests, or the file or folder of a platform; default: the platform in this folder')
      .option('--to <release>', 'the new release: 1.9 for KubeVirt, hco:1.19 for HyperConverged')
      .option(
        '--from <release>',
        'the current release; default: the target of the platform, or the release in the snapshot',
      )
      .option('--kubernetes <release>', 'Kubernetes release of the cluster: some gates need a minimum')
      .option('--nodes <file>', 'nodes of the cluster, from kubectl get nodes -o yaml')
      .option('--cluster <file>', 'snapshot of the cluster, for its releases, nodes and existing objects')
      .option('--name <platform...>', 'only these platforms, if there are several')
      .option('--write', 'update polyvirt.yaml: its target and its feature gates')
      .addOption(new Option('-f, --format <format>', 'output format').choices(Object.keys(RENDERERS)).default('text'))
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runUpgrade(args, options as unknown as UpgradeCommandOptions, io),
};

async function runUpgrade(paths: readonly string[], options: UpgradeCommandOptions, io: CommandIo): Promise<ExitCode> {
  const journey = journeyOf(options, io);
  if (journey === undefined) {
    return 2;
  }
  const { nodes, cluster } = options;
  const { subjects: all, locate } = await upgradeSubjects({
    paths,
    today: today(),
    ...(nodes === undefined ? {} : { nodes }),
    ...(cluster === undefined ? {} : { cluster }),
    given: parametersOf(options),
  });
  const subjects = chosen(all, options.name);
  const mistake = typeof subjects === 'string' ? subjects : mistakeIn(subjects, journey, options);
  if (mistake !== undefined || typeof subjects === 'string') {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const moving = subjects.filter((subject) => !isThere(subject, journey));
  for (const { name } of subjects.filter((subject) => isThere(subject, journey))) {
    io.err(`note: ${name} is at ${nameOfRelease(journey.to)} already\n`);
  }
  if (moving.length === 0) {
    return options.write === true ? 0 : same(journey, io);
  }
  const retarget = retargetsOf(journey);
  const reports = await located(
    moving.map((subject) => reportOf(subject, journey, retarget)),
    locate,
  );
  io.out(RENDERERS[options.format](reports));
  if (options.write === true) {
    write(moving, reports, io);
  }
  return reports.some(({ advice }) => hasChanges(advice)) ? 10 : 0;
}

/** Releases on the command line; undefined where they make no sense, which is said. */
function journeyOf({ to, from, kubernetes }: UpgradeCommandOptions, io: CommandIo): Journey | undefined {
  if (to === undefined) {
    io.err('error: where to? Add --to RELEASE, as --to 1.9, or --to hco:1.19 for HyperConverged.\n');
    return undefined;
  }
  const [there, here] = [readNamedRelease(to), from === undefined ? undefined : readNamedRelease(from)];
  const cluster = resolveTarget(kubernetes === undefined ? {} : { kubernetes });
  const shown = (flag: string) => (finding: Finding) => ({ ...finding, path: flag });
  const findings = [
    ...there.findings.map(shown('--to')),
    ...(here?.findings ?? []).map(shown('--from')),
    ...cluster.findings.map(shown('--kubernetes')),
  ];
  printFindings(findings, io);
  return hasErrors(findings)
    ? undefined
    : {
        to: there.named,
        ...(here === undefined ? {} : { from: here.named }),
        ...(cluster.target.kubernetes === undefined ? {} : { kubernetes: cluster.target.kubernetes }),
      };
}

function chosen(
  subjects: readonly UpgradeSubject[],
  names: readonly string[] | undefined,
): readonly UpgradeSubject[] | string {
  const known = subjects.flatMap(({ name }) => name ?? []).sort();
  const stranger = names?.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    return known.length === 0
      ? '--name is for platforms, and there is none here'
      : `there is no platform "${stranger}": ${chooseFrom(stranger, known)}`;
  }
  return names === undefined ? subjects : subjects.filter(({ name }) => names.includes(name!));
}

/** What is wrong with how it was called, in the light of what there is. */
function mistakeIn(
  subjects: readonly UpgradeSubject[],
  { from, to }: Journey,
  { write }: UpgradeCommandOptions,
): string | undefined {
  if (from !== undefined && from.component !== to.component) {
    return `--from ${nameOfRelease(from)} and --to ${nameOfRelease(to)} are of two components: name releases of one.`;
  }
  if (from !== undefined && compareReleases(from.release, to.release) === 0) {
    return `--from and --to are the same release, ${nameOfRelease(to)}: there is nothing to compare.`;
  }
  const lost = subjects.find(({ target }) => target === undefined && from === undefined);
  if (lost !== undefined) {
    return lost.origin === 'releases'
      ? 'there is no polyvirt.yaml and no cdk8s.yaml here: name a platform, or manifests with --from RELEASE.'
      : 'nothing tells which release these are for: add --from RELEASE, or --cluster with a snapshot.';
  }
  return (
    subjects.map((subject) => componentMistake(subject, to)).find((mistake) => mistake !== undefined) ??
    (write === true ? writeMistake(subjects, to) : undefined)
  );
}

function componentMistake({ name, target }: UpgradeSubject, to: NamedRelease): string | undefined {
  const who = name ?? 'the cluster';
  if (target?.hco !== undefined && to.component === 'kubevirt') {
    return `${who} has HyperConverged ${target.hco}, which brings KubeVirt along: say --to hco:RELEASE.`;
  }
  return target !== undefined && target.hco === undefined && to.component === 'hco'
    ? `${who} has no HyperConverged in its target: say --to RELEASE of KubeVirt.`
    : undefined;
}

function writeMistake(subjects: readonly UpgradeSubject[], { component, release }: NamedRelease): string | undefined {
  const other = subjects.find(({ file }) => file === undefined);
  if (other === undefined) {
    return undefined;
  }
  const where = `target: { ${component}: '${release}' }`;
  return other.origin === 'app'
    ? `--write changes platform files, and ${other.name} is made by a program: write ${where} there, and the gates that this command names without --write.`
    : '--write changes platform files, and these are manifests: change them by what this command says without --write.';
}

function isThere({ target }: UpgradeSubject, { from, to }: Journey): boolean {
  return from === undefined && compareReleases(target![to.component]!, to.release) === 0;
}

function same({ to }: Journey, io: CommandIo): ExitCode {
  io.err(
    `error: there is nothing to compare: --to ${nameOfRelease(to)} is the release that it is at. Name another, or add --from.\n`,
  );
  return 2;
}

/** The two changes of a target, made once, since a fleet is read once for each. */
function retargetsOf({ from, to, kubernetes }: Journey): { readonly before: Retarget; readonly after: Retarget } {
  const known = kubernetes === undefined ? {} : { kubernetes };
  return {
    before: (declared) => ({ ...(from === undefined ? declared : retargeted(declared, from)), ...known }),
    after: (declared) => ({ ...retargeted(declared, to), ...known }),
  };
}

function reportOf(
  subject: UpgradeSubject,
  { from, to }: Journey,
  { before, after }: ReturnType<typeof retargetsOf>,
): UpgradeReport {
  return {
    ...(subject.name === undefined ? {} : { name: subject.name }),
    from: from ?? { component: to.component, release: subject.target![to.component]! },
    to,
    advice: adviseUpgrade(subject.at(before), subject.at(after)),
  };
}

/** The same reports with the places of findings, which a program is asked for once. */
async function located(
  reports: readonly UpgradeReport[],
  locate: (findings: readonly Finding[]) => Promise<Finding[]>,
): Promise<UpgradeReport[]> {
  const findings = await locate(reports.flatMap(({ advice }) => advice.findings));
  let from = 0;
  return reports.map((report) => {
    const { length } = report.advice.findings;
    from += length;
    const own = findings.slice(from - length, from) as UpgradeReport['advice']['findings'][number][];
    return { ...report, advice: { ...report.advice, findings: own } };
  });
}

function write(subjects: readonly UpgradeSubject[], reports: readonly UpgradeReport[], io: CommandIo): void {
  const changes = subjects.map(({ file, name }, i) => {
    const { advice, to } = reports[i]!;
    const gates = FeatureGates.of(advice.to.kubevirt);
    return {
      file: file!,
      platform: name!,
      edits: (document: unknown) => platformEdits(document, to, gates, advice.gates.optOut),
    };
  });
  const written = writePlatforms(changes);
  io.err(written.length === 0 ? 'nothing to write\n' : `wrote ${oneLine(written.join(', '))}\n`);
}
