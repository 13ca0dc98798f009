import type { FindingPage } from '../page';

export const PV201: FindingPage = {
  code: 'PV201',
  severity: 'info',
  title: 'gate without effect',
  page: () => ({
    meaning:
      'An entry of `featureGates` or `disabledFeatureGates` changes nothing in the target’s KubeVirt: the gate ' +
      'already has that state by default, or nothing reads it. polyvirt leaves it out of its own manifests.',
    impact:
      'At most a warning on every update of the KubeVirt resource, but readers of the list believe that it matters.',
    diagnosis:
      'A GA gate is always on, and from 1.9 a Beta gate is on by default. MultiArchitecture is needed up to 1.7 ' +
      'and does nothing from 1.8. PersistentReservation is the exception: GA in 1.9, but on only if it is listed ' +
      'or `persistentReservationConfiguration.enabled` is true. `polyvirt explain gate/NAME` shows the history ' +
      'of a gate.',
    mitigation: 'Remove it from the list. polyvirt adds MultiArchitecture itself where the target needs it.',
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
