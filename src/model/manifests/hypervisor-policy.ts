import { ARCH_LABEL, ARCHITECTURES, type Architecture } from '../../architectures/facts';
import {
  HYPERVISOR_LABEL,
  type HypervisorDeclaration,
  hasPolicy,
  type LauncherImages,
  realisationIn,
} from '../../hypervisors/declaration';
import { type PolicyEffect, policyApi, policyEffect } from '../../hypervisors/property-effects';
import type { KubeObject } from '../../kube/object';
import type { Target } from '../../target/target';
import type { PlatformContext } from '../context';
import { hypervisorPlan } from '../hypervisors';
import { hypervisorPlugin } from './hypervisor-plugin';

const MEBIBYTE = 1024 * 1024;

/** What the objects of a policy are called. */
export function policyName(hypervisor: string): string {
  return `polyvirt-hypervisor-${hypervisor}`;
}

/** Kinds of the objects by which a hypervisor reaches the VMs that carry its label, in the order of `policiesOf`. */
export function policyKinds({ realisation }: HypervisorDeclaration, { kubevirt }: Target): readonly string[] {
  const way = realisation === undefined ? undefined : realisationIn(realisation, kubevirt);
  return hasPolicy(way) ? [...POLICY_KINDS, ...(way === 'plugin' ? ['Plugin'] : [])] : [];
}

const POLICY_KINDS = [
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
] as const;

/**
 * The objects by which one hypervisor of a platform reaches its VMs; none where it takes another way.
 *
 * Where that way cannot work an error says so; the objects are there all the same, so that nothing else breaks.
 */
export function policiesOf(hypervisor: string, platform: PlatformContext): KubeObject[] {
  const { choices, native } = hypervisorPlan(platform);
  const choice = choices.get(hypervisor);
  const { target } = platform;
  const kinds = choice === undefined ? [] : policyKinds(choice.declaration, target);
  if (choice === undefined || kinds.length === 0) {
    return [];
  }
  const effect = policyEffect(choice, target.kubevirt, native);
  const name = policyName(hypervisor);
  const made: Readonly<Record<string, () => KubeObject>> = {
    MutatingAdmissionPolicy: () => hypervisorPolicy(effect, target),
    MutatingAdmissionPolicyBinding: () => binding('Mutating', apiVersionOf(target), name),
    ValidatingAdmissionPolicy: () => refusalPolicy(effect),
    ValidatingAdmissionPolicyBinding: () => binding('Validating', VALIDATING_API, name),
    Plugin: () => hypervisorPlugin(choice.profile, name),
  };
  return kinds.map((kind) => made[kind]!());
}

/**
 * The policy that gives a hypervisor to the launcher pods of the VMs that name it.
 *
 * As JSONPatch, since a pod's lists are addressed by position; as one mutation, so that the pod is changed as a whole or
 * not at all. It is never invoked again: the memory would be added twice.
 */
function hypervisorPolicy(effect: PolicyEffect, target: Target): KubeObject {
  const { hypervisor: name } = effect;
  return {
    apiVersion: apiVersionOf(target),
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: policyName(name) },
    spec: {
      failurePolicy: 'Fail',
      reinvocationPolicy: 'Never',
      // With what the API server would write in by itself, so that Argo CD sees no difference.
      matchConstraints: launcherPods(name),
      // A pod for which there is no image is left alone here: the policy beside it rejects it, in one line.
      matchConditions: [LAUNCHER_OF_AN_INSTANCE, ...imageConditions(effect)],
      variables: variablesOf(effect),
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: mutation(effect) } }],
    },
  };
}

/** Launcher pods that carry the label, as they are created. */
function launcherPods(hypervisor: string): object {
  return {
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: { matchLabels: { 'kubevirt.io': 'virt-launcher', [HYPERVISOR_LABEL]: hypervisor } },
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' }],
  };
}

const LAUNCHER_OF_AN_INSTANCE = {
  name: 'launcher-of-an-instance',
  expression:
    'has(object.metadata.ownerReferences) && object.metadata.ownerReferences.exists(owner, owner.kind == "VirtualMachineInstance")',
};

/** Served by every Kubernetes that has mutating policies. */
const VALIDATING_API = 'admissionregistration.k8s.io/v1';

/**
 * Refuses launcher pods that did not get what the policy beside it gives, and says why in one line.
 *
 * That is where there is no image for the pod, and in the second that a new policy needs before it acts: KubeVirt then tries again,
 * in the place of a guest in KubeVirt's own launcher.
 */
function refusalPolicy({ hypervisor: name, images }: PolicyEffect): KubeObject {
  const named = ARCHITECTURES.filter((architecture) => images[architecture] !== undefined);
  const all = [
    ...named.map((architecture) => images[architecture]!),
    ...(images.all === undefined ? [] : [images.all]),
  ];
  const isGiven = `object.spec.containers.exists(c, c.name == "compute" && has(c.image) && c.image in [${all.map(text).join(', ')}])`;
  const later = `the policy ${policyName(name)} has not given it the launcher image of ${name}: a new policy needs about a second before it acts, and KubeVirt tries again`;
  const short = `no launcher image of ${name} for this pod: it has images for ${named.join(', ')}, and the pod is bound to `;
  return {
    apiVersion: VALIDATING_API,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: policyName(name) },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: launcherPods(name),
      matchConditions: [LAUNCHER_OF_AN_INSTANCE],
      validations: [
        ...(named.length === 0 || images.all !== undefined
          ? []
          : [
              {
                expression: hasImage(named),
                message: `no launcher image of ${name} for this pod: it has images for ${named.join(', ')}`,
                messageExpression: `${text(short)} + (${IS_BOUND} ? ${BOUND} : "no architecture")`,
                reason: 'Invalid',
              },
            ]),
        {
          expression: named.length === 0 || images.all !== undefined ? isGiven : `!(${hasImage(named)}) || ${isGiven}`,
          message: later,
          reason: 'Invalid',
        },
      ],
    },
  };
}

