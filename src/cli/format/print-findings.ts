import type { Finding, Severity } from '../../findings/finding';
import { shownFinding } from '../../findings/shown-finding';
import { renderText } from '../../findings/text';
import type { CommandIo } from '../start/io';

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

/** Codes of a terminal, by what polyvirt uses them for; `end` undoes any of them but `dim`, which has its own. */
const CODES = { red: 31, yellow: 33, cyan: 36, magenta: 35, dim: 2 } as const;

export type Colour = keyof typeof CODES;

/**
 * Stands for what begins a command of a terminal until the text has passed the gate, which lets none through. It is another
 * in every process, so that no file can say it.
 */
const KEY = `colour-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;

const PAINTED = new RegExp(`${KEY}\\[(\\d+)m`, 'g');

/** A text with a colour, for `out` and `err` of a command. What it is made of stays text. */
export function paint(colour: Colour, text: string): string {
  return `${KEY}[${CODES[colour]}m${text}${KEY}[${colour === 'dim' ? 22 : 39}m`;
}

/** The same as a terminal takes it. */
export function inColours(text: string): string {
  return text.replace(PAINTED, '\u001b[$1m');
}
