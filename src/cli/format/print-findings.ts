import type { Finding, Severity } from '../../findings/finding';
import { shownFinding } from '../../findings/shown-finding';
import { renderText } from '../../findings/text';
import type { CommandIo } from '../start/io';
import { type Colour, paint } from './colours';

/** Writes findings for a person, one after the other. */
export function printFindings(findings: readonly Finding[], io: CommandIo): void {
  const painted = io.colour ? inColour : plain;
  for (const finding of findings) {
    io.err(`${renderText(shownFinding(finding), painted)}\n`);
  }
}

function plain(_: Severity, text: string): string {
  return text;
}

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const satisfies Record<Severity, Colour>;

function inColour(severity: Severity, text: string): string {
  return paint(COLOURS[severity], text);
}
