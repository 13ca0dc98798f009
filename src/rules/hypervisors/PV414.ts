import type { FindingPage } from '../page';

export const PV414: FindingPage = {
  code: 'PV414',
  severity: 'error',
  title: 'Plugin that keeps VMs from starting',
  page: () => ({
    meaning:
      'A Plugin of KubeVirt 1.9 compiles but fails when a VM starts: its condition reads a label or annotation ' +
      'without checking that it exists, its expression returns `domainSpec` instead of its own `Domain`, or it ' +
      'exceeds the cost limit of the launcher.',
    impact:
      'virt-launcher evaluates the condition of every Plugin for every VM of the cluster, and an error in a ' +
      'condition is never ignored, whatever `failureStrategy` says: VMs do not start and do not migrate, with ' +
      'the event SyncFailed. A failing expression stops the VMs of that Plugin. If an expression fails only for ' +
      'some VMs, it is a warning.',
    diagnosis:
      '`kubectl describe vmi NAME` shows `plugin … condition evaluation failed: … no such key`, or `plugin … hook … ' +
      'failed`.',
    mitigation:
      'Check first: `"key" in vmi.Labels && vmi.Labels["key"] == "value"`. Return `Domain{}` to change nothing.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: plugin.kubevirt.io/v1alpha1
      kind: Plugin
      metadata: { name: acme }
      spec:
        condition: vmi.Labels["vmm"] == "acme"
        domainHooks:
        - cel: { expression: 'Domain{Type: "xen"}' }
      ---
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec: { configuration: { developerConfiguration: { featureGates: [Plugins] } } }
    `,
    output: `
      error PV414 Plugin acme at example.yaml:6:14, spec.condition: the condition looks up "vmm" in vmi.Labels without checking that it exists.
        It is evaluated for every VM of the cluster, and its error is never ignored: VMs without it neither start nor migrate. Fix: write "vmm" in vmi.Labels && before it.
    `,
  }),
};