const BOUND = `object.spec.nodeSelector[${text(ARCH_LABEL)}]`;
const IS_BOUND = `has(object.spec.nodeSelector) && ${text(ARCH_LABEL)} in object.spec.nodeSelector`;

/** Whether the pod is bound to one of these architectures. */
function hasImage(architectures: readonly Architecture[]): string {
  return `${IS_BOUND} && ${BOUND} in [${architectures.map(text).join(', ')}]`;
}

/** What of a pod the mutation needs. */
function imageConditions({ images }: PolicyEffect): { readonly name: string; readonly expression: string }[] {
  const named = ARCHITECTURES.filter((architecture) => images[architecture] !== undefined);
  return [
    { name: 'has-a-compute-container', expression: 'object.spec.containers.exists(c, c.name == "compute")' },
    ...(named.length === 0 || images.all !== undefined ? [] : [{ name: 'has-an-image', expression: hasImage(named) }]),
  ];
}

/** What makes a policy act, on the whole cluster. */
function binding(type: 'Mutating' | 'Validating', apiVersion: string, name: string): KubeObject {
  return {
    apiVersion,
    kind: `${type}AdmissionPolicyBinding`,
    metadata: { name },
    spec: { policyName: name, ...(type === 'Validating' ? { validationActions: ['Deny'] } : {}) },
  };
}

/** A target without one is an error already; the newest says best what was meant. */
function apiVersionOf({ kubernetes = '1.36' }: Target): string {
  return policyApi(kubernetes)?.apiVersion ?? 'admissionregistration.k8s.io/v1';
}

interface Variable {
  readonly name: string;
  readonly expression: string;
}

function variablesOf({ images }: PolicyEffect): Variable[] {
  return [
    // Others may have put containers of their own before it.
    { name: 'index', expression: 'object.spec.containers.map(c, c.name).indexOf("compute")' },
    { name: 'compute', expression: 'object.spec.containers[variables.index]' },
    { name: 'path', expression: '"/spec/containers/" + string(variables.index)' },
    { name: 'image', expression: imageExpression(images) },
  ];
}

/**
 * The image for the pod: one for all, or that of the architecture that the pod is bound to.
 *
 * The conditions of the policy leave out pods for which there is none.
 */
function imageExpression(images: LauncherImages): string {
  const named = ARCHITECTURES.filter((architecture) => images[architecture] !== undefined);
  if (named.length === 0) {
    return text(images.all ?? '');
  }
  const entries = named.map((architecture) => `${text(architecture)}: ${text(images[architecture]!)}`);
  const found = `{${entries.join(', ')}}`;
  return images.all === undefined
    ? `${found}[${BOUND}]`
    : `${IS_BOUND} && ${BOUND} in ${found} ? ${found}[${BOUND}] : ${text(images.all)}`;
}

function mutation({ device, memory, environment }: PolicyEffect): string {
  return [
    `[${patch('replace', '/image', 'variables.image')}]`,
    ...(device?.from ?? []).flatMap((from) => deviceMutations(from, device!.to)),
    ...memoryMutations(memory),
    ...environmentMutations(environment),
  ].join(' +\n');
}

/** The device is in the limits that KubeVirt writes, and in the requests that the API server copies from there. */
function deviceMutations(from: string, to: string): string[] {
  return RESOURCES.map((list) => {
    const add = patch('add', `/resources/${list}/${escaped(to)}`, `variables.compute.resources.${list}[${text(from)}]`);
    const remove = patch('remove', `/resources/${list}/${escaped(from)}`);
    return given(list, from, to === 'none' ? `[${remove}]` : `[${add}, ${remove}]`);
  });
}

function memoryMutations(mebibytes: number): string[] {
  if (mebibytes === 0) {
    return [];
  }
  const [method, bytes] = [mebibytes > 0 ? 'add' : 'sub', Math.abs(mebibytes) * MEBIBYTE];
  return RESOURCES.map((list) => {
    const current = `quantity(variables.compute.resources.${list}["memory"])`;
    return given(
      list,
      'memory',
      `[${patch('replace', `/resources/${list}/memory`, `string(${current}.${method}(${bytes}).asInteger())`)}]`,
    );
  });
}

function environmentMutations(environment: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(environment).map(
    ([name, value]) => `{"name": ${text(name)}, "value": ${text(value)}}`,
  );
  if (entries.length === 0) {
    return [];
  }
  const appended = entries.map((entry) => patch('add', '/env/-', entry)).join(', ');
  return [`(has(variables.compute.env) ? [${appended}] : [${patch('add', '/env', `[${entries.join(', ')}]`)}])`];
}

const RESOURCES = ['limits', 'requests'] as const;

/** Only where the pod has it: a launcher may run without the device, or without a limit. */
function given(list: (typeof RESOURCES)[number], resource: string, patches: string): string {
  const compute = 'variables.compute';
  const isThere = `has(${compute}.resources) && has(${compute}.resources.${list}) && ${text(resource)} in ${compute}.resources.${list}`;
  return `(${isThere} ? ${patches} : [])`;
}

function patch(op: 'add' | 'replace' | 'remove', below: string, value?: string): string {
  const path = `path: variables.path + ${text(below)}`;
  return `JSONPatch{op: ${text(op)}, ${path}${value === undefined ? '' : `, value: ${value}`}}`;
}

/** A key in a JSON pointer. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A text in CEL, which escapes as JSON does. */
function text(value: string): string {
  return JSON.stringify(value);
}
