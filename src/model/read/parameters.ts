import { type ParameterType, wrongParameter } from '../../argocd/given';
import type { Finding } from '../../findings/finding';
import { isOpenValue } from '../../findings/secrets/shown-value';
import { asText, isMap } from '../../kube/object';
import { placeOf, type YamlPath } from '../../kube/yaml/place';
import type { YamlDocument } from '../../kube/yaml/reader';
import type { DeclaredParameter } from '../platform-file';
import { builtInParameters } from './built-in-parameters';
import { parsePath, valueAt, withValue } from './file-path';
import { inputValue, PLACEMENT_INPUTS, withInput, wrongInput } from './placement-inputs';

/** What a parameter set, and where the parameter is. */
export interface SetByParameter {
  readonly name: string;
  readonly path: YamlPath;
  /** Where in the file the parameter is; nowhere for what every platform has. */
  readonly declaredAt?: YamlPath;
  /** Whether a value was given, as opposed to its default. */
  readonly given: boolean;
}

/** A document's value with its parameters set, and what is wrong with them. */
export interface Parameterized {
  readonly value: unknown;
  readonly set: readonly SetByParameter[];
  readonly findings: readonly Finding[];
}

/** Sets each parameter to what was given for it; its default only where the file says nothing. */
export function applyParameters(document: YamlDocument, given: Readonly<Record<string, unknown>> = {}): Parameterized {
  const declared = valueAt(document.value, ['spec', 'parameters']);
  let value = document.value;
  const set: SetByParameter[] = [];
  const findings: Finding[] = [];
  (Array.isArray(declared) ? declared : []).forEach((parameter: unknown, i) => {
    const declaredAt = ['spec', 'parameters', i];
    if (isPlacementOf(parameter)) {
      const placed = placeMachines(value, parameter.placementOf, given);
      value = placed.value;
      set.push(...placed.set.map((each) => ({ ...each, declaredAt })));
      findings.push(...placed.findings.map((finding) => ({ ...finding, ...placeOf(document, declaredAt) })));
      return;
    }
    // What is not shaped like one is the schema's to say.
    if (!isParameter(parameter)) {
      return;
    }
    const { steps, complete } = parsePath(document.value, parameter.sets);
    const problem = !complete || !isSettable(document.value, steps) ? leadsNowhere(parameter) : undefined;
    const earlier = set.find(({ name, path }) => name === parameter.name || overlap(path, steps));
    const finding = problem ?? (earlier === undefined ? wrongDefault(parameter) : clash(parameter, earlier));
    if (finding !== undefined) {
      findings.push({ ...finding, ...placeOf(document, declaredAt) });
      return;
    }
    const isGiven = Object.hasOwn(given, parameter.name);
    set.push({ name: parameter.name, path: steps, declaredAt, given: isGiven });
    const isSaid = valueAt(document.value, steps) !== undefined;
    const wanted = isGiven ? given[parameter.name] : isSaid ? undefined : parameter.default;
    if (wanted !== undefined) {
      value = withValue(value, steps, wanted);
    }
  });
  const own = new Set(set.map(({ name }) => name));
  for (const { name, path, merges } of builtInParameters(document.value)) {
    if (Object.hasOwn(given, name) && !own.has(name)) {
      const before = merges ? valueAt(value, path) : undefined;
      value = withValue(value, path, isMap(before) ? { ...before, ...(given[name] as object) } : given[name]);
      set.push({ name, path, given: true });
    }
  }
  for (const pool of poolsNotDeclared(document.value).filter((each) => isPlaced(each, given))) {
    const placed = placeMachines(value, pool, given);
    value = placed.value;
    set.push(...placed.set);
    findings.push(...placed.findings);
  }
  return { value, set, findings };
}

/** Pools whose placement may be given, though the file does not announce it. */
function poolsNotDeclared(root: unknown): string[] {
  const declared = valueAt(root, ['spec', 'parameters']);
  const announced = (Array.isArray(declared) ? declared : []).filter(isPlacementOf).map((each) => each.placementOf);
  const pools = valueAt(root, ['spec', 'machines']);
  return (Array.isArray(pools) ? pools : [])
    .flatMap((pool: unknown) => (isMap(pool) && typeof pool.name === 'string' ? [pool.name] : []))
    .filter((pool) => !announced.includes(pool));
}

function isPlaced(pool: string, given: Readonly<Record<string, unknown>>): boolean {
  return PLACEMENT_INPUTS.some(({ input }) => Object.hasOwn(given, `${pool}.${input}`));
}

