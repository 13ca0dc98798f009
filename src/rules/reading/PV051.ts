import type { FindingPage } from '../page';

export const PV051: FindingPage = {
  code: 'PV051',
  severity: 'error',
  title: 'manifests without an object',
  page: () => ({
    meaning:
      'A path under `manifests` or of a `Manifests` construct matches no file with objects: a glob without ' +
      'matches, an empty folder or file. Or a document in such a file is not a Kubernetes object, such as the ' +
      'values of a chart, a kustomization or a platform.',
    impact:
      'Nothing is written. Otherwise objects that no longer come from there would be deleted from the cluster, ' +
      'and other documents would be dropped silently.',
    diagnosis: 'The finding points at the path or at the document.',
    mitigation:
      'Correct the path, or remove it. List only files with objects; render charts and kustomizations into a ' +
      'file first, for example `kustomize build overlay > manifests/overlay.yaml`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9" }
        kubevirt: { defaultArchitecture: amd64 }
        manifests:
        - legacy/*.yaml
    `,
    output: `
      error PV051 at polyvirt.yaml:9:5, spec.manifests[0]: legacy/*.yaml matches no YAML or JSON file.
        Objects that no longer come from there would be deleted from the cluster. Fix: correct the path, or remove the entry.
    `,
  }),
};
