import type { FindingPage } from '../page';

export const PV202: FindingPage = {
  code: 'PV202',
  severity: 'error',
  title: 'unknown gate',
  page: () => ({
    meaning:
      'No KubeVirt release that polyvirt knows has a feature gate of this name. It is an error if the name is ' +
      'close to an existing one, since that is a typo; otherwise a warning.',
    impact:
      'KubeVirt accepts any name without complaint. Names are case-sensitive, so `Livemigration` turns nothing ' +
      'on; from 1.9 an unregistered gate stays off even if it is listed.',
    diagnosis: '`polyvirt gates --kubevirt 1.9` lists the gates of a release.',
    mitigation:
      'Use the name that the finding suggests. For a gate of your own build of KubeVirt, give it a stage under ' +
      '`supportByArch` of the platform.',
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
            featureGates: [Hostdisk]
    `,
    output: `
      error PV202 KubeVirt kubevirt/kubevirt at example.yaml:8:22, spec.configuration.developerConfiguration.featureGates[0]: KubeVirt 1.9 has no feature gate "Hostdisk": names are case-sensitive.
        KubeVirt takes any name and says nothing; one that it does not register is off although it is listed. Fix: did you mean "HostDisk"?
    `,
  }),
};
