import { ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import { keysOf } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import type { PlatformContext } from './context';
import { field, group, isSame, put, type Row, required, table } from './rows/row';
import { either, known, text, word } from './rows/shapes';

/** What happens when the guest stops answering its watchdog. */
export type WatchdogAction = 'reset' | 'poweroff' | 'shutdown';

/** A watchdog as KubeVirt spells it. */
export interface WatchdogDevice {
  /** Its name. */
  readonly name: string;
  /** The device of amd64. */
  readonly i6300esb?: WatchdogTimer;
  /** The device of s390x. */
  readonly diag288?: WatchdogTimer;
}

/** What a watchdog does. */
interface WatchdogTimer {
  /** What happens when the guest stops answering. */
  readonly action?: WatchdogAction;
}

const WATCHDOG_TIMER = table<WatchdogTimer>('WatchdogTimer', () => ({
  action: field('action', known('reset', 'poweroff', 'shutdown'), 'reset'),
}));

const WATCHDOG = table<WatchdogDevice>('WatchdogDevice', () => ({
  name: required(field('name', text, 'watchdog')),
  i6300esb: group('i6300esb', WATCHDOG_TIMER),
  diag288: group('diag288', WATCHDOG_TIMER),
}));

/** A watchdog at a path of the object: an action alone is that of the device of the architecture. */
export function watchdogRow(path: string): Row<WatchdogAction | WatchdogDevice, WatchdogContext> {
  const keys = keysOf(path);
  const deviceFor = (action: string, { architecture, platform }: WatchdogContext) => {
    const device = architecture === undefined ? undefined : watchdogOf(architecture, platform.target.kubevirt);
    return device === undefined ? undefined : { name: 'watchdog', [device]: { action } };
  };
  return {
    fields: [path],
    shape: either(word<WatchdogAction>('reset', 'poweroff', 'shutdown'), WATCHDOG.shape),
    example: 'reset',
    write: (value, out, context) => {
      const device = typeof value === 'string' ? deviceFor(value, context) : value;
      if (device !== undefined) {
        put(out, keys, device);
      }
    },
    read: (from, context) => {
      const found = from.take(keys) as WatchdogDevice | undefined;
      const { action } = found?.i6300esb ?? found?.diag288 ?? {};
      return action !== undefined && isSame(found, deviceFor(action, context)) ? action : found;
    },
  };
}

/** What decides the device. */
export interface WatchdogContext {
  readonly platform: PlatformContext;
  readonly architecture: Architecture | undefined;
}

/** The watchdog device of an architecture in a release; nothing where it has none. */
export function watchdogOf(architecture: Architecture, kubevirt: Release): string | undefined {
  const { watchdog } = ARCHITECTURE_FACTS[architecture];
  return watchdog !== undefined && atLeast(kubevirt, watchdog.since) ? watchdog.device : undefined;
}
