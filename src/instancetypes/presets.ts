import { type Because, InstanceDraft } from '../architectures/draft';
import { nameOf } from '../kube/identity';
import { selectsLabels } from '../kube/label-selector';
import { asText, type Fields, isMap, type KubeObject, type MutableFields } from '../kube/object';
import { valueAt } from '../kube/path';
import { parseQuantity } from '../kube/quantity';
import type { Expansion } from './expand';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/preset.go';

/** An instance with this annotation is left alone. */
const EXCLUDED = 'virtualmachineinstancepresets.admission.kubevirt.io/exclude';

/** Parts of a domain that a preset brings whole, where the instance has nothing there. */
const WHOLE = ['cpu', 'firmware', 'features', 'devices.watchdog', 'ioThreadsPolicy'];

/** What presets look at in an instance. */
export interface PresetSubject {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Whether a VirtualMachine makes the instance, which then has an identity in its firmware already. */
  readonly isOfVm: boolean;
}

/** The VirtualMachineInstancePresets that select an instance. */
export function presetsFor(presets: readonly KubeObject[], { labels, annotations }: PresetSubject): KubeObject[] {
  return annotations[EXCLUDED] === 'true'
    ? []
    : presets.filter(({ spec }) => isMap(spec) && selectsLabels(spec.selector, labels));
}

/** Two presets that say different things at a path. */
export interface PresetConflict {
  readonly first: KubeObject;
  readonly second: KubeObject;
  readonly path: string;
}

/** Pairs of presets for which virt-api rejects every instance that both select. */
export function presetConflicts(presets: readonly KubeObject[]): PresetConflict[] {
  return presets.flatMap((second, i) =>
    presets.slice(0, i).flatMap((first) => {
      const path = conflictOf(domainOf(second), domainOf(first));
      return path === undefined ? [] : [{ first, second, path }];
    }),
  );
}

/**
 * Puts presets into an instance, where it leaves something open: its whole requests, its whole CPU, and so on. What it says stays.
 *
 * @see kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/preset.go mergeDomainSpec
 */
export function applyPresets(presets: readonly KubeObject[], expanded: Expansion, subject: PresetSubject): Expansion {
  const selected = presetsFor(presets, subject);
  if (selected.length === 0) {
    return expanded;
  }
  const draft = new InstanceDraft(expanded.spec);
  const applied = selected.filter((preset) => merge(preset, draft, subject));
  return {
    ...expanded,
    spec: draft.spec,
    filled: [...expanded.filled, ...draft.filled],
    annotations: {
      ...expanded.annotations,
      ...Object.fromEntries(
        applied.map((preset) => [`virtualmachinepreset.kubevirt.io/${nameOf(preset)}`, 'kubevirt.io/v1']),
      ),
    },
  };
}

/** True where the instance has something of it in the end, which is when KubeVirt writes its name into an annotation. */
function merge(preset: KubeObject, draft: InstanceDraft, { isOfVm }: PresetSubject): boolean {
  const because: Because = {
    from: 'platform',
    reason: `the VirtualMachineInstancePreset ${nameOf(preset)} selects it`,
    source: SOURCE,
  };
  const domain = domainOf(preset);
  const fill = (path: string, value: unknown): boolean => {
    const now = draft.get(`domain.${path}`);
    if (now !== undefined) {
      return isAlike(now, value);
    }
    draft.set(`domain.${path}`, value, because);
    return true;
  };
  let isApplied = false;
  const requests = written(domain, 'resources.requests');
  if (isMap(requests) && Object.keys(requests).length > 0) {
    isApplied = fill('resources.requests', requests);
  }
  for (const path of WHOLE) {
    const value = written(domain, path);
    if (value !== undefined && (path !== 'firmware' || !isOfVm)) {
      isApplied = fill(path, value) || isApplied;
    }
  }
  const clock = written(domain, 'clock');
  if (isMap(clock)) {
    const { timer, ...offset } = clock;
    const wasThere = draft.get('domain.clock') !== undefined;
    isApplied = (wasThere ? isAlike(draft.get('domain.clock'), clock) : fill('clock', offset)) || isApplied;
    if (timer !== undefined && timer !== null) {
      isApplied = fill('clock.timer', timer) || isApplied;
    }
  }
  return isApplied;
}

/** The first part in which two domains differ where both say something. */
function conflictOf(one: Fields, other: Fields): string | undefined {
  const requests = written(one, 'resources.requests');
  const others = written(other, 'resources.requests');
  if (isMap(requests) && isMap(others)) {
    const key = Object.keys(requests).find((name) => name in others && !isAlike(requests[name], others[name]));
    if (key !== undefined) {
      return `resources.requests[${key}]`;
    }
  }
  const clash = [...WHOLE, 'clock.timer'].find((path) => differs(written(one, path), written(other, path)));
  return clash ?? (differs(offsetOf(one), offsetOf(other)) ? 'clock' : undefined);
}

function offsetOf(domain: Fields): unknown {
  const clock = written(domain, 'clock');
  return isMap(clock) ? { ...clock, timer: undefined } : undefined;
}

function differs(one: unknown, other: unknown): boolean {
  return one !== undefined && other !== undefined && !isAlike(one, other);
}

function domainOf({ spec }: KubeObject): Fields {
  return isMap(spec) && isMap(spec.domain) ? spec.domain : {};
}

/** null is nothing too. */
function written(domain: Fields, path: string): unknown {
  return valueAt(domain, path) ?? undefined;
}

/** As Go compares: amounts by what they come to, what is empty as nothing. */
function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(canonical);
  }
  if (isMap(value)) {
    const kept: MutableFields = {};
    for (const key of Object.keys(value).sort()) {
      if (value[key] !== undefined && value[key] !== null) {
        kept[key] = canonical(value[key]);
      }
    }
    return kept;
  }
  const amount = typeof value === 'string' || typeof value === 'number' ? parseQuantity(asText(value)) : undefined;
  return amount === undefined ? value : amount.nano.toString();
}
