import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { isDnsLabel } from '../kube/names';
import { own } from '../kube/object';
import { catalogued, HYPERVISOR_ALIASES } from './catalogue';
import { checkValues } from './check-values';
import { type HypervisorDeclaration, malformed } from './declaration';
import { checkImages } from './image';
import { LAUNCHER_PROPERTIES } from './profile';
import { hypervisorNames } from './resolve';

/**
 * Mistakes in one declared hypervisor, before any of them is used.
 *
 * @param architectures those that its launchers run on, as far as they are known
 */
export function checkDeclaredHypervisor(
  declaration: HypervisorDeclaration,
  declared: readonly HypervisorDeclaration[],
  i: number,
  architectures: readonly Architecture[],
): Finding[] {
  return [
    ...checkName(declaration, declared.slice(0, i)),
    ...checkExtends(declaration, declared),
    ...checkComplete(declaration),
    ...checkValues(declaration),
    ...checkImages(declaration, architectures),
  ];
}

/** The fix for a name that is no hypervisor of the platform. */
export function chooseHypervisor(written: string, declared: readonly HypervisorDeclaration[]): string {
  return chooseFrom(own(HYPERVISOR_ALIASES, written.toLowerCase()) ?? written, hypervisorNames(declared));
}

function checkName({ name }: HypervisorDeclaration, earlier: readonly HypervisorDeclaration[]): Finding[] {
  if (name === '') {
    // That it has none is said where it is read.
    return [];
  }
  if (!isDnsLabel(name)) {
    return [
      malformed(
        `hypervisors[${name}].name`,
        `"${name}" cannot be the name of a hypervisor`,
        'It becomes the value of a label and part of the names of objects',
        'use lower-case letters, digits and -, at most 63 of them',
      ),
    ];
  }
  return earlier.some((other) => other.name === name)
    ? [
        malformed(
          `hypervisors[${name}]`,
          `${name} is declared twice`,
          'Only one of the two can be meant',
          'keep one of them',
        ),
      ]
    : [];
}

function checkExtends(declaration: HypervisorDeclaration, declared: readonly HypervisorDeclaration[]): Finding[] {
  const { name, extends: base } = declaration;
  const path = `hypervisors[${name}].extends`;
  if (base === undefined) {
    return [];
  }
  if (catalogued(name) !== undefined) {
    return [
      malformed(
        path,
        `${name} is in the catalogue and extends nothing`,
        'VMs that ask for it would get something else than users expect',
        'give your own a name of its own, or leave extends out',
      ),
    ];
  }
  if (!hypervisorNames(declared).includes(base)) {
    return [
      malformed(
        path,
        `there is no hypervisor ${shownValue(base)}`,
        'What it does not say itself would come from there',
        chooseHypervisor(base, declared),
      ),
    ];
  }
  return inCircle(declaration, declared)
    ? [malformed(path, `${name} extends itself through ${base}`, 'That ends nowhere', 'extend one of the catalogue')]
    : [];
}

function inCircle({ name }: HypervisorDeclaration, declared: readonly HypervisorDeclaration[]): boolean {
  const seen = new Set<string>();
  let next: string | undefined = name;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    const current: string = next;
    next = catalogued(current) === undefined ? declared.find((each) => each.name === current)?.extends : undefined;
  }
  return next === name;
}

/** A hypervisor that extends nothing has to say all of the proposal; a Plugin asks for the domain itself. */
function checkComplete(declaration: HypervisorDeclaration): Finding[] {
  const { name, extends: base, properties = {}, driver } = declaration;
  if (base !== undefined || catalogued(name) !== undefined) {
    return [];
  }
  const missing = [
    ...(driver === undefined ? ['driver'] : []),
    ...LAUNCHER_PROPERTIES.filter((property) => properties[property] === undefined).map(
      (property) => `properties.${property}`,
    ),
  ];
  return missing.length === 0
    ? []
    : [
        {
          code: 'PV402',
          severity: 'error',
          path: `hypervisors[${name}]`,
          what: `${name} extends nothing and lacks ${missing.join(', ')}`,
          why: 'A launcher and its pod need all of it; polyvirt does not guess',
          fix: 'say it, or extend the hypervisor of the catalogue that it is most like',
        },
      ];
}
