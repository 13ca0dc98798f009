import type { FindingPage } from '../page';

export const PV208: FindingPage = {
  code: 'PV208',
  severity: 'error',
  title: 'required gate is off',
  page: () => ({
    meaning:
      'A field is used that needs a feature gate which is off. It is an error if admission rejects the object, a ' +
      'warning if the object is accepted and does not work, and an info if no KubeVirt is among the objects, so ' +
      'only its defaults are known.',
    impact: 'The object is rejected, or the VM stays Pending, or the field is ignored. The finding says which.',
    diagnosis:
      '`polyvirt gates --enabled` shows the gates of the platform; `kubectl get kubevirt -A -o yaml` those of a ' +
      'cluster.',
    mitigation: 'Add the gate to `featureGates` or remove it from `disabledFeatureGates`; or remove the field.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration:
          developerConfiguration:
            featureGates: [HostDisk]
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: scanner, namespace: shop }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            domain:
              memory: { guest: 1Gi }
              devices:
                autoattachVSOCK: true
    `,
    output: `
      error PV208 VirtualMachine shop/scanner at example.yaml:21:28, spec.template.spec.domain.devices.autoattachVSOCK: this needs the feature gate VSOCK, which is off in KubeVirt 1.9.
        Admission rejects the object. Fix: add VSOCK to featureGates of the KubeVirt, or leave the field out.
    `,
  }),
};
