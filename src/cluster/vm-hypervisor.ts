import { DEFAULT_HYPERVISOR, nativeHypervisor, profileOf } from '../hypervisors/catalogue';
import { HYPERVISOR_LABEL, hasPolicy } from '../hypervisors/declaration';
import { type PolicyEffect, policyEffect } from '../hypervisors/property-effects';
import { nameOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import type { ClusterView } from './cluster-view';
import { type Instance, instanceOf } from './instance-of';
import { clusterContextOf } from './launcher-context';

const LABEL_PATH = `metadata.labels["${HYPERVISOR_LABEL}"]`;
const SELECTOR_PATH = `spec.matchConstraints.objectSelector.matchLabels["${HYPERVISOR_LABEL}"]`;

/** The label of a VM that a policy acts on, where it has one. */
export interface HypervisorLabel {
  readonly value: string;
  /** Where it is in the object. */
  readonly path: string;
}

/** What the hypervisor of a whole cluster is called in the catalogue. */
export function clusterHypervisor(cluster: ClusterView): string {
  const { name } = clusterContextOf(cluster).hypervisor;
  return cluster.context.hypervisorsInUse?.cluster ?? nativeHypervisor(name)?.name ?? DEFAULT_HYPERVISOR;
}

/** What a VM says itself: by the label of a policy, or by the field of the proposal. */
export function saidHypervisor(instance: Instance): string | undefined {
  const field = instance.spec.hypervisor;
  return hypervisorLabel(instance)?.value ?? (typeof field === 'string' ? field : undefined);
}

/** The label by which a VM asks for a policy; KubeVirt copies it to the pod. */
export function hypervisorLabel({ template, templatePath }: Instance): HypervisorLabel | undefined {
  const { metadata } = template;
  const value = isMap(metadata) && isMap(metadata.labels) ? metadata.labels[HYPERVISOR_LABEL] : undefined;
  return typeof value === 'string'
    ? { value, path: templatePath === '' ? LABEL_PATH : `${templatePath}.${LABEL_PATH}` }
    : undefined;
}

/** A policy that changes the pod of a VM: what it does, or why that is not known. */
export type PolicyOnPod = { readonly effect: PolicyEffect } | { readonly unknown: string };

/** The policy that a VM asks for by its label; nothing where it asks for none. */
export function policyOn(object: KubeObject, cluster: ClusterView): PolicyOnPod | undefined {
  const instance = instanceOf(object);
  const label = instance === undefined ? undefined : hypervisorLabel(instance)?.value;
  if (label === undefined) {
    return undefined;
  }
  const { declared = [], realisations = {} } = cluster.context.hypervisorsInUse ?? {};
  const profile = profileOf(label, declared);
  const declaration = declared.find(({ name }) => name === label);
  if (hasPolicy(realisations[label]) && profile !== undefined && declaration !== undefined) {
    const { kubevirt, hypervisor } = clusterContextOf(cluster);
    const native = hypervisor.name === 'hyperv-direct' ? hypervisor.name : 'kvm';
    return { effect: policyEffect({ profile, declaration }, kubevirt, native) };
  }
  const policy = policyFor(label, cluster);
  return {
    unknown:
      policy === undefined
        ? `what the label ${HYPERVISOR_LABEL}: ${label} does: no policy for it is at hand, and without one the pod stays as it is here`
        : `what the policy ${nameOf(policy)} changes: no platform at hand says what ${label} is`,
  };
}

/** The policy at hand that is about the launcher pods with a label; nothing where there is none. */
export function policyFor(label: string, cluster: ClusterView): KubeObject | undefined {
  return cluster
    .ofKind('admissionregistration.k8s.io', 'MutatingAdmissionPolicy')
    .find((policy) => valueAt(policy, SELECTOR_PATH) === label);
}
