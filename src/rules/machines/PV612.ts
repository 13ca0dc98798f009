import type { FindingPage } from '../page';

export const PV612: FindingPage = {
  code: 'PV612',
  severity: 'info',
  title: 'controller that was never released',
  page: () => ({
    meaning: 'A pool is written for a proposed version of the controller, with four presets in a flat provider spec.',
    impact: 'No release of machine-controller accepts it; it works only with your own build of that proposal.',
    diagnosis: 'The pool sets `dialect: proposal`, and its object has the annotation `polyvirt.io/dialect`.',
    mitigation: 'Remove `dialect` for a released controller; `docs/placement.md` shows what each can express.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        machines:
        - name: workers
          dialect: proposal
          kubelet: "1.34.1"
          cpus: "2"
          memory: 4Gi
          primaryDisk: { size: 25Gi, storageClassName: fast, osImage: "http://images.example.com/ubuntu.img" }
          presets: { nodeAntiAffinityPreset: { type: soft, key: rack, values: [r1] } }
    `,
    output: `
      info PV612 MachineDeployment kube-system/workers at polyvirt.yaml:8:14, spec.machines[workers].dialect: no release of machine-controller accepts this: it is for a version that was only proposed.
        From 1.44 the webhook rejects the object; earlier controllers ignore the presets. Fix: apply it only where you run such a controller; otherwise leave dialect out.
    `,
  }),
};
