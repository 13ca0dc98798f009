import { compareFindings, type Finding, type Severity } from '../findings/finding';
import { shownFinding } from '../findings/shown-finding';
import { renderParts } from '../findings/text';
import { today } from '../host/today';
import { isWorkspaceError } from '../host/workspace-error';
import { judge } from '../judge/judge';
import type { Target } from '../target/target';
import type { ValidationContext, ValidationViolation, ViolatingResource } from './context';
import { type PolyvirtValidationProps, readProperties } from './properties';

export type { PolyvirtValidationProps } from './properties';

/** The file in which validations are configured. */
const CONFIG = 'cdk8s.yaml';

type ObjectReader = typeof import('../sources/read-objects');

/** What was found in one file. */
interface JudgedFile {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly objects: number;
  readonly skipped: number;
}

/**
 * The rules of `polyvirt check` as a validation of `cdk8s synth`, named under `validations` in `cdk8s.yaml`.
 *
 * Each file is judged by itself, as the objects of one cluster: cdk8s writes one for each chart, and charts of two
 * clusters may well hold objects of one name.
 */
export class PolyvirtValidation {
  private readonly _properties: unknown;

  constructor(properties: PolyvirtValidationProps = {}) {
    this._properties = properties;
  }

  /** Judges the files that the app wrote. Called by the CLI of cdk8s. */
  public async validate(context: ValidationContext): Promise<void> {
    const { target, strict, findings } = readProperties(this._properties);
    const configured = { file: CONFIG, findings, objects: 0, skipped: 0 };
    // A verdict for releases that nobody meant would only distract from the mistake.
    const isMistaken = findings.some(({ severity }) => severity === 'error');
    // Late: the index exports this class, and an app that only constructs has no use for a reader of YAML.
    const reader = await import('../sources/read-objects');
    const judged = isMistaken ? [] : [...context.manifests].sort().map((file) => judgeFile(file, target, reader));
    const all = [configured, ...judged];
    const violations = violationsOf(all, strict ? ['error', 'warning'] : ['error']);
    for (const violation of violations) {
      context.report.addViolation(violation);
    }
    context.report.submit(violations.length === 0 ? 'success' : 'failure', isMistaken ? {} : summaryOf(all, target));
  }
}

function judgeFile(file: string, target: Target, { readObjects, manifestCluster }: ObjectReader): JudgedFile {
  try {
    const read = readObjects([file]);
    const { objects, findings, skipped } = read;
    const cluster = manifestCluster(objects, read, { context: { target }, policy: {} });
    const found = [...findings, ...judge(cluster, { today: today() }).findings];
    return { file, findings: found.sort(compareFindings), objects: objects.length, skipped: skipped.length };
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return { file, findings: error.findings, objects: 0, skipped: 0 };
  }
}

/** One violation for each thing there is to say; a hundred VMs with one mistake are one violation of a hundred. */
function violationsOf(judged: readonly JudgedFile[], failing: readonly Severity[]): ValidationViolation[] {
  const violations = new Map<string, ValidationViolation & { readonly violatingResources: ViolatingResource[] }>();
  for (const { file, findings } of judged) {
    for (const finding of findings.filter(({ severity }) => failing.includes(severity))) {
      const { title, reason, fix, where, name = file } = renderParts(shownFinding(finding));
      const key = [title, reason, fix].join('\0');
      const violation = violations.get(key) ?? {
        ruleName: title,
        recommendation: reason,
        fix,
        violatingResources: [],
      };
      violations.set(key, violation);
      // The number of locations is the number of occurrences in the report, so each has one.
      violation.violatingResources.push({ resourceName: name, manifestPath: file, locations: [where || 'the file'] });
    }
  }
  return [...violations.values()];
}

/** What does not fail, as numbers: a report of cdk8s has no severity, so as a violation it would look like a failure. */
function summaryOf(judged: readonly JudgedFile[], target: Target): Record<string, string> {
  const skipped = judged.reduce((sum, file) => sum + file.skipped, 0);
  return {
    KubeVirt: target.kubevirt,
    Objects: String(judged.reduce((sum, { objects }) => sum + objects, 0)),
    Errors: countOf(judged, 'error'),
    Warnings: countOf(judged, 'warning'),
    Infos: countOf(judged, 'info'),
    ...(skipped === 0 ? {} : { Skipped: `${skipped} not Kubernetes objects` }),
  };
}

/** `3 (PV106, PV109)`: how many, and under which codes to read about them. */
function countOf(judged: readonly JudgedFile[], severity: Severity): string {
  const found = judged.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity);
  const codes = [...new Set(found.map(({ code }) => code))].sort();
  return found.length === 0 ? '0' : `${found.length} (${codes.join(', ')})`;
}
