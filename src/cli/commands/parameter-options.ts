import type { Command as Commander } from 'commander';
import type { GivenParameter } from '../../argocd/given';
import type { Finding } from '../../findings/finding';
import { asText, isMap } from '../../kube/object';
import { placeOf, writtenAt, type YamlPath } from '../../kube/yaml/place';
import { isProblem, readYaml, type YamlDocument } from '../../kube/yaml/reader';
import { readText, shownSource } from '../../sources/host/read-text';
import { notYaml, WorkspaceError } from '../../sources/host/workspace-error';

/** What is given to platforms on a command line. */
export interface ParameterOptions {
  readonly set?: readonly string[];
  readonly values?: readonly string[];
}

/** Options by which commands that render a platform set its parameters. */
export function addParameterOptions(commander: Commander): Commander {
  const repeated = (value: string, previous: readonly string[] = []) => [...previous, value];
  return commander
    .option('--set <name=value>', 'set a parameter of the platform; can be repeated', repeated)
    .option('--values <file>', 'set parameters from a YAML file; can be repeated', repeated);
}

/** What is given: what comes later wins, and --set wins over files. */
export function parametersOf({ set = [], values = [] }: ParameterOptions): readonly GivenParameter[] {
  const given = new Map<string, GivenParameter>();
  for (const parameter of [...values.flatMap(fileParameters), ...set.map(flagParameter)]) {
    const whole = partOfMap(parameter, given);
    given.set(whole.name, whole);
  }
  return [...given.values()];
}

/** Maps that every platform has: `target.kubevirt=1.9` is one entry of the first. */
const BUILT_IN_MAPS = ['target', 'severity'];

function partOfMap(parameter: GivenParameter, given: ReadonlyMap<string, GivenParameter>): GivenParameter {
  const [map = '', ...rest] = parameter.name.split('.');
  const key = rest.join('.');
  if (!BUILT_IN_MAPS.includes(map) || key === '' || key === 'replicas' || parameter.string === undefined) {
    return parameter;
  }
  return { name: map, map: { ...given.get(map)?.map, [key]: parameter.string }, isCommandLine: true };
}

function flagParameter(written: string): GivenParameter {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
  if (name === undefined) {
    throw wrongCall({
      ...WRONG,
      path: '--set',
      what: 'it has no =',
      fix: 'write --set name=value, as --set web.replicas=3',
    });
  }
  // What looks like a list or a map may be text all the same: the parameter decides.
  const [read] = /^\s*[[{]/.test(value) ? [...readYaml(value)] : [];
  const parts = read === undefined || isProblem(read) ? {} : partsOf(read, []);
  return { name, string: value, ...parts, isCommandLine: true };
}

function fileParameters(path: string): GivenParameter[] {
  const file = shownSource(path);
  const findings: Finding[] = [];
  const given: GivenParameter[] = [];
  for (const read of readYaml(usableText(path))) {
    if (isProblem(read)) {
      findings.push(notYaml(file, read));
    } else if (!isMap(read.value)) {
      findings.push({ ...WRONG, file, ...placeOf(read, []), what: 'it is not a map', fix: 'write parameters by name' });
    } else {
      for (const name of Object.keys(read.value)) {
        const parts = partsOf(read, [name]);
        if (Object.keys(parts).length === 0) {
          findings.push({
            ...WRONG,
            file,
            ...placeOf(read, [name]),
            path: name,
            what: 'it is not a string, a number, a boolean, or a list or map of these',
            fix: 'write one of these',
          });
        }
        given.push({ name, ...parts, isCommandLine: true });
      }
    }
  }
  if (findings.length > 0) {
    throw new WorkspaceError(findings, true);
  }
  return given;
}

/** A file that cannot be read is a wrong call. */
function usableText(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    throw error instanceof WorkspaceError ? new WorkspaceError(error.findings, true) : error;
  }
}

/** A value as texts, as Argo CD hands parameters over; nothing where it cannot be said so. */
function partsOf(document: YamlDocument, path: YamlPath): Pick<GivenParameter, 'string' | 'array' | 'map'> {
  const value = path.reduce<unknown>((at, step) => (isMap(at) ? at[step] : undefined), document.value);
  const textAt = (each: unknown, step: string | number) => scalarText(each, document, [...path, step]);
  if (Array.isArray(value)) {
    const array = value.map(textAt);
    return array.every((each) => each !== undefined) ? { array } : {};
  }
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, each]) => [key, textAt(each, key)] as const);
    return entries.every(([, text]) => text !== undefined)
      ? { map: Object.fromEntries(entries as [string, string][]) }
      : {};
  }
  const string = scalarText(value, document, path);
  return string === undefined ? {} : { string };
}

/** A number as it is written: `1.10` is not 1.1. */
function scalarText(value: unknown, document: YamlDocument, path: YamlPath): string | undefined {
  if (typeof value === 'number') {
    return writtenAt(document, path) ?? asText(value);
  }
  return typeof value === 'string' || typeof value === 'boolean' ? asText(value) : undefined;
}

const WRONG = {
  code: 'PV702',
  severity: 'error',
  why: 'The value would be lost or misread',
} as const;

function wrongCall(finding: Finding): WorkspaceError {
  return new WorkspaceError([finding], true);
}
