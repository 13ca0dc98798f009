import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isMap, own } from '../kube/object';
import { pathSteps } from '../kube/path';
import { merged } from './merge-spec';
import { valueAtSteps } from './object-steps';

/** Something that takes over classes, as a file has it. */
interface Classed {
  readonly class?: unknown;
}

/** Classes by name, as a file has them. */
export type Classes = Readonly<Record<string, unknown>>;

/** An entry with what its classes say, in order and its own keys last; and what is wrong with their names. */
export function withClasses<T extends Classed>(
  entry: T,
  classes: Classes,
): { readonly entry: T; readonly findings: readonly Finding[] } {
  const { class: names, ...rest } = entry;
  if (names === undefined) {
    return { entry, findings: [] };
  }
  const findings: Finding[] = [];
  const parts = classesOf(entry, classes, [], findings).map(({ part }) => part);
  const { class: _, ...base } = parts.reduce<Record<string, unknown>>(
    (all, part) => merged(all, part, 'keep') as Record<string, unknown>,
    {},
  );
  return { entry: merged(base, rest, 'keep') as T, findings };
}

/** The class that says a key of an entry, where the entry itself does not. */
export function classSaying(entry: unknown, classes: Classes, key: string): string | undefined {
  const steps = pathSteps(key) ?? [];
  if (!isMap(entry) || valueAtSteps(entry, steps) !== undefined) {
    return undefined;
  }
  return classesOf(entry, classes, [], []).findLast(({ part }) => valueAtSteps(part, steps) !== undefined)?.name;
}

interface NamedClass {
  readonly name: string;
  readonly part: Readonly<Record<string, unknown>>;
}

/** The classes of an entry, and before each those that it takes over itself. */
function classesOf(
  { class: names }: Classed,
  classes: Classes,
  above: readonly string[],
  findings: Finding[],
): NamedClass[] {
  return [names]
    .flat()
    .filter((name) => typeof name === 'string')
    .flatMap((name): NamedClass[] => {
      const part = own(classes, name);
      if (!isMap(part)) {
        findings.push(noClass(name, Object.keys(classes)));
        return [];
      }
      if (above.includes(name)) {
        findings.push(circle([...above, name]));
        return [];
      }
      return [...classesOf(part, classes, [...above, name], findings), { name, part }];
    });
}

function noClass(name: string, known: readonly string[]): Finding {
  return {
    code: 'PV050',
    severity: 'error',
    path: 'class',
    what: `there is no class "${name}"`,
    why: 'The VM would be created without the settings of the class',
    fix: known.length === 0 ? 'write the class under classes' : chooseFrom(name, known),
  };
}

function circle(names: readonly string[]): Finding {
  return {
    code: 'PV050',
    severity: 'error',
    path: 'class',
    what: `classes refer to each other in a circle: ${names.join(' → ')}`,
    why: 'Such a class has no final value',
    fix: 'remove class from one of them',
  };
}
