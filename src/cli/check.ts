import { allowancesOf } from '../check/allow-annotation';
import { checkObjects } from '../check/check';
import { countFindings } from '../findings/count';
import { compareFindings, type Finding, hasErrors } from '../findings/finding';
import { renderGithub } from '../findings/github';
import { renderJson } from '../findings/json';
import { isFailure, type Renderer } from '../findings/judgement';
import { renderJunit } from '../findings/junit';
import { renderMarkdown } from '../findings/markdown';
import { applyPolicy } from '../findings/policy';
import { renderSarif } from '../findings/sarif';
import { findingObject } from '../kube/identity';
import { type CustomKinds, customKinds } from '../schema/custom-kinds';
import { resolveTarget } from '../target/resolve';
import type { TargetDeclaration } from '../target/target';
import { type ReadCrds, readGoodCrds } from '../workspace/read-crds';
import { readObjects } from '../workspace/read-objects';
import type { Command } from './command';
import type { ExitCode, Io } from './io';
import { printFindings } from './print-findings';
import { today } from './today';
import { VERSION } from './version';

/** The formats for programs, on stdout. `text` is for people, on stderr, and therefore not among them. */
const RENDERERS = {
  json: renderJson,
  sarif: renderSarif,
  junit: renderJunit,
  github: renderGithub,
  markdown: renderMarkdown,
} as const satisfies Record<string, Renderer>;

interface CheckOptions {
  readonly kubevirt?: string;
  readonly hco?: string;
  readonly cdi?: string;
  readonly crds: readonly string[];
  readonly format: 'text' | keyof typeof RENDERERS;
  readonly strict?: boolean;
  readonly fix?: readonly string[];
}

const EXAMPLES = `
Examples:
  polyvirt check manifests/                  every YAML and JSON file below a folder
  polyvirt check --kubevirt 1.6 vm.yaml      for the release that the cluster runs
  helm template chart | polyvirt check -     what a chart gives
  polyvirt check --crds crds/ manifests/     further kinds, by their own CRDs
  polyvirt check -f sarif . > check.sarif    for code scanning
  polyvirt check --fix PV303=enable          write a fix into polyvirt.yaml, keeping its comments

It says what the creation of a guest would refuse on its architecture, and what is accepted and does not work all the same.

Exit codes: 0 well; 1 a finding of severity error, or a warning with --strict; 2 called wrongly.`;

/** `polyvirt check [files…|-]`: the rules over any manifests. */
export const check: Command = {
  configure: (commander) => {
    const { Option } = require('commander') as typeof import('commander');
    return commander
      .argument('[path...]', 'files, folders, or - for standard input; with --fix, platforms')
      .option('--kubevirt <release>', 'release of KubeVirt; default: what --hco ships, or the newest that is known')
      .option('--hco <release>', 'release of HyperConverged')
      .option('--cdi <release>', 'release of CDI')
      .option(
        '--crds <path>',
        "file or folder with the cluster's own CRDs, for their kinds and rules; can be repeated",
        (path: string, previous: readonly string[]) => [...previous, path],
        [],
      )
      .option(
        '--fix <code=fix>',
        'write a fix into polyvirt.yaml, as PV303=enable or PV303=narrow:amd64; can be repeated',
        (fix: string, previous: readonly string[] = []) => [...previous, fix],
      )
      .option('--strict', 'a warning fails too')
      .addOption(
        new Option('-f, --format <format>', 'how findings are written')
          .choices(['text', ...Object.keys(RENDERERS)])
          .default('text'),
      )
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runCheck(args, options as unknown as CheckOptions, io),
};

function runCheck(paths: readonly string[], options: CheckOptions, io: Io): ExitCode {
  if (options.fix !== undefined) {
    const { runFix } = require('./fix') as typeof import('./fix');
    return runFix(paths.length === 0 ? ['.'] : paths, options.fix, io);
  }
  if (paths.length === 0) {
    io.err("error: missing required argument 'path'. Run with --help for how to call it.\n");
    return 2;
  }
  const { target, findings: mistaken } = resolveTarget(targetOf(options));
  if (hasErrors(mistaken)) {
    printFindings(mistaken, io);
    return 2;
  }
  const custom = readGoodCrds(options.crds);
  const { objects, findings: unreadable, skipped, locate } = readObjects(paths);
  const own = allowancesOf(objects);
  const found = checkObjects(objects, { target, ...crdsOf(custom) });
  const allowed = applyPolicy(found, { allow: own.allowances }, today());
  const judged = locate([...allowed, ...own.findings]).map(atCrd(custom));
  const findings = [...mistaken, ...custom.findings, ...unreadable, ...judged].sort(compareFindings);
  const strict = options.strict === true;
  if (options.format === 'text') {
    printFindings(findings, io);
  } else {
    io.out(RENDERERS[options.format]({ findings, objects: objects.map(findingObject), strict, version: VERSION }));
  }
  const places = skipped.slice(0, 3).map(({ file, line }) => `${file}:${line}`);
  const more = skipped.length > places.length ? ` and ${skipped.length - places.length} more` : '';
  io.err(
    `${objects.length} ${objects.length === 1 ? 'object' : 'objects'} for KubeVirt ${target.kubevirt}; findings: ${countFindings(findings)}` +
      `${skipped.length === 0 ? '' : `; not Kubernetes objects, so skipped: ${places.join(', ')}${more}`}\n`,
  );
  return findings.some((finding) => isFailure(finding, strict)) ? 1 : 0;
}

function crdsOf({ resources }: ReadCrds): { crds?: CustomKinds } {
  return resources.length === 0 ? {} : { crds: customKinds(resources) };
}

/** Joins the place of a CRD to what is said about it. */
function atCrd({ resources }: ReadCrds): (finding: Finding) => Finding {
  return (finding) => {
    const isCrd = finding.object?.kind === 'CustomResourceDefinition' && finding.file === undefined;
    const about = isCrd ? resources.find(({ crd }) => crd === finding.object?.name) : undefined;
    return about === undefined ? finding : { ...finding, ...about.place };
  };
}

function targetOf({ kubevirt, hco, cdi }: CheckOptions): TargetDeclaration {
  return {
    ...(kubevirt === undefined ? {} : { kubevirt }),
    ...(hco === undefined ? {} : { hco }),
    ...(cdi === undefined ? {} : { cdi }),
  };
}
