import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { asText, isMap, own } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import { ARCHITECTURE_ALIASES, ARCHITECTURE_FACTS, ARCHITECTURES, type Architecture } from './facts';

/** Whether KubeVirt runs on it. */
export function isArchitecture(value: unknown): value is Architecture {
  return (ARCHITECTURES as readonly unknown[]).includes(value);
}

/** First KubeVirt whose virt-api rejects an architecture that it does not know; 1.6 still knows ppc64le. */
const REFUSED_SINCE = '1.6';
const PPC64LE_REFUSED_SINCE = '1.7';

/**
 * Says what is wrong with an architecture as written, at a path of the user's.
 *
 * @param kubevirt the release that an object is for; nothing for a declaration
 */
export function checkArchitecture(value: unknown, path: string, kubevirt?: Release): Finding[] {
  if (value === undefined || value === null || isArchitecture(value)) {
    return [];
  }
  const written = asText(value);
  const alias = own(ARCHITECTURE_ALIASES, written.toLowerCase());
  return [
    {
      code: 'PV101',
      severity:
        kubevirt === undefined || atLeast(kubevirt, written === 'ppc64le' ? PPC64LE_REFUSED_SINCE : REFUSED_SINCE)
          ? 'error'
          : 'warning',
      path,
      what: `${shownValue(written)} is not an architecture that KubeVirt runs on`,
      why:
        'No node has such a label: KubeVirt rejects the instance (1.7 and later; 1.6 except ppc64le), or it stays ' +
        'Pending forever',
      fix: alias === undefined ? chooseFrom(written, ARCHITECTURES) : `write ${alias}, as Kubernetes calls ${written}`,
      source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go, 1.6 and later',
    },
  ];
}

/** Architectures in the order of the table, each once: sets must print alike whatever order they were found in. */
export function inOrder(found: Iterable<Architecture>): Architecture[] {
  const set = new Set(found);
  return ARCHITECTURES.filter((architecture) => set.has(architecture));
}

/** Whether a machine type matches a glob as Go's `filepath.Match` reads it: `*` and `?` do not cross a slash. */
export function matchesGlob(glob: string, text: string): boolean {
  // Every machine asks for the same few globs.
  let matches = matchers.get(glob);
  if (matches === undefined) {
    matches = matcherOf(glob);
    matchers.set(glob, matches);
  }
  return matches(text);
}

type Matcher = (text: string) => boolean;

const matchers = new Map<string, Matcher>();

function matcherOf(glob: string): Matcher {
  // As nearly all of them are: `q35*`.
  if (/^[\w.-]*\*$/.test(glob)) {
    const start = glob.slice(0, -1);
    return (text) => text.startsWith(start) && !text.includes('/', start.length);
  }
  const pattern = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  try {
    const read = new RegExp(`^${pattern}$`);
    return (text) => read.test(text);
  } catch {
    return () => false;
  }
}

/** Which machine types guests of an architecture may have, and get. */
export interface MachineTypes {
  readonly emulatedMachines?: readonly string[];
  readonly machineType?: string;
}

/**
 * The same by `spec.configuration` of a KubeVirt resource; nothing where that says nothing.
 *
 * Those of the whole cluster override those of an architecture.
 */
export function machineTypesOf(
  configuration: Readonly<Record<string, unknown>> | undefined,
  architecture: Architecture,
  kubevirt: Release,
): MachineTypes {
  const facts = ARCHITECTURE_FACTS[architecture];
  const { emulatedMachines: all, machineType: whole, architectureConfiguration } = configuration ?? {};
  const configured = isMap(architectureConfiguration) ? architectureConfiguration[architecture] : undefined;
  const own = isMap(configured) && atLeast(kubevirt, facts.configurableSince) ? configured : {};
  const globs = [all, own.emulatedMachines].find((list): list is unknown[] => Array.isArray(list) && list.length > 0);
  // What KubeVirt writes by itself is among what it accepts by itself.
  const machineType = [whole, own.machineType, globs === undefined ? undefined : facts.machineType].find(isText);
  return {
    ...(globs === undefined ? {} : { emulatedMachines: globs.map(asText) }),
    ...(machineType === undefined ? {} : { machineType }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
