import type { Severity } from '../findings/finding';

/** Everything a user can read about one code: `polyvirt explain`, `docs/findings/` and the list of codes follow from it. */
export interface FindingPage {
  /** Stable: a code is never used again for something else. */
  readonly code: `PV${number}`;
  /** The usual severity. A rule may give another one where less is known, or more is at stake. */
  readonly severity: Severity;
  /** A few words, as reports show them beside the code. */
  readonly title: string;
  /** Alerts of upstream that fire on a cluster for the same reason, or because of the mitigation. */
  readonly alerts?: readonly string[];
  /** A function, as is the example: most runs print neither, and start sooner without the texts. */
  readonly page: () => PageText;
  readonly example: () => Example;
}

/** The sections of a page, in Markdown of one paragraph each. */
interface PageText {
  /** What the finding says. */
  readonly meaning: string;
  /** What happens on the cluster. */
  readonly impact: string;
  /** How to see it. */
  readonly diagnosis: string;
  /** What to do. */
  readonly mitigation: string;
}

/** Something that gives the finding; a test runs it and compares what is printed. */
export interface Example {
  /** A platform or manifests, a program, or commands for an empty folder. */
  readonly language: 'yaml' | 'ts' | 'sh';
  /**
   * A file with its command on the first line (`# polyvirt check --kubevirt 1.9`), or the commands. Indented as the code around it.
   *
   * A platform is `polyvirt.yaml`, a program `main.ts`, and anything else `example.yaml`, which the command names last.
   */
  readonly text: string;
  /** What polyvirt prints of this code. */
  readonly output: string;
}

/** A text of an example without the indentation of the code around it. */
export function unindented(text: string): string {
  const lines = text.replace(/^\n|\n *$/g, '').split('\n');
  const indent = /^ */.exec(lines[0]!)![0].length;
  return lines.map((line) => line.slice(indent)).join('\n');
}
