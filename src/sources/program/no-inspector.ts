import type { Environment } from '../../argocd/settings';

/** What opens the inspector of Node, or says where: `--inspect-brk=9229`, `--debug-port 1`. */
const INSPECTOR = /^--(inspect|debug|experimental-worker-inspection|experimental-network-inspection)/;

/** The first lines of a program, so that a signal does not open the inspector of its process: see `src/cli/start/bin.ts`. */
export const IGNORE_INSPECTOR = "process.on('SIGUSR1', () => undefined);";

/** A debugger of our own inspector has everything that this process has: none is connected while a program runs. */
export function closeOwnInspector(): void {
  // Nothing else needs it, and every start would load it.
  const inspector = process.getBuiltinModule('node:inspector');
  if (inspector.url() !== undefined) {
    inspector.close();
  }
}

/** Arguments for a Node that never opens its inspector; an older one has to ignore the signal by itself. */
export function quietFlags(): string[] {
  return process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : [];
}

/**
 * The environment for a program that polyvirt runs: through an inspector, anything on this machine could be that program.
 *
 * It is one of `NODE_OPTIONS`, whose words are separated by spaces and may be in quotes.
 */
export function withoutInspector(env: Environment): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options, NODE_INSPECT_RESUME_ON_START: _resume, ...rest } = env;
  if (options === undefined) {
    return rest;
  }
  const words = options.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  const kept = words.filter((word, i) => !isInspector(word) && !isItsValue(word, words[i - 1]));
  return kept.length === 0 ? rest : { ...rest, NODE_OPTIONS: kept.join(' ') };
}

/** Node takes an underscore for a hyphen, and quotes anywhere. */
function isInspector(word: string): boolean {
  return INSPECTOR.test(word.replaceAll('"', '').replaceAll('_', '-'));
}

/** `--inspect-port 9229` is the only one whose value is a word of its own. */
function isItsValue(word: string, before = ''): boolean {
  return /^"?[\w.:]*\d"?$/.test(word) && isInspector(before) && !before.includes('=');
}
