import type { FindingPage } from '../page';

export const PV908: FindingPage = {
  code: 'PV908',
  severity: 'info',
  title: 'snapshot without a KubeVirt release',
  page: () => ({
    meaning:
      'The file passed with `--cluster` has no KubeVirt resource whose status shows the running release, and no ' +
      'upstream HyperConverged resource.',
    impact:
      'The newest known KubeVirt is assumed: findings for an older release may be missing, and others may not apply.',
    diagnosis: '`status.observedKubeVirtVersion` of the KubeVirt resource is empty, or a custom build (`devel`).',
    mitigation: 'Add `kubevirt` to the resources in `kubectl get`, or pass `--kubevirt`.',
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
      info PV908 at cluster.yaml: the snapshot does not show which KubeVirt the cluster runs; 1.9 is assumed.
        Findings depend on the release. Fix: put kubevirt into the list of what kubectl gets, or add --kubevirt.
    `,
  }),
};
