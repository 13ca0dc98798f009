import { judge } from '../cluster/judge/judge';
import { compareFindings, type Finding, type Severity } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { shownFinding } from '../findings/shown-finding';
import { chooseFrom } from '../findings/suggestion';
import { renderParts } from '../findings/text';
import { isMap } from '../kube/object';
import { isWorkspaceError } from '../sources/host/open-text';
import { today } from '../sources/host/process';
import { resolveTarget, type Target, type TargetDeclaration } from '../target/target';

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
    // A verdict for releases that were not meant would only distract from the mistake.
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

/**
 * The part of what the CLI of cdk8s hands to a validation that is used here.
 *
 * Written out, since cdk8s-cli is a program that users may not have; a test holds that its own types fit.
 *
 * @see cdk8s-cli lib/plugins/validation.d.ts
 */
export interface ValidationContext {
  /** The files that were written, one for each chart unless the app says otherwise. */
  readonly manifests: readonly string[];
  readonly report: ValidationReport;
}

/** Where a validation puts what it found. */
interface ValidationReport {
  addViolation(violation: ValidationViolation): void;
  /** Has to be called once, at the end: without it the CLI throws. */
  submit(status: 'success' | 'failure', metadata?: Readonly<Record<string, string>>): void;
}

/** One rule and what breaks it. There is no severity: whatever is here is shown as a failure. */
export interface ValidationViolation {
  readonly ruleName: string;
  readonly recommendation: string;
  readonly fix: string;
  readonly violatingResources: readonly ViolatingResource[];
}

/** A resource that breaks a rule. */
interface ViolatingResource {
  /** The CLI looks up the path of the construct by this alone, so kind and namespace are told in `locations`. */
  readonly resourceName: string;
  readonly manifestPath: string;
  readonly locations: readonly string[];
}

/** `properties` of the validation in `cdk8s.yaml`. */
export interface PolyvirtValidationProps {
  /**
   * The releases that the clusters run.
   *
   * @default - the newest KubeVirt that polyvirt knows
   */
  readonly target?: TargetDeclaration;

  /**
   * Whether a warning fails too.
   *
   * @default false
   */
  readonly strict?: boolean;
}

/** Properties with their defaults, and what is wrong with them. */
interface ReadProperties {
  readonly target: Target;
  readonly strict: boolean;
  readonly findings: readonly Finding[];
}

const KEYS = ['target', 'strict'] as const satisfies readonly (keyof PolyvirtValidationProps)[];

/** Reads properties as the CLI of cdk8s hands them over: as YAML gave them, not judged. */
function readProperties(properties: unknown): ReadProperties {
  if (!isMap(properties)) {
    const { target } = resolveTarget();
    return { target, strict: false, findings: [wrongShape('properties', properties, `a map of ${KEYS.join(', ')}`)] };
  }
  // A key without a value is null in YAML; a target that was begun and not written is not the default.
  const { target, findings } = resolveTarget(properties.target as TargetDeclaration | undefined);
  const { strict = false } = properties;
  return {
    target,
    strict: strict === true,
    findings: [
      ...Object.keys(properties).flatMap(checkKey),
      ...findings.map((finding) => ({ ...finding, path: `properties.${finding.path}` })),
      ...(typeof strict === 'boolean' ? [] : [wrongShape('properties.strict', strict, 'true or false')]),
    ],
  };
}

function checkKey(key: string): Finding[] {
  if ((KEYS as readonly string[]).includes(key)) {
    return [];
  }
  return [
    {
      code: 'PV031',
      severity: 'error',
      path: `properties.${key}`,
      what: `PolyvirtValidation has no property "${key}"`,
      why: 'Anything that polyvirt does not read has no effect on the verdict, so it is an error rather than ignored',
      fix: chooseFrom(key, KEYS),
    },
  ];
}

function wrongShape(path: string, written: unknown, wanted: string): Finding {
  return {
    code: 'PV032',
    severity: 'error',
    path,
    what: `${shownValue(written)} is not ${wanted}`,
    why: 'polyvirt does not know what this means, so it judges nothing',
    fix: `write ${wanted}`,
  };
}
