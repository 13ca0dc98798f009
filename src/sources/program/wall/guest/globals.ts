import { beAlikeEverywhere, givePackages } from '../../prelude';
import { FROM_OUTSIDE } from '../../refusal';
import { Buffer } from './buffer';
import { host } from './host';
import { nodeModule } from './node-modules';
import { processShim } from './process';
import { refusedFunction } from './refused';
import { shown } from './shown';
import { structuredClone } from './structured-clone';
import { TextDecoder, TextEncoder } from './text-coders';
import { timers } from './timers';
import { URL, URLSearchParams } from './url';

const NETWORK = 'commit what it would fetch beside the program, and read it there';

function print(...parts: unknown[]): void {
  host.print(`${parts.map((part) => (typeof part === 'string' ? part : shown(part))).join(' ')}\n`);
}

const silent = () => undefined;

/** Gives the program the globals of Node that it may have. */
function beginGlobals(): void {
  const console = {
    log: print,
    info: print,
    warn: print,
    error: print,
    debug: print,
    trace: print,
    dir: print,
    table: print,
    group: print,
    groupEnd: silent,
    time: silent,
    timeEnd: silent,
    assert: (value: unknown, ...parts: unknown[]) => (value ? undefined : print('Assertion failed:', ...parts)),
  };
  const globals: Record<string, unknown> = {
    global: globalThis,
    console,
    process: processShim,
    Buffer,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    structuredClone,
    ...timers,
    require: nodeModule,
    ...Object.fromEntries(
      ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => [
        name,
        refusedFunction(`the network (${name})`, NETWORK),
      ]),
    ),
    performance: { now: refusedFunction('the clock (performance.now)', FROM_OUTSIDE) },
    crypto: Object.fromEntries(
      ['randomUUID', 'getRandomValues'].map((name) => [
        name,
        refusedFunction(`random numbers (crypto.${name})`, FROM_OUTSIDE),
      ]),
    ),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  }
  givePackages({});
  beAlikeEverywhere();
}

// When it is loaded, before what looks for them.
beginGlobals();
