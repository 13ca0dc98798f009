import type { FindingPage } from '../page';

export const PV415: FindingPage = {
  code: 'PV415',
  severity: 'warning',
  title: 'Plugin that is not idempotent',
  page: () => ({
    meaning:
      'A domain hook returns something different when it runs on its own result. polyvirt evaluates the ' +
      'expressions of a Plugin twice on the domain of a typical VM.',
    impact:
      'KubeVirt defines the domain of a VM up to three times at start, to find free PCI ports, and runs the ' +
      'hooks each time on the previous result. Appended items appear twice, and anything derived from removed ' +
      'items is gone.',
    diagnosis: 'Look at the domain with `virsh dumpxml` in the launcher of a VM with one network and of one without.',
    mitigation:
      'Derive lists from `vmi`, or first remove what the hook adds: `list.filter(x, x.Model != "a") + [X{Model: ' +
      '"a"}]`. With the annotation `kubevirt.io/placePCIDevicesOnRootComplex: "true"` on a VM the hooks run ' +
      'once.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: plugin.kubevirt.io/v1alpha1
      kind: Plugin
      metadata: { name: acme }
      spec:
        domainHooks:
        - cel:
            expression: >-
              Domain{Devices: DomainDeviceList{Watchdogs: domainSpec.Devices.Watchdogs + [DomainWatchdog{Model: "i6300esb"}]}}
      ---
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec: { configuration: { developerConfiguration: { featureGates: [Plugins] } } }
    `,
    output: `
      warning PV415 Plugin acme at example.yaml:9:1, spec.domainHooks[0].cel.expression: the hook changes Devices.Watchdogs again when it runs a second time.
        KubeVirt runs hooks one to three times per start, each time on the previous result: the guest gets the change twice, or loses it. Fix: derive it from vmi, or take away first what the hook adds: list.filter(…) + […].
    `,
  }),
};
