import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { placeOf } from '../kube/yaml-place';
import type { YamlDocument } from '../kube/yaml-reader';
import { parsePath, valueAt } from './file-path';

/** Something that may be set from outside, as the file declares it. */
interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly default?: unknown;
  readonly sets: string;
}

/** A document's value with its parameters set, and what is wrong with them. */
export interface Parameterized {
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/** Sets each parameter to what was given for it, else to its default, else leaves what the file says. */
export function applyParameters(document: YamlDocument, given: Readonly<Record<string, unknown>> = {}): Parameterized {
  const declared = valueAt(document.value, ['spec', 'parameters']);
  if (!Array.isArray(declared)) {
    return { value: document.value, findings: [] };
  }
  let value = document.value;
  const findings: Finding[] = [];
  declared.forEach((parameter: unknown, i) => {
    // What is not shaped like one is the schema's to say.
    if (!isParameter(parameter)) {
      return;
    }
    const problem = checkParameter(parameter, declared.slice(0, i).filter(isParameter), document.value);
    const wanted = given[parameter.name] ?? parameter.default;
    if (problem !== undefined) {
      findings.push({ ...problem, ...placeOf(document, ['spec', 'parameters', i]) });
    } else if (wanted !== undefined) {
      value = withValue(value, parsePath(value, parameter.sets), wanted);
    }
  });
  return { value, findings };
}

function isParameter(value: unknown): value is Parameter {
  return isMap(value) && typeof value.name === 'string' && typeof value.sets === 'string';
}

function checkParameter(parameter: Parameter, earlier: readonly Parameter[], root: unknown): Finding | undefined {
  const path = `spec.parameters[${parameter.name}]`;
  if (earlier.some(({ name }) => name === parameter.name)) {
    return wrong(path, `there is another parameter ${parameter.name}`, 'give each parameter a name of its own');
  }
  const { type = 'string', default: standard } = parameter;
  if (standard !== undefined && typeOf(standard) !== type) {
    return wrong(
      `${path}.default`,
      `the default is a ${typeOf(standard)}, the type is ${type}`,
      `write a ${type}, or another type`,
    );
  }
  const steps = parsePath(root, parameter.sets);
  const parent = valueAt(root, steps.slice(0, -1));
  const complete = steps.length === [...parameter.sets.matchAll(/[^.[\]]+/g)].length;
  if (!complete || steps[0] !== 'spec' || steps.length < 2 || typeof parent !== 'object' || parent === null) {
    return wrong(
      `${path}.sets`,
      `${parameter.sets} leads nowhere in this file`,
      'write the path of a key, as spec.namespace or spec.virtualMachines[web].replicas',
    );
  }
  return undefined;
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
  return Array.isArray(value) ? 'array' : isMap(value) ? 'map' : typeof value;
}

/** A copy in which only what lies on the path is new. */
function withValue(root: unknown, [step, ...rest]: readonly (string | number)[], wanted: unknown): unknown {
  if (step === undefined) {
    return wanted;
  }
  if (Array.isArray(root)) {
    return root.map((item, i) => (i === step ? withValue(item, rest, wanted) : item));
  }
  const map = isMap(root) ? root : {};
  return { ...map, [step]: withValue(map[step], rest, wanted) };
}
