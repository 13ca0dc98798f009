import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { placeOf, type YamlPath } from '../kube/yaml-place';
import type { YamlDocument } from '../kube/yaml-reader';
import { parsePath, valueAt } from './file-path';

/** Something that may be set from outside, as the file declares it. */
interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly default?: unknown;
  readonly sets: string;
}

/** What a parameter set, and where the parameter is. */
export interface SetByParameter {
  readonly name: string;
  readonly path: YamlPath;
  /** Where in the file the parameter is. */
  readonly declaredAt: YamlPath;
}

/** A document's value with its parameters set, and what is wrong with them. */
export interface Parameterized {
  readonly value: unknown;
  readonly set: readonly SetByParameter[];
  readonly findings: readonly Finding[];
}

/** Sets each parameter to what was given for it, else to its default, else leaves what the file says. */
export function applyParameters(document: YamlDocument, given: Readonly<Record<string, unknown>> = {}): Parameterized {
  const declared = valueAt(document.value, ['spec', 'parameters']);
  let value = document.value;
  const set: SetByParameter[] = [];
  const findings: Finding[] = [];
  (Array.isArray(declared) ? declared : []).forEach((parameter: unknown, i) => {
    // What is not shaped like one is the schema's to say.
    if (!isParameter(parameter)) {
      return;
    }
    const declaredAt = ['spec', 'parameters', i];
    const { steps, complete } = parsePath(document.value, parameter.sets);
    const problem = !complete || !isSettable(document.value, steps) ? leadsNowhere(parameter) : undefined;
    const earlier = set.find(({ name, path }) => name === parameter.name || overlap(path, steps));
    const finding = problem ?? (earlier === undefined ? wrongDefault(parameter) : clash(parameter, earlier));
    if (finding !== undefined) {
      findings.push({ ...finding, ...placeOf(document, declaredAt) });
      return;
    }
    set.push({ name: parameter.name, path: steps, declaredAt });
    const wanted = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default;
    if (wanted !== undefined) {
      value = withValue(value, steps, wanted);
    }
  });
  return { value, set, findings };
}

function isParameter(value: unknown): value is Parameter {
  return isMap(value) && typeof value.name === 'string' && typeof value.sets === 'string';
}

/** Below `spec`, not the parameters themselves, in something that is there. */
function isSettable(root: unknown, steps: YamlPath): boolean {
  const parent = valueAt(root, steps.slice(0, -1));
  return (
    steps[0] === 'spec' &&
    steps.length > 1 &&
    steps[1] !== 'parameters' &&
    typeof parent === 'object' &&
    parent !== null
  );
}

/** Whether one path is the other, or lies within it: then the order of setting would decide. */
function overlap(a: YamlPath, b: YamlPath): boolean {
  return a.slice(0, b.length).join('\0') === b.slice(0, a.length).join('\0');
}

function leadsNowhere({ name, sets }: Parameter): Finding {
  return wrong(
    `spec.parameters[${name}].sets`,
    `${sets} is not a key of this file that can be set`,
    'write the path of a key below spec, as spec.namespace or spec.virtualMachines[web].replicas',
  );
}

function clash({ name, sets }: Parameter, earlier: SetByParameter): Finding {
  return earlier.name === name
    ? wrong(`spec.parameters[${name}]`, `there is another parameter ${name}`, 'give each parameter a name of its own')
    : wrong(
        `spec.parameters[${name}].sets`,
        `${sets} is set by ${earlier.name} already, or lies within what it sets`,
        'let each key be set by one parameter',
      );
}

function wrongDefault({ name, type = 'string', default: standard }: Parameter): Finding | undefined {
  return standard === undefined || typeOf(standard) === type
    ? undefined
    : wrong(
        `spec.parameters[${name}].default`,
        `the type is ${type}, the default is ${typeOf(standard)}`,
        `write a default of the type ${type}, or another type`,
      );
}

function wrong(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV035',
    severity: 'error',
    path,
    what,
    why: 'What somebody sets from outside would not arrive, or arrive in the wrong place',
    fix,
  };
}

function typeOf(value: unknown): string {
  return value === null ? 'empty' : Array.isArray(value) ? 'array' : isMap(value) ? 'map' : typeof value;
}

/** A copy in which only what lies on the path is new. */
function withValue(root: unknown, [step, ...rest]: YamlPath, wanted: unknown): unknown {
  if (step === undefined) {
    return wanted;
  }
  if (Array.isArray(root)) {
    return root.map((item, i) => (i === step ? withValue(item, rest, wanted) : item));
  }
  const map = isMap(root) ? root : {};
  return { ...map, [step]: withValue(map[step], rest, wanted) };
}
