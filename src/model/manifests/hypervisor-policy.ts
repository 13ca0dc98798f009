import { ARCH_LABEL, ARCHITECTURES } from '../../architectures/facts';
import type { Choice } from '../../hypervisors/choose';
import { HYPERVISOR_LABEL, type LauncherImages } from '../../hypervisors/declaration';
import { type PolicyEffect, policyApi, policyEffect } from '../../hypervisors/policy-effect';
import type { KubeObject } from '../../kube/object';
import type { Target } from '../../target/target';
import type { PlatformContext } from '../context';
import { hypervisorPlan } from '../hypervisors';

const MEBIBYTE = 1024 * 1024;

/** What the objects of a policy are called. */
export function policyName(hypervisor: string): string {
  return `polyvirt-hypervisor-${hypervisor}`;
}

/**
 * The objects by which one hypervisor of a platform reaches its VMs; none where it takes another way.
 *
 * Where that way cannot work an error says so; the objects are there all the same, so that nothing else breaks.
 */
export function policiesOf(hypervisor: string, platform: PlatformContext): KubeObject[] {
  const { choices, native } = hypervisorPlan(platform);
  const choice = choices.get(hypervisor);
  const { target } = platform;
  return choice?.declaration.realisation === 'pod-policy'
    ? [hypervisorPolicy(policyEffect(choice, target.kubevirt, native), target), hypervisorPolicyBinding(choice, target)]
    : [];
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
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: { matchLabels: { 'kubevirt.io': 'virt-launcher', [HYPERVISOR_LABEL]: name } },
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' },
        ],
      },
      matchConditions: [
        {
          name: 'launcher-of-an-instance',
          expression:
            'has(object.metadata.ownerReferences) && object.metadata.ownerReferences.exists(owner, owner.kind == "VirtualMachineInstance")',
        },
      ],
      variables: variablesOf(effect),
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: mutation(effect) } }],
    },
  };
}

/** What makes the policy act, on the whole cluster. */
function hypervisorPolicyBinding(choice: Choice, target: Target): KubeObject {
  const name = policyName(choice.profile.name);
  return {
    apiVersion: apiVersionOf(target),
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name },
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
 * A pod that is bound to none, or to one without an image, makes the expression fail, and with it the pod: it is refused.
 */
function imageExpression(images: LauncherImages): string {
  const named = ARCHITECTURES.filter((architecture) => images[architecture] !== undefined);
  if (named.length === 0) {
    return text(images.all ?? '');
  }
  const entries = named.map((architecture) => `${text(architecture)}: ${text(images[architecture]!)}`);
  const found = `{${entries.join(', ')}}`;
  const architecture = `object.spec.nodeSelector[${text(ARCH_LABEL)}]`;
  return images.all === undefined
    ? `${found}[${architecture}]`
    : `has(object.spec.nodeSelector) && ${text(ARCH_LABEL)} in object.spec.nodeSelector && ${architecture} in ${found} ? ${found}[${architecture}] : ${text(images.all)}`;
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
