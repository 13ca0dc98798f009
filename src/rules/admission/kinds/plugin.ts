import { shownValue } from '../../../findings/secrets/shown-value';
import { nameOf } from '../../../kube/identity';
import { isMap } from '../../../kube/object';
import { type CelDialect, domainDialect, nodeDialect } from '../../../schema/plugin/cel-check';
import { compile, DOMAIN_TYPE } from '../../../schema/plugin/compile';
import type { Found, Said } from '../../rule';
import { fieldsOf, type KindCheck, notOne } from './kind-check';

const ADMITTER = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/plugin-admitter.go';
const POLICIES = 'kubevirt pkg/virt-operator/resource/generate/components/validatingadmissionpolicies';

const STRATEGIES = ['Fail', 'Ignore'];

/** Source: validatingadmissionpolicy_plugin.go; nothing calls PostMigrationSource, and it is admitted all the same. */
const HOOK_POINTS = [
  'PreVMStart',
  'PostVMStart',
  'PreVMStop',
  'PostVMStop',
  'PreMigrationSource',
  'PostMigrationSource',
  'PreMigrationTarget',
  'PostMigrationTarget',
];

/** The most that a path of a Unix socket may have. */
const LONGEST_SOCKET = 108;

/** Refusals of virt-api, and of the policies that come with the gate Plugins, in a Plugin. */
export const checkPlugin: KindCheck = function* (object) {
  const { spec } = object;
  const fields = isMap(spec) ? spec : {};
  yield* checkExpression(fields.condition, 'spec.condition', 'bool', domainDialect);
  yield* checkStrategy(fields.failureStrategy, 'spec.failureStrategy');
  for (const [i, hook] of listOf(fields.domainHooks).entries()) {
    yield* checkDomainHook(hook, `spec.domainHooks[${i}]`, nameOf(object) ?? '');
  }
  for (const [i, hook] of listOf(fields.nodeHooks).entries()) {
    const path = `spec.nodeHooks[${i}]`;
    yield* checkExpression(fieldsIn(hook).condition, `${path}.condition`, 'bool', nodeDialect);
    yield* checkStrategy(fieldsIn(hook).failureStrategy, `${path}.failureStrategy`);
    for (const [j, point] of listOf(fieldsIn(hook).permittedHooks).entries()) {
      if (typeof point === 'string' && !HOOK_POINTS.includes(point)) {
        yield notOne(`${path}.permittedHooks[${j}]`, point, HOOK_POINTS, POLICIES);
      }
    }
  }
};

function* checkDomainHook(hook: unknown, path: string, plugin: string): Found {
  const { cel, sidecar, condition, failureStrategy } = fieldsIn(hook);
  if (isMap(hook) && (cel === undefined) === (sidecar === undefined)) {
    yield {
      code: 'PV003',
      path,
      what: cel === undefined ? 'the hook has neither cel nor sidecar' : 'the hook has both cel and sidecar',
      fix: 'write one of cel and sidecar',
      source: POLICIES,
    };
  }
  yield* checkExpression(fieldsIn(cel).expression, `${path}.cel.expression`, DOMAIN_TYPE, domainDialect);
  yield* checkExpression(condition, `${path}.condition`, 'bool', domainDialect);
  yield* checkStrategy(failureStrategy, `${path}.failureStrategy`);
  if (isMap(sidecar)) {
    yield* checkSocket(fieldsOf(hook, 'sidecar').socketPath ?? '', `${path}.sidecar.socketPath`, plugin);
  }
}

function* checkExpression(
  text: unknown,
  path: string,
  gives: 'bool' | typeof DOMAIN_TYPE,
  dialect: () => CelDialect,
): Found {
  if (typeof text !== 'string' || text === '') {
    return;
  }
  const compiled = compile(text, gives, dialect());
  if (compiled !== undefined && 'refused' in compiled) {
    yield {
      code: 'PV003',
      path,
      what: `the expression does not compile: ${compiled.refused}`,
      fix: fixFor(compiled.refused, dialect === nodeDialect),
      source: ADMITTER,
    };
  }
}

/** Both dialects have the same instance with other names, which is the commonest mistake. */
function fixFor(refused: string, isNode: boolean): string {
  if (refused.startsWith('undefined field')) {
    return isNode
      ? 'write the names of the API, as vmi.metadata.labels: node hooks have these'
      : 'write the names of Go, as vmi.Labels or vmi.Spec.Domain: domain hooks and the condition of the Plugin have these';
  }
  if (refused.includes('uint')) {
    return 'write a number without a sign with u behind it: 4u';
  }
  return isNode
    ? 'correct the expression'
    : 'correct the expression; domain hooks have standard CEL only, without functions for texts, lists, optionals or cel.bind';
}

function* checkStrategy(value: unknown, path: string): Found {
  if (typeof value === 'string' && !STRATEGIES.includes(value)) {
    yield notOne(path, value, STRATEGIES, POLICIES);
  }
}

function* checkSocket(socket: unknown, path: string, plugin: string): Found {
  if (typeof socket !== 'string') {
    return;
  }
  const wrong = (what: string, fix: string, source = POLICIES): Said => ({
    code: 'PV003',
    path,
    what: `${shownValue(socket)} ${what}`,
    fix,
    source,
  });
  const folder = `/var/run/kubevirt-plugin/${plugin}/`;
  if (!isClean(socket)) {
    yield wrong('is not a plain path', 'write a path without .., . and empty parts', ADMITTER);
  } else if (!socket.startsWith(folder)) {
    yield wrong(`is not below ${folder}`, `write a path that starts with ${folder}`);
  } else if (!socket.endsWith('.sock')) {
    yield wrong('does not end with .sock', 'write a path that ends with .sock');
  } else if ([...socket].length > LONGEST_SOCKET) {
    yield wrong(`is longer than ${LONGEST_SOCKET} characters`, 'write a shorter path');
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

/** Whether Go's `filepath.Clean` leaves a path as it is. */
function isClean(path: string): boolean {
  if (path === '/' || path === '.') {
    return true;
  }
  const isAbsolute = path.startsWith('/');
  const parts = (isAbsolute ? path.slice(1) : path).split('/');
  const firstDown = parts.findIndex((part) => part !== '..');
  // A relative path may go up at its beginning.
  const up = isAbsolute ? [] : parts.slice(0, firstDown < 0 ? parts.length : firstDown);
  return path !== '' && parts.slice(up.length).every((part) => part !== '' && part !== '.' && part !== '..');
}
