import type { FindingPage } from '../page';

export const PV201: FindingPage = {
  code: 'PV201',
  severity: 'info',
  title: 'gate without effect',
  page: () => ({
    meaning:
      'An entry of `featureGates` or `disabledFeatureGates` changes nothing in the target’s KubeVirt: the gate is ' +
      'on, or off, by itself, or nothing reads it. polyvirt leaves it out of its own manifests.',
    impact:
      'At most a warning at every update of the KubeVirt resource; but who reads the list believes that it decides ' +
      'something.',
    diagnosis:
      'A gate that is GA is always on. From 1.9 one that is Beta is on by itself. MultiArchitecture is needed up to ' +
      '1.7 and does nothing from 1.8. PersistentReservation is the exception: GA in 1.9, and on only where it is ' +
      'listed or `persistentReservationConfiguration.enabled` is true. `polyvirt explain gate/NAME` tells its ' +
      'history.',
    mitigation: 'Remove it from the list; polyvirt adds MultiArchitecture by itself where the target needs it.',
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
            featureGates: [LiveMigration, MultiArchitecture]
    `,
    output: `
      info PV201 KubeVirt kubevirt/kubevirt at example.yaml:8:22, spec.configuration.developerConfiguration.featureGates[0]: LiveMigration is always on in KubeVirt 1.9.
        Listing it only raises a warning on every update of the KubeVirt resource. Fix: remove it from the list.
      info PV201 KubeVirt kubevirt/kubevirt at example.yaml:8:37, spec.configuration.developerConfiguration.featureGates[1]: MultiArchitecture does nothing in KubeVirt 1.9.
        Listing it only raises a warning on every update of the KubeVirt resource. Fix: remove it from the list.
    `,
  }),
};
