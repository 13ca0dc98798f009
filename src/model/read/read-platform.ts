import type { Finding } from '../../findings/finding';
import { shownValue } from '../../findings/secrets/shown-value';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { placeOf } from '../../kube/yaml/place';
import type { YamlDocument } from '../../kube/yaml/reader';
import type { NodePoolDeclaration } from '../../target/node-pool';
import type { PlatformDeclaration } from '../platform';
import { issueFindings } from './issue-finding';
import { applyParameters, type Parameterized, type SetByParameter } from './parameters';
import { PLATFORM, type PlatformDocument } from './platform-schema';

/** A document of `polyvirt.yaml` as a declaration. */
interface ReadPlatform {
  /** Absent where the document makes no sense at all; without the parts that make none. */
  readonly declaration?: PlatformFile;
  readonly findings: readonly Finding[];
  /** Where the items of the declaration's lists were in the file, for lists from which some were left out. */
  readonly positions: Positions;
  /** What was set from outside. */
  readonly set?: readonly SetByParameter[];
}

/** What a document says. The nodes and further objects may be in other files, which `sources` reads. */
export interface PlatformFile extends Omit<PlatformDeclaration, 'nodes'> {
  readonly nodes?: readonly NodePoolDeclaration[] | { readonly from: string };
  /** Paths of files, and objects themselves. */
  readonly manifests?: readonly (string | KubeObject)[];
}

/** For each list, the position in the file of each of its items. */
export type Positions = Readonly<Record<string, readonly number[]>>;

/** Parts on which everything else depends: without them nothing else can be judged. */
const ESSENTIAL = ['target', 'nodes', 'distribution', 'kubevirt', 'hyperConverged', 'namespace'];

/** Reads one document. Shape mistakes leave out the part they are in, so that the rest is judged in the same run. */
export function readPlatform(document: YamlDocument, given: Readonly<Record<string, unknown>> = {}): ReadPlatform {
  const stranger = checkKind(document);
  if (stranger !== undefined) {
    return { findings: [stranger], positions: {} };
  }
  const parameterized = applyParameters(document, given);
  const { value, findings } = parameterized;
  const parsed = PLATFORM.safeParse(value);
  if (parsed.success) {
    return {
      declaration: declarationOf(parsed.data as PlatformDocument),
      findings,
      positions: {},
      ...givenOnly(parameterized),
    };
  }
  const { issues } = parsed.error;
  const all = [...findings, ...issueFindings(issues, document, parameterized)];
  const rest = withoutMistakes(value, issues);
  const again = rest === undefined ? undefined : PLATFORM.safeParse(rest.value);
  return rest !== undefined && again?.success === true
    ? {
        declaration: declarationOf(again.data as PlatformDocument),
        findings: all,
        positions: rest.positions,
        ...givenOnly(parameterized),
      }
    : { findings: all, positions: {} };
}

function givenOnly({ set }: Parameterized): Pick<ReadPlatform, 'set'> {
  const given = set.filter((each) => each.given);
  return given.length === 0 ? {} : { set: given };
}

function declarationOf({ metadata, spec }: PlatformDocument): PlatformFile {
  const { parameters, ...rest } = spec;
  // The schema asks for exactly one kind of volume, source and network; its type cannot say that.
  return { name: metadata.name, ...(rest as unknown as Omit<PlatformFile, 'name'>) };
}

function checkKind(document: YamlDocument): Finding | undefined {
  const { value } = document;
  const [apiVersion, kind] = isMap(value) ? [value.apiVersion, value.kind] : [];
  if (kind === 'Platform' && asText(apiVersion).startsWith('polyvirt.io/')) {
    return undefined;
  }
  const told = (part: unknown, name: string) => (part === undefined ? `no ${name}` : `${name} ${shownValue(part)}`);
  return {
    code: 'PV033',
    severity: 'error',
    ...placeOf(document, []),
    what: isMap(value) ? `this has ${told(apiVersion, 'apiVersion')} and ${told(kind, 'kind')}` : 'this is not a map',
    why: 'A platform file holds platforms only; manifests are what polyvirt writes from them',
    fix: 'begin the document with apiVersion: polyvirt.io/v1 and kind: Platform, or move it to another file',
  };
}

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly keys?: readonly string[];
}

/** The document without the entries, or keys of `spec`, in which something is wrong; nothing where too much is. */
function withoutMistakes(
  value: unknown,
  mistakes: readonly Mistake[],
): { readonly value: unknown; readonly positions: Positions } | undefined {
  if (!isMap(value) || !isMap(value.spec) || mistakes.some(isEssential)) {
    return undefined;
  }
  const spec: Record<string, unknown> = { ...value.spec };
  const positions: Record<string, readonly number[]> = {};
  const badClasses: string[] = [];
  for (const { path, keys = [] } of mistakes) {
    const [, part, index] = path;
    const list = value.spec[String(part)];
    if (part === 'classes' && typeof index === 'string') {
      badClasses.push(index);
      continue;
    }
    if (part === 'findings' && index === 'allow' && typeof path[3] === 'number') {
      spec.findings = withoutAllowance(spec.findings, value.spec.findings, path[3]);
    } else if (Array.isArray(list) && typeof index === 'number') {
      positions[String(part)] = (positions[String(part)] ?? [...list.keys()]).filter((i) => i !== index);
      spec[String(part)] = positions[String(part)]!.map((i) => list[i]);
    } else {
      for (const key of part === undefined ? keys : [String(part)]) {
        delete spec[key];
      }
    }
  }
  return {
    value: { ...value, spec: withoutClasses(spec, badClasses, value.spec.virtualMachines, positions) },
    positions,
  };
}

/** A class with a mistake is left out, with the VMs that take it over: without it they are others. */
function withoutClasses(
  spec: Readonly<Record<string, unknown>>,
  bad: readonly string[],
  vms: unknown,
  positions: Record<string, readonly number[]>,
): Readonly<Record<string, unknown>> {
  if (bad.length === 0 || !isMap(spec.classes)) {
    return spec;
  }
  const classes = Object.fromEntries(Object.entries(spec.classes).filter(([name]) => !bad.includes(name)));
  if (!Array.isArray(vms)) {
    return { ...spec, classes };
  }
  const kept = (positions.virtualMachines ?? [...vms.keys()]).filter((i) => {
    const vm: unknown = vms[i];
    return !isMap(vm) || ![vm.class].flat().some((name) => bad.includes(asText(name)));
  });
  positions.virtualMachines = kept;
  return { ...spec, classes, virtualMachines: kept.map((i) => vms[i] as unknown) };
}

/** One bad allowance must not bring back everything that the others allow. */
function withoutAllowance(current: unknown, original: unknown, index: number): unknown {
  const bad = isMap(original) && Array.isArray(original.allow) ? original.allow[index] : undefined;
  return isMap(current) && Array.isArray(current.allow)
    ? { ...current, allow: current.allow.filter((allowance) => allowance !== bad) }
    : current;
}

function isEssential({ path: [root, part], code }: Mistake): boolean {
  return root !== 'spec' || (part === undefined ? code !== 'unrecognized_keys' : ESSENTIAL.includes(String(part)));
}
