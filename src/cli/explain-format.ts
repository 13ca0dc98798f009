import { jsonText } from '../escape/json';
import { sayable } from '../render/sayable';
import { emitYaml } from '../render/yaml';
import type { CommandIo } from './io';

/** How something is explained: for people, or for programs. */
export type Format = 'text' | 'json' | 'yaml';

/** Writes a report: a page for people, or data for programs, in which the emitter quotes what must be quoted. */
export function writeReport(io: CommandIo, format: Format, page: () => string, report: () => unknown): void {
  switch (format) {
    case 'json':
      io.out(`${jsonText(report(), 2)}\n`);
      break;
    case 'yaml':
      io.document(emitYaml(sayable(report())));
      break;
    default:
      io.out(page());
  }
}
