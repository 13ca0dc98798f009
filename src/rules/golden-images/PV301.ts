import type { FindingPage } from '../page';

export const PV301: FindingPage = {
  code: 'PV301',
  severity: 'warning',
  title: 'golden image that no workload node can boot',
  alerts: ['HCOGoldenImageWithNoSupportedArchitecture'],
  page: () => ({
    meaning:
      'Images are imported per architecture, and this one lists no architecture of a workload node. On OpenShift ' +
      'the alert HCOGoldenImageWithNoSupportedArchitecture would fire.',
    impact:
      'HyperConverged sets `Deployed=False` with the reason UnsupportedArchitectures in its status and does not ' +
      'pass the image to SSP. It is never imported, and VMs that use its data source wait forever.',
    diagnosis:
      '`polyvirt images` shows the architectures of the image and those of the workload nodes. Workload nodes ' +
      'are those selected by the placement of workloads (selector or required affinity), or without a placement ' +
      'those with the label `node-role.kubernetes.io/worker`. Capital letters, spaces and names such as `x86_64` ' +
      'match no node.',
    mitigation:
      'For an image of your own: correct `architectures`, build it for the architectures of the nodes, or remove ' +
      'it. For a built-in image: disable it, or override it with another image. Or add nodes. `polyvirt check ' +
      '--fix PV301=disable` makes the change in `polyvirt.yaml`. A running operator shows the alert until its ' +
      'pod restarts, even after the image is gone.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: "1.18" }
        nodes: [{ pool: intel, architecture: amd64 }]
        hyperConverged: { enableMultiArchBootImageImport: true }
        goldenImages:
        - name: rhel-z
          registry: { url: "docker://registry.example.com/rhel-z:9" }
          architectures: [s390x]
          size: 20Gi
    `,
    output: `
      warning PV301 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:12:20, spec.goldenImages[rhel-z].architectures: rhel-z-image-cron has images for s390x; workload nodes are amd64.
        HyperConverged does not pass it to SSP, so it is never imported and its data source never becomes ready. Fix: write the architectures that the image has, without spaces, build it for amd64, or remove it.
    `,
  }),
};
