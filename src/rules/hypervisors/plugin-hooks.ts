import { kindOf } from '../../cluster/instance-of';
import { isMap, type KubeObject } from '../../kube/object';
import { COST_LIMIT, domainDialect, leastCost } from '../../schema/plugin/cel-check';
import type { CelExpression } from '../../schema/plugin/cel-expression';
import { factsOf, type Unguarded, unguarded } from '../../schema/plugin/cel-guards';
import type { CelInputs } from '../../schema/plugin/cel-run';
import { CelFailure, CelGap } from '../../schema/plugin/cel-value';
import {
  afterHook,
  type CompiledExpression,
  compile,
  DOMAIN_TYPE,
  holds,
  sampleInputs,
} from '../../schema/plugin/compile';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

const PIPELINE = 'kubevirt pkg/virt-launcher/virtwrap/plugins/pipeline.go';
const EVALUATOR = 'kubevirt pkg/virt-launcher/virtwrap/plugins/cel/evaluator.go';
const PASSES = 'kubevirt pkg/virt-launcher/virtwrap/manager.go: allocateHotplugPorts';

/** What a Plugin does when VMs start, which no webhook looks at. */
export const pluginHooks: Rule = () => ({
  object: (object) => (kindOf(object) === 'Plugin.plugin.kubevirt.io' ? checkHooks(object) : NOTHING_WRONG),
});

/** A hook whose expression compiles. */
interface DomainHook {
  readonly path: string;
  readonly expression: CompiledExpression;
  readonly condition?: CompiledExpression;
  /** Whether the launcher goes on where the expression fails. */
  readonly isIgnored: boolean;
}

function* checkHooks({ spec }: KubeObject): Found {
  const fields = isMap(spec) ? spec : {};
  yield* checkEffect(fields);
  const condition = compiled(fields.condition, 'bool');
  if (condition !== undefined) {
    yield* checkCondition(condition, 'spec.condition');
  }
  const hooks = domainHooks(fields);
  for (const hook of hooks) {
    if (hook.condition !== undefined) {
      yield* checkCondition(hook.condition, `${hook.path}.condition`, condition);
    }
    yield* checkExpression(hook, condition);
  }
  yield* checkRuns(hooks, condition);
}

function compiled(text: unknown, gives: 'bool' | typeof DOMAIN_TYPE): CompiledExpression | undefined {
  const found = typeof text === 'string' && text !== '' ? compile(text, gives, domainDialect()) : undefined;
  return found === undefined || 'refused' in found ? undefined : found;
}

function domainHooks({ domainHooks: list, failureStrategy }: Readonly<Record<string, unknown>>): DomainHook[] {
  return (Array.isArray(list) ? list : []).flatMap((hook: unknown, i) => {
    const fields = isMap(hook) ? hook : {};
    const expression = isMap(fields.cel) ? compiled(fields.cel.expression, DOMAIN_TYPE) : undefined;
    const condition = compiled(fields.condition, 'bool');
    return expression === undefined
      ? []
      : [
          {
            path: `spec.domainHooks[${i}]`,
            expression,
            ...(condition === undefined ? {} : { condition }),
            isIgnored: (fields.failureStrategy ?? failureStrategy) === 'Ignore',
          },
        ];
  });
}

const REFERENCES = [
  'domainHooks',
  'nodeHooks',
  'mutatingAdmissionPolicies',
  'validatingAdmissionPolicies',
  'mutatingAdmissionWebhooks',
  'validatingAdmissionWebhooks',
] as const;

