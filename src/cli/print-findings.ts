import type { Finding, Severity } from '../findings/finding';
import { renderText } from '../findings/text';
import type { Io } from './io';

/** Writes findings for a person, one after the other. */
export function printFindings(findings: readonly Finding[], io: Io): void {
  const paint = io.colour && findings.length > 0 ? inColour() : plain;
  for (const finding of findings) {
    io.err(`${renderText(finding, paint)}\n`);
  }
}

function plain(_: Severity, text: string): string {
  return text;
}

function inColour(): (severity: Severity, text: string) => string {
  const { createColors } = require('picocolors') as typeof import('picocolors');
  const { red, yellow, cyan } = createColors(true);
  const paints = { error: red, warning: yellow, info: cyan };
  return (severity, text) => paints[severity](text);
}
