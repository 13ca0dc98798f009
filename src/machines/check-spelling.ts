import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import type { ControllerContext } from './check-fields';
import { type FieldShape, fieldFact, NAMESPACE_ANNOTATION } from './facts';
import { CLOUD_PATH, isReference, type MachineDeploymentView, PROVIDER_PATH } from './view';

/**
 * Spellings that mean what another one means.
 *
 * The controller compares the bytes of the template: who tidies up such a spelling, or lets another tool write it, replaces
 * every machine of the pool.
 */
export function checkSpelling(view: MachineDeploymentView, context: ControllerContext): Finding[] {
  const odd = oddities(view.cloud, '');
  const missing = missingDefaults(view, context);
  return [
    ...(odd.length === 0
      ? []
      : [
          {
            code: 'PV607',
            severity: 'info' as const,
            path: `${CLOUD_PATH}.${odd[0]!.path}`,
            what: `${odd.map(({ path, as }) => `${path} (${as})`).join(', ')} ${odd.length === 1 ? 'means' : 'mean'} the same as another spelling`,
            why: WHY,
            fix: 'leave it as long as the machines are there; with the next change that replaces them anyway, leave out what is empty and write text in quotes',
            source: SOURCE,
          },
        ]),
    ...(missing.length === 0
      ? []
      : [
          {
            code: 'PV607',
            severity: 'info' as const,
            path: PROVIDER_PATH,
            what: `the webhook adds ${missing.join(', ')}`,
            why: 'The object in the cluster then differs from the manifest for ever; what it adds to the template later, after an upgrade, replaces every machine',
            fix: 'write it out',
            source: 'machine-controller pkg/admission',
          },
        ]),
  ];
}

const WHY =
  'The controller compares the bytes of the template, so that the other spelling replaces every machine of the pool';
const SOURCE = 'machine-controller pkg/controller/util/machine_deployment.go, EqualIgnoreHash';

interface Oddity {
  readonly path: string;
  readonly as: string;
}

/** Keys whose text is read in any case. */
const ANY_CASE = /(^|\.)(podAffinityPreset|podAntiAffinityPreset|nodeAffinityPreset\.type)$/;

function oddities(value: unknown, path: string): Oddity[] {
  const shape = shapeAt(path);
  const isText = shape === 'text' || shape === 'texts';
  if (isReference(value)) {
    return [];
  }
  if (isMap(value)) {
    const entries = Object.entries(value);
    return entries.length === 0 && path !== ''
      ? [{ path, as: EMPTY }]
      : entries.flatMap(([key, part]) => oddities(part, path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? [{ path, as: EMPTY }] : value.flatMap((part, i) => oddities(part, `${path}[${i}]`));
  }
  if (value === null) {
    // Where text is read, null is not nothing: that is said elsewhere.
    return isText ? [] : [{ path, as: 'null, which is as good as absent' }];
  }
  if (value === '') {
    return [{ path, as: EMPTY }];
  }
  if (typeof value !== 'string') {
    return isText ? [{ path, as: `a ${typeof value} instead of text` }] : [];
  }
  return ANY_CASE.test(path) && value !== value.toLowerCase()
    ? [{ path, as: `"${value}" instead of "${value.toLowerCase()}"` }]
    : [];
}

const EMPTY = 'empty, which is as good as absent';

/** How the controller reads what is at a path, items of a list included. */
function shapeAt(path: string): FieldShape | undefined {
  const listed = path.replace(/\[\d+\]/g, '[]');
  return (fieldFact(listed) ?? fieldFact(listed.replace(/\[\]$/, '')))?.shape;
}

function missingDefaults(
  { provider, node, spec }: MachineDeploymentView,
  { controller, isTold }: ControllerContext,
): string[] {
  const has = (key: string) => Object.hasOwn(provider, key);
  return [
    ...(['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds', 'strategy'] as const)
      .filter((key) => spec[key] === undefined)
      .map((key) => `spec.${key}`),
    ...(['caPublicKey', 'sshPublicKeys', 'operatingSystemSpec'] as const).filter((key) => !has(key)),
    ...(isTold &&
    atLeast(controller, NAMESPACE_ANNOTATION.since) &&
    node.annotations[NAMESPACE_ANNOTATION.key] === undefined
      ? [`the annotation ${NAMESPACE_ANNOTATION.key}`]
      : []),
  ];
}
