import type { Architecture } from '../../../src/architectures/facts';
import type { InstanceSpec } from '../../../src/architectures/instance-view';
import { ClusterView } from '../../../src/cluster/cluster-view';
import type { KubeObject } from '../../../src/kube/object';
import { LATE } from '../../../src/rules/report';
import type { Rule } from '../../../src/rules/rule';
import { Walk } from '../../../src/rules/walk';

/** What decides about an instance beside its spec. */
export interface Context {
  readonly kubevirt?: string;
  /** As KubeVirt would default it. */
  readonly architecture?: Architecture;
  /** Whether a VirtualMachine makes the instance. */
  readonly isVm?: boolean;
  /** `spec.configuration` of the KubeVirt resource. */
  readonly configuration?: object;
  /** The spec of the VirtualMachine. */
  readonly vmSpec?: object;
  readonly namespace?: string;
  /** Metadata of the template. */
  readonly metadata?: object;
  /** Whether the VirtualMachine names an instance type that was not found. */
  readonly hasUnknownInstancetype?: boolean;
}

function objectWith(spec: InstanceSpec, context: Context): KubeObject {
  const { architecture, isVm = true, vmSpec, namespace, metadata: template, hasUnknownInstancetype = false } = context;
  const metadata = { name: 'a', ...(namespace === undefined ? {} : { namespace }) };
  const own = architecture === undefined ? spec : { architecture, ...spec };
  const vm = {
    ...vmSpec,
    ...(hasUnknownInstancetype ? { instancetype: { name: 'small' } } : {}),
    template: { ...(template === undefined ? {} : { metadata: template }), spec: own },
  };
  return isVm
    ? { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata, spec: vm }
    : { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', metadata, spec: own };
}

function findingsOf(rule: Rule, spec: InstanceSpec, context: Context) {
  const { kubevirt = '1.9', configuration } = context;
  const resource = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'kubevirt' } };
  const known = configuration === undefined ? [] : [{ ...resource, spec: { configuration } }];
  const walk = new Walk([rule], new ClusterView(known, { target: { kubevirt } }));
  return walk.visit(objectWith(spec, context));
}

/** Findings of a rule about an instance, as `code path`, with `late` where only the instance is rejected, `^` outside of it. */
export function refusals(rule: Rule, spec: InstanceSpec, context: Context = {}): string[] {
  return findingsOf(rule, spec, context).map(({ code, path, why }) => {
    const below = shortened(path, context.isVm ?? true);
    return `${code} ${below}${why === LATE ? ' late' : ''}`;
  });
}

function shortened(path: string | undefined, isVm: boolean): string {
  const [instance, around] = isVm ? ['spec.template.spec', 'spec'] : ['spec', ''];
  const isInside = path === instance || path?.startsWith(`${instance}.`);
  return isInside ? path!.slice(instance!.length + 1) : `^${path?.slice(around!.length + 1) ?? ''}`;
}

/** A row of a table: an instance, what decides about it, and everything that is said of it. */
export interface Row {
  readonly spec: InstanceSpec;
  readonly context?: Context;
  readonly refused: readonly string[];
}

/** Data that nobody should write, and that must not make a rule throw. */
export const ODD: readonly unknown[] = [
  null,
  undefined,
  0,
  '',
  'text',
  true,
  [],
  {},
  [null],
  ['text'],
  [[]],
  [{}],
  { a: null },
];

/** Every instance that has odd data at one of these paths. */
export function oddSpecs(paths: readonly string[]): InstanceSpec[] {
  return paths.flatMap((path) =>
    ODD.map((odd) => path.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), odd) as InstanceSpec),
  );
}

/** Findings of a rule about an instance, as `code path`; an error unless it says that it is not sure. */
export function refusalsOf(rule: Rule, spec: unknown, context: Context = {}): string[] {
  const own = { isVm: false, ...context };
  return findingsOf(rule, spec as InstanceSpec, own).map(({ code, path, severity, why }) =>
    [severity === 'error' ? undefined : severity, why === LATE ? 'late' : undefined, code, shortened(path, own.isVm)]
      .filter((part) => part !== undefined)
      .join(' '),
  );
}

/** Nothing may throw, wherever such data is. */
export function survivesOddData(rule: Rule, paths: readonly string[]): void {
  for (const path of paths) {
    for (const value of ODD) {
      const spec = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      refusalsOf(rule, spec);
    }
  }
}