function* checkEffect(fields: Readonly<Record<string, unknown>>): Found {
  const hasHooks = REFERENCES.slice(0, 2).some((key) => isFilled(fields[key]));
  if (!hasHooks) {
    yield {
      code: 'PV416',
      severity: 'warning',
      path: 'spec',
      what: REFERENCES.some((key) => isFilled(fields[key]))
        ? 'the Plugin has no hooks, only names of policies and webhooks'
        : 'the Plugin has no hooks',
      why: 'KubeVirt does not use the names of policies and webhooks: the Plugin does nothing',
      fix: 'write domainHooks or nodeHooks, or leave the Plugin out',
      source: 'kubevirt pkg/virt-operator/resource/generate/components/validatingadmissionpolicies; VEP 190',
    };
  }
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** A condition is evaluated for every VM of the cluster, and its errors are never ignored. */
function* checkCondition(condition: CompiledExpression, path: string, outer?: CompiledExpression): Found {
  const known = outer === undefined ? undefined : factsOf(outer.expression);
  const [first] = unguarded(condition.expression, condition.types, known);
  if (first !== undefined) {
    yield {
      code: 'PV414',
      severity: 'error',
      path,
      what: `the condition looks up ${shown(first)} without checking that it exists`,
      why:
        outer === undefined
          ? 'It is evaluated for every VM of the cluster, and its error is never ignored: VMs without it neither ' +
            'start nor migrate'
          : 'Its error is never ignored: VMs of the Plugin without it neither start nor migrate',
      fix: guardFor(first),
      source: PIPELINE,
    };
  }
  yield* checkCost(condition.expression, path);
}

function* checkExpression({ path, expression, condition, isIgnored }: DomainHook, outer?: CompiledExpression): Found {
  const at = `${path}.cel.expression`;
  yield* checkCost(expression.expression, at);
  if (givesItself(expression.expression)) {
    yield {
      code: 'PV414',
      severity: 'error',
      path: at,
      what: 'the expression returns domainSpec',
      why: 'The webhook accepts it, but the launcher does not: VMs of the Plugin do not start',
      fix: 'return Domain{} where nothing is to change',
      source: EVALUATOR,
    };
  }
  const known = new Set(
    [outer, condition].flatMap((each) => (each === undefined ? [] : [...factsOf(each.expression)])),
  );
  const [first] = unguarded(expression.expression, expression.types, known);
  if (first !== undefined) {
    yield {
      code: 'PV414',
      severity: 'warning',
      path: at,
      what: `the expression looks up ${shown(first)} without checking that it exists`,
      why: isIgnored
        ? 'For VMs without it the hook fails and is left out'
        : 'VMs without it neither start nor migrate while the Plugin is there',
      fix: guardFor(first),
      source: PIPELINE,
    };
  }
}

function shown({ from, key, in: kind }: Unguarded): string {
  return kind === 'map' ? `${key} in ${from}` : `item ${key} of ${from}`;
}

function guardFor({ from, key, in: kind }: Unguarded): string {
  return kind === 'map' ? `write ${key} in ${from} && before it` : `write size(${from}) > ${key} && before it`;
}

function* checkCost(expression: CelExpression, path: string): Found {
  if (leastCost(expression) > COST_LIMIT) {
    yield {
      code: 'PV414',
      severity: 'error',
      path,
      what: 'the expression exceeds the cost limit',
      why: `The launcher stops it at ${COST_LIMIT} units, and the VM does not start`,
      fix: 'make the loops shorter, or fewer of them inside of each other',
      source: EVALUATOR,
    };
  }
}

/** Whether what an expression returns may be the domain that it was given, rather than one that it makes. */
function givesItself({ exprKind }: CelExpression): boolean {
  if (exprKind.case === 'callExpr' && exprKind.value.function === '_?_:_') {
    return exprKind.value.args.slice(1).some(givesItself);
  }
  return exprKind.case === 'identExpr' && exprKind.value.name === 'domainSpec';
}

/** Hooks run up to three times a start: the second time on what the first one left. */
function* checkRuns(hooks: readonly DomainHook[], condition: CompiledExpression | undefined): Found {
  const conditions = [condition, ...hooks.map((hook) => hook.condition)].flatMap((each) => each?.expression ?? []);
  const inputs = sampleInputs(conditions);
  for (const hook of hooks) {
    const said = checkRun(hook, inputs);
    if (said !== undefined) {
      yield said;
    }
  }
}

function checkRun({ path, expression, condition }: DomainHook, inputs: CelInputs): Said | undefined {
  try {
    const once = afterHook(expression, inputs);
    const second = { ...inputs, domainSpec: keptOf(once) };
    if (condition !== undefined && !holds(condition, second)) {
      return undefined;
    }
    const twice = afterHook(expression, second);
    return JSON.stringify(ordered(once)) === JSON.stringify(ordered(twice))
      ? undefined
      : {
          code: 'PV415',
          severity: 'warning',
          path: `${path}.cel.expression`,
          what: `the hook changes ${changed(once, twice)} again when it runs a second time`,
          why:
            'KubeVirt runs hooks one to three times per start, each time on the previous result: the guest gets the ' +
            'change twice, or loses it',
          fix: 'derive it from vmi, or take away first what the hook adds: list.filter(…) + […]',
          source: PASSES,
        };
  } catch (error) {
    // An expression that fails for this VM may be right for those that the Plugin is meant for.
    if (error instanceof CelFailure || error instanceof CelGap) {
      return undefined;
    }
    throw error;
  }
}

/**
 * The part of a domain that the next run begins with: parts that KubeVirt has no word for are lost.
 *
 * Source: kubevirt pkg/virt-launcher/virtwrap/api/schema.go, DomainSpec, with the names of libvirt's Go types.
 */
const KEPT = new Set(
  `Type Name UUID Memory CurrentMemory MaximumMemory MemoryBacking OS SysInfo Devices Clock Resource QEMUCommandline Metadata
  Features CPU VCPU VCPUs CPUTune NUMATune IOThreads LaunchSecurity OnReboot IOMMUFD`.split(/\s+/),
);

function keptOf(domain: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(domain).filter(([part]) => KEPT.has(part)));
}

/** The first place where two domains differ, as libvirt's Go types call it. */
function changed(a: unknown, b: unknown, path: readonly string[] = []): string {
  if (isMap(a) && isMap(b)) {
    const key = [...new Set([...Object.keys(a), ...Object.keys(b)])].find(
      (each) => JSON.stringify(ordered(a[each])) !== JSON.stringify(ordered(b[each])),
    );
    return key === undefined ? path.join('.') : changed(a[key], b[key], [...path, key]);
  }
  return path.join('.');
}

/** The same text for the same data, whatever order its keys were written in. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  return isMap(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, ordered(value[key])]),
      )
    : value;
}
