import type { ClusterView } from '../cluster/cluster-view';
import { isVm } from '../cluster/instance-of';
import { groupOf } from '../kube/identity';
import { asNumber, asText, type Fields, isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { type Found, NOTHING_WRONG, type Rule, type Said } from './rule';
import { Walk } from './walk';

/**
 * What rules say of the VMs in a template, as findings of the template.
 *
 * Nothing is said of a value that is a parameter without a default. VMs of one template are applied together; those of two may
 * never meet, so each template starts anew.
 */
export function vmsOfTemplates(rules: readonly Rule[], cluster: ClusterView): (object: KubeObject) => Found {
  return (object) => {
    const vms = templateVms(object);
    if (vms.length === 0) {
      return NOTHING_WRONG;
    }
    const walk = new Walk(rules, cluster);
    return vms.flatMap((each) => saidOf(each, walk));
  };
}

function saidOf({ vm, written, path, open }: TemplateVm, walk: Walk): Said[] {
  return walk.visit(vm).flatMap(({ object: _, ...finding }) => {
    const below = finding.path ?? '';
    const value = below === '' ? undefined : valueAt(written, below);
    const isOpen = typeof value === 'string' && open.some((name) => value.includes(`{${name}}`));
    return isOpen ? [] : [{ ...finding, path: below === '' ? path : `${path}.${below}` }];
  });
}

/** A VM in a template, with the defaults of its parameters. */
interface TemplateVm {
  readonly vm: KubeObject;
  /** As the template has it. */
  readonly written: unknown;
  /** Where that is in the template. */
  readonly path: string;
  /** Parameters that have no default: what they will say is not known. */
  readonly open: readonly string[];
}

/**
 * The VMs in a Template of OpenShift or a VirtualMachineTemplate of KubeVirt, with the defaults of its parameters.
 *
 * `${NAME}` is replaced in texts, `${{NAME}}` as a whole by what its value says in JSON.
 *
 * Source: openshift/library-go pkg/template/templateprocessing; kubevirt/virt-template.
 */
export function templateVms(object: KubeObject): readonly TemplateVm[] {
  const { parameters, guests } = partsOf(object);
  if (guests.length === 0) {
    return NONE;
  }
  const values = new Map<string, string>();
  const open: string[] = [];
  for (const parameter of Array.isArray(parameters) ? parameters : []) {
    if (isMap(parameter) && typeof parameter.name === 'string') {
      const value = defaultOf(parameter);
      values.set(parameter.name, value ?? UNKNOWN);
      if (value === undefined) {
        open.push(parameter.name);
      }
    }
  }
  return guests.map(({ written, path }) => ({ vm: replaced(written, values) as KubeObject, written, path, open }));
}

const NONE: readonly never[] = [];

/** Stands for what is not known: most parameters without a default are names. */
const UNKNOWN = 'x';

interface Parts {
  readonly parameters: unknown;
  readonly guests: readonly { readonly written: unknown; readonly path: string }[];
}

function partsOf(object: KubeObject): Parts {
  const { kind, apiVersion, spec } = object;
  if (kind === 'Template' && (groupOf(apiVersion) === 'template.openshift.io' || apiVersion === 'v1')) {
    const { objects, parameters } = object as Fields;
    const list: readonly unknown[] = Array.isArray(objects) ? objects : NONE;
    return {
      parameters,
      guests: list.map((written, i) => ({ written, path: `objects[${i}]` })).filter(({ written }) => isGuest(written)),
    };
  }
  if (kind === 'VirtualMachineTemplate' && groupOf(apiVersion) === 'template.kubevirt.io' && isMap(spec)) {
    const { virtualMachine: written, parameters } = spec;
    return { parameters, guests: isGuest(written) ? [{ written, path: 'spec.virtualMachine' }] : NONE };
  }
  return NOTHING;
}

const NOTHING: Parts = { parameters: undefined, guests: NONE };

function isGuest(value: unknown): boolean {
  return (
    isMap(value) &&
    typeof value.kind === 'string' &&
    isVm({ kind: value.kind }) &&
    asText(value.apiVersion).startsWith('kubevirt.io/')
  );
}

/** What a parameter says where nothing else is given; nothing where it must be. */
function defaultOf({ value, generate, from }: Fields): string | undefined {
  if (value !== undefined && value !== null && value !== '') {
    return asText(value);
  }
  return generate === 'expression' && typeof from === 'string' ? generated(from) : undefined;
}

/** One of the texts that an expression stands for: of each class its first character. */
function generated(expression: string): string {
  return expression.replace(/(?:\[(\\?.)[^\]]*\]|(\\[wdaA]))\{(\d{1,3})\}/g, (_all, first, short, count) =>
    (SHORTHAND[short ?? first] ?? first).repeat(asNumber(count)),
  );
}

const SHORTHAND: Readonly<Record<string, string>> = { '\\w': 'a', '\\d': '1', '\\a': 'a', '\\A': '-' };

function replaced(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    return value.includes('${') ? replacedText(value, values) : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => replaced(item, values));
  }
  return isMap(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, each]) => [asText(replaced(key, values)), replaced(each, values)]),
      )
    : value;
}

function replacedText(text: string, values: ReadonlyMap<string, string>): unknown {
  const [, whole] = /^\$\{\{(\w+)\}\}$/.exec(text) ?? [];
  const value = whole === undefined ? undefined : values.get(whole);
  if (value !== undefined) {
    return fromJson(value);
  }
  return text.replace(/\$\{(\w+)\}/g, (all, name: string) => values.get(name) ?? all);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
