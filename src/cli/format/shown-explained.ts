import type { Explained } from '../../cluster/explain-vm';
import type { KubeObject } from '../../kube/object';
import { KnownSecrets } from '../../secrets/known-secrets';
import { keysIn, shower } from '../../secrets/shown-value';

/** What is shown of a VM: everything that it ends up with, and none of its secrets. */
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
    podLines: said.podLines.map(shown),
  };
}

/** An object as it may be shown. */
export function shownManifest(object: KubeObject): KubeObject {
  return new KnownSecrets().learn(object).withoutIn(shower(object)(object, [])) as KubeObject;
}
