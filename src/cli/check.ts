import { allowancesOf } from '../check/allow-annotation';
import { checkObjects } from '../check/check';
import { compareFindings, type Finding, hasErrors } from '../findings/finding';
import { findingsReport } from '../findings/json';
import { applyPolicy } from '../findings/policy';
import { resolveTarget } from '../target/resolve';
import type { TargetDeclaration } from '../target/target';
import { readObjects } from '../workspace/read-objects';
import type { Command } from './command';
import type { ExitCode, Io } from './io';
import { countFindings, printFindings } from './print-findings';
import { today } from './today';

interface CheckOptions {
  readonly kubevirt?: string;
  readonly hco?: string;
  readonly cdi?: string;
  readonly format: 'text' | 'json';
  readonly strict?: boolean;
}

const EXAMPLES = `
Examples:
  polyvirt check manifests/                  every YAML and JSON file below a folder
  polyvirt check --kubevirt 1.6 vm.yaml      for the release that the cluster runs
  helm template chart | polyvirt check -     what a chart gives

It says what the creation of a guest would refuse on its architecture, and what is accepted and does not work all the same.

Exit codes: 0 well; 1 a finding of severity error, or a warning with --strict; 2 called wrongly.`;

/** `polyvirt check [files…|-]`: the rules over any manifests. */
export const check: Command = {
  configure: (commander) => {
    const { Option } = require('commander') as typeof import('commander');
    return commander
      .argument('<path...>', 'files, folders, or - for standard input')
      .option('--kubevirt <release>', 'release of KubeVirt; default: what --hco ships, or the newest that is known')
      .option('--hco <release>', 'release of HyperConverged')
      .option('--cdi <release>', 'release of CDI')
      .option('--strict', 'a warning fails too')
      .addOption(
        new Option('-f, --format <format>', 'how findings are written').choices(['text', 'json']).default('text'),
      )
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runCheck(args, options as unknown as CheckOptions, io),
};

function runCheck(paths: readonly string[], options: CheckOptions, io: Io): ExitCode {
  const { target, findings: mistaken } = resolveTarget(targetOf(options));
  if (hasErrors(mistaken)) {
    printFindings(mistaken, io);
    return 2;
  }
  const { objects, findings: unreadable, skipped, locate } = readObjects(paths);
  const own = allowancesOf(objects);
  const allowed = applyPolicy(checkObjects(objects, { target }), { allow: own.allowances }, today());
  const judged = locate([...allowed, ...own.findings]);
  const findings = [...mistaken, ...unreadable, ...judged].sort(compareFindings);
  if (options.format === 'json') {
    io.out(`${JSON.stringify(findingsReport(findings, objects.length), undefined, 2)}\n`);
  } else {
    printFindings(findings, io);
  }
  const places = skipped.slice(0, 3).map(({ file, line }) => `${file}:${line}`);
  const more = skipped.length > places.length ? ` and ${skipped.length - places.length} more` : '';
  io.err(
    `${objects.length} ${objects.length === 1 ? 'object' : 'objects'} for KubeVirt ${target.kubevirt}; findings: ${countFindings(findings)}` +
      `${skipped.length === 0 ? '' : `; not Kubernetes objects, so skipped: ${places.join(', ')}${more}`}\n`,
  );
  return fails(findings, options.strict === true) ? 1 : 0;
}

function targetOf({ kubevirt, hco, cdi }: CheckOptions): TargetDeclaration {
  return {
    ...(kubevirt === undefined ? {} : { kubevirt }),
    ...(hco === undefined ? {} : { hco }),
    ...(cdi === undefined ? {} : { cdi }),
  };
}

function fails(findings: readonly Finding[], strict: boolean): boolean {
  return findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
}
