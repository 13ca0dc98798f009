import type { Explained } from '../../cluster/explain-vm';
import { jsonText } from '../../findings/escape/formats';
import { KnownSecrets } from '../../findings/secrets/known-secrets';
import { keysIn, shower } from '../../findings/secrets/shown-value';
import type { KubeObject } from '../../kube/object';
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

/** The shown part of a VM: everything that it ends up with, and none of its secrets. */
export function shownExplained<T extends Explained>(explained: T, ...subjects: readonly KubeObject[]): T {
  const said = new KnownSecrets().learn(...subjects).withoutIn(explained);
  const show = shower({});
  const shown = <F extends { readonly path: string; readonly value: unknown }>(field: F): F => ({
    ...field,
    value: show(field.value, keysIn(field.path)),
  });
  return {
    ...said,
    fields: said.fields.map(shown),
    pod: show(said.pod, []),
    ...(said.podOnce === undefined ? {} : { podOnce: show(said.podOnce, []) }),
    podLines: said.podLines.map(shown),
  };
}

/** An object as it may be shown. */
export function shownManifest(object: KubeObject): KubeObject {
  return new KnownSecrets().learn(object).withoutIn(shower(object)(object, [])) as KubeObject;
}
