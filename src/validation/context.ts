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
export interface ValidationReport {
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
export interface ViolatingResource {
  /** The CLI looks up the path of the construct by this alone, so kind and namespace are told in `locations`. */
  readonly resourceName: string;
  readonly manifestPath: string;
  readonly locations: readonly string[];
}
