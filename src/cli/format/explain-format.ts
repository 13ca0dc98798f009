import { jsonText } from '../../escape/formats';
import { emitYaml, sayable } from '../../kube/yaml/emit';
import type { CommandIo } from '../start/io';

/** How something is explained: for people, or for programs. */
export type ExplainFormat = 'text' | 'json' | 'yaml';

/** Writes a report: a page for people, or data for programs, in which the emitter quotes what must be quoted. */
export function writeReport(io: CommandIo, format: ExplainFormat, page: () => string, report: () => unknown): void {
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
