/** Label of an instance that says which hypervisor a policy gives it; KubeVirt copies it to the launcher pod. */
export const HYPERVISOR_LABEL = 'polyvirt.io/hypervisor';
