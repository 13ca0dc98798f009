import { createColors } from 'picocolors';
import type { Finding, Severity } from '../findings/finding';
import { renderText } from '../findings/text';
import type { Io } from './io';

/** Writes findings for a person, one after the other. */
export function printFindings(findings: readonly Finding[], io: Io): void {
  const colours = createColors(io.colour);
  const paint = (severity: Severity, text: string) =>
    severity === 'error' ? colours.red(text) : severity === 'warning' ? colours.yellow(text) : colours.cyan(text);
  for (const finding of findings) {
    io.err(`${renderText(finding, paint)}\n`);
  }
}
