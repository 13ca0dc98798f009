import type { FindingPage } from '../page';

export const PV908: FindingPage = {
  code: 'PV908',
  severity: 'info',
  title: 'snapshot that does not tell the release',
  page: () => ({
    meaning:
      'The file that `--cluster` names has no KubeVirt resource whose status says which release runs, and no ' +
      'HyperConverged of upstream.',
    impact:
      'The newest KubeVirt that polyvirt knows is taken: what an older one would refuse is not said, and the other ' +
      'way round.',
    diagnosis: "`status.observedKubeVirtVersion` of the KubeVirt resource is empty, or a build of one's own (`devel`).",
    mitigation: 'Put `kubevirt` into the list of what `kubectl get` prints, or add `--kubevirt`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > cluster.yaml <<'END'
      apiVersion: v1
      kind: Node
      metadata: { name: a, labels: { kubernetes.io/arch: arm64 } }
      END
      polyvirt check --cluster cluster.yaml cluster.yaml
    `,
    output: `
      info PV908 at cluster.yaml: it does not tell which KubeVirt the cluster runs: 1.9 is taken.
        What is right depends on the release. Fix: put kubevirt into the list of what kubectl gets, or add --kubevirt.
    `,
  }),
};
