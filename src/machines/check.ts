import type { Finding } from '../findings/finding';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import type { Generation } from '../placement/presets';
import { checkDeployment } from './check-deployment';
import { type ControllerContext, checkFields } from './check-fields';
import { checkPromises } from './check-placement';
import { checkValues } from './check-values';
import {
  DIALECT_ANNOTATION,
  type FieldShape,
  fieldFact,
  LAST_FLAT,
  NAMESPACE_ANNOTATION,
  NEWEST_CONTROLLER,
} from './facts';
import {
  CLOUD_PATH,
  isReference,
  type MachineDeploymentView,
  PROVIDER_PATH,
  viewMachineDeployment,
  writtenFor,
} from './view';

/** What is known of the clusters around a MachineDeployment. */
interface MachinesContext {
  /** Nothing where the target does not say it: then the newest counts, or the first ones where the keys are theirs. */
  readonly controller?: Release;
  /** KubeVirt's default for a machine that names no architecture. */
  readonly defaultArchitecture?: string;
}

/** Everything that there is to say about one MachineDeployment, rendered or written by hand. */
export function checkMachineDeployment(
  object: KubeObject,
  { controller, defaultArchitecture }: MachinesContext,
): Finding[] {
  const view = viewMachineDeployment(object);
  const generation = writtenFor(view, controller);
  const context: ControllerContext = {
    controller: view.isProposal ? LAST_FLAT : (controller ?? (isFlat(generation) ? LAST_FLAT : NEWEST_CONTROLLER)),
    isTold: controller !== undefined,
  };
  return [
    ...(view.isProposal ? [PROPOSED] : []),
    ...checkDeployment(object, view),
    ...checkFields(view, context),
    ...checkValues(view, context),
    ...checkSpelling(view, context),
    ...checkPromises(view, context, defaultArchitecture),
  ];
}

/** Written by those who know: it says so itself. */
const PROPOSED: Finding = {
  code: 'PV612',
  severity: 'info',
  path: `metadata.annotations["${DIALECT_ANNOTATION}"]`,
  what: 'no release of machine-controller accepts this: it is for a version that was only proposed',
  why: 'From 1.44 the webhook rejects the object; earlier controllers ignore the presets',
  fix: 'apply it only where you run such a controller; otherwise leave dialect out',
  source: 'kubermatic docs/proposals/kubevirt-node-placement.md',
};

function isFlat(generation: Generation): boolean {
  return generation === 'flat' || generation === 'proposal';
}

/**
 * Spellings that mean what another one means.
 *
 * The controller compares the bytes of the template: who tidies up such a spelling, or lets another tool write it, replaces
 * every machine of the pool.
 */
function checkSpelling(view: MachineDeploymentView, context: ControllerContext): Finding[] {
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
            fix:
              'leave it as long as the machines are there; with the next change that replaces them anyway, leave ' +
              'out what is empty and write text in quotes',
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
            why:
              'The object in the cluster then permanently differs from the manifest; additions to the template ' +
              'after an upgrade replace every machine',
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
