import type { FindingPage } from '../page';

export const PV411: FindingPage = {
  code: 'PV411',
  severity: 'error',
  title: 'launcher that always looks outdated',
  page: () => ({
    meaning:
      'A policy changes launcher pods, and KubeVirt is configured to keep launchers up to date, by the platform ' +
      'or by the KubeVirt or HyperConverged that `check` finds next to a VM with the label of the policy.',
    impact:
      'KubeVirt compares the image of a launcher with its own, finds a different one, and migrates or evicts the ' +
      'VM. The policy changes the next pod too, so this repeats forever.',
    diagnosis:
      'Look for `workloadUpdateMethods` of KubeVirt, and for the label `kubevirt.io/outdatedLauncherImage` on ' +
      'running instances.',
    mitigation: 'Remove `workloadUpdateMethods`, or choose another realisation.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9", kubernetes: "1.36" }
        kubevirt: { workloadUpdateMethods: [LiveMigrate] }
        hypervisors:
        - name: acme
          extends: cloud-hypervisor
          realisation: pod-policy
          image: registry.example/acme:v1.9
          properties: { daemonOverhead: 30Mi, vmmOverhead: 40Mi }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: acme }
    `,
    output: `
      error PV411 at polyvirt.yaml:11:18, spec.hypervisors[acme].realisation: KubeVirt keeps launchers of this cluster up to date with LiveMigrate.
        KubeVirt compares the launcher’s image with its own, considers it outdated, and migrates the VM again and again. Fix: leave workloadUpdateMethods of KubeVirt out; or choose realisation: cluster-image or proposal.
    `,
  }),
};