/** Every parameter that may be given for a document: what it announces, and what every platform has. */
export function offeredParameters(root: unknown): AnnouncedParameter[] {
  const announced = announcedParameters(root);
  const hidden = [
    ...builtInParameters(root).map(({ name, type }) => ({ name, type })),
    ...poolsNotDeclared(root).flatMap((pool) =>
      PLACEMENT_INPUTS.map(({ input }) => ({ name: `${pool}.${input}`, type: 'string' as const })),
    ),
  ];
  return [...announced, ...hidden.filter(({ name }) => !announced.some((each) => each.name === name))];
}

/** A parameter as it is announced to Argo CD. */
export interface AnnouncedParameter {
  readonly name: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly type: ParameterType;
  /** What it is where it is not said. */
  readonly default?: unknown;
  /** What it may be; anything of its type where absent. */
  readonly allowed?: readonly string[];
}

/** Every parameter of a document, with the six inputs of each pool that is placed from outside written out. */
export function announcedParameters(root: unknown): AnnouncedParameter[] {
  const declared = valueAt(root, ['spec', 'parameters']);
  return (Array.isArray(declared) ? declared : []).flatMap((parameter: unknown): AnnouncedParameter[] => {
    if (isPlacementOf(parameter)) {
      const pool = parameter.placementOf;
      const { steps, complete } = parsePath(root, `spec.machines[${pool}]`);
      const presets = complete ? valueAt(root, [...steps, 'presets']) : undefined;
      return PLACEMENT_INPUTS.map((each) => ({
        name: `${pool}.${each.input}`,
        title: `${pool}: ${each.title}`,
        tooltip: each.tooltip,
        type: 'string' as const,
        default: inputValue(presets, each),
        ...(each.allowed === undefined ? {} : { allowed: each.allowed }),
      }));
    }
    if (!isParameter(parameter)) {
      return [];
    }
    const { name, title, tooltip, type = 'string', sets } = parameter;
    const { steps, complete } = parsePath(root, sets);
    const standard = (complete ? valueAt(root, steps) : undefined) ?? parameter.default;
    return [
      {
        name,
        type,
        ...(title === undefined ? {} : { title }),
        ...(tooltip === undefined ? {} : { tooltip }),
        ...(standard === undefined || !isOpenValue(standard, keysOf(steps)) ? {} : { default: standard }),
      },
    ];
  });
}

function keysOf(steps: YamlPath): string[] {
  return steps.filter((step) => typeof step === 'string');
}

/** A pool with what was given for its six inputs. */
function placeMachines(
  root: unknown,
  pool: string,
  given: Readonly<Record<string, unknown>>,
): { value: unknown; set: SetByParameter[]; findings: Finding[] } {
  const { steps, complete } = parsePath(root, `spec.machines[${pool}]`);
  const machine = complete ? valueAt(root, steps) : undefined;
  if (!isMap(machine)) {
    const finding = wrong(
      `spec.parameters[${pool}].placementOf`,
      `there is no pool ${pool} under machines`,
      'name one of the pools of this file',
    );
    return { value: root, set: [], findings: [finding] };
  }
  const findings: Finding[] = [];
  let { presets } = machine;
  for (const each of PLACEMENT_INPUTS) {
    const name = `${pool}.${each.input}`;
    const problem = Object.hasOwn(given, name) ? wrongInput(each, given[name]) : undefined;
    if (problem !== undefined) {
      findings.push(wrongParameter(name, problem.what, problem.fix));
    } else if (Object.hasOwn(given, name)) {
      presets = withInput(presets, each, asText(given[name]));
    }
  }
  const path = [...steps, 'presets'];
  return {
    value: presets === undefined ? root : withValue(root, path, presets),
    set: [{ name: pool, path, given: isPlaced(pool, given) }],
    findings,
  };
}

function isPlacementOf(value: unknown): value is { readonly placementOf: string } {
  return isMap(value) && typeof value.placementOf === 'string';
}

function isParameter(value: unknown): value is DeclaredParameter {
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

function leadsNowhere({ name, sets }: DeclaredParameter): Finding {
  return wrong(
    `spec.parameters[${name}].sets`,
    `${sets} is not a key of this file that can be set`,
    'write the path of a key below spec, as spec.namespace or spec.virtualMachines[web].replicas',
  );
}

function clash({ name, sets }: DeclaredParameter, earlier: SetByParameter): Finding {
  return earlier.name === name
    ? wrong(`spec.parameters[${name}]`, `there is another parameter ${name}`, 'give each parameter a name of its own')
    : wrong(
        `spec.parameters[${name}].sets`,
        `${sets} is set by ${earlier.name} already, or lies within what it sets`,
        'let each key be set by one parameter',
      );
}

function wrongDefault({ name, type = 'string', default: standard }: DeclaredParameter): Finding | undefined {
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
    why: 'A value set from outside would not arrive, or would arrive in the wrong place',
    fix,
  };
}

function typeOf(value: unknown): string {
  return value === null ? 'empty' : Array.isArray(value) ? 'array' : isMap(value) ? 'map' : typeof value;
}
