import { at, listAt } from '../architectures/instance-view';
import { asText, isMap } from '../kube/object';
import type { LaunchedInstance, LauncherContext } from './context';
import type { PodDraft } from './pod-draft';
import { textOf } from './traits';

/** Sidecars that change the domain of a guest before it starts, as a list in JSON. */
const HOOKS = 'hooks.kubevirt.io/hookSidecars';

/** A container that takes part in the start of a guest. */
export interface HookSidecar {
  /** Of the sidecar shim, where absent. */
  readonly image?: string;
  readonly command?: readonly unknown[];
  readonly args?: readonly unknown[];
  readonly reason: string;
}

/** Those of the annotation, then those that network bindings bring. */
export function hookSidecars(instance: LaunchedInstance, context: LauncherContext, draft: PodDraft): HookSidecar[] {
  return [...annotated(instance, draft), ...ofBindings(instance, context, draft)];
}

function annotated({ annotations }: LaunchedInstance, draft: PodDraft): HookSidecar[] {
  const text = annotations[HOOKS];
  if (text === undefined) {
    return [];
  }
  const list = parsed(text);
  if (!Array.isArray(list)) {
    draft.failures.push(`the annotation ${HOOKS} is not a list in JSON`);
    return [];
  }
  return list.filter(isMap).map(({ image, command, args }) => ({
    ...(textOf(image) === undefined ? {} : { image: asText(image) }),
    ...(Array.isArray(command) ? { command } : {}),
    ...(Array.isArray(args) ? { args } : {}),
    reason: `the annotation ${HOOKS}`,
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ofBindings({ spec }: LaunchedInstance, { configuration }: LauncherContext, draft: PodDraft): HookSidecar[] {
  const used = new Set(
    listAt(spec, 'domain.devices.interfaces').flatMap((card) => textOf(at(card, 'binding.name')) ?? []),
  );
  const known = at(configuration, 'network.binding');
  return [...used].flatMap((name) => {
    const plugin = isMap(known) && Object.hasOwn(known, name) ? known[name] : undefined;
    if (plugin === undefined) {
      draft.failures.push(`the KubeVirt resource has no network binding ${name}`);
    }
    const image = isMap(plugin) ? textOf(plugin.sidecarImage) : undefined;
    return image === undefined ? [] : [{ image, reason: `the network binding ${name}` }];
  });
}
