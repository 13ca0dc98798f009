import { isMadeByOperator } from '../../cluster/cluster-view';
import { findingObject, groupOf } from '../../kube/identity';
import { type FindingRule, NOTHING_WRONG } from '../rule';

export const PV312: FindingRule = {
  code: 'PV312',
  severity: 'error',
  title: 'resource that HyperConverged owns',
  page: () => ({
    meaning:
      'A KubeVirt, CDI or SSP resource is applied next to a HyperConverged resource, or to a cluster whose ' +
      'target has one.',
    impact:
      'HyperConverged creates its own. KubeVirt and CDI reject a second one; if yours was there first, ' +
      'HyperConverged cannot create its own and never becomes available.',
    diagnosis:
      'The finding names the resource. Resources that HyperConverged created itself, as in an export of a ' +
      'cluster, are recognized by label and owner.',
    mitigation:
      'Remove it and configure the same in the HyperConverged resource. Anything without a field can be patched ' +
      'with the annotation `kubevirt.kubevirt.io/jsonpatch`, which is unsupported upstream and raises an alert.',
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
        hyperConverged: {}
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      error PV312 KubeVirt kubevirt/kubevirt at polyvirt.yaml:8:13: KubeVirt kubevirt is beside a HyperConverged, which creates its own.
        A cluster can have only one: either this one is rejected, or the two installations keep undoing each other. Fix: remove it and write what it says into the HyperConverged, which passes it on to its own KubeVirt.
    `,
  }),
  rule: (cluster) => {
    const isThere = cluster.ofKind('hco.kubevirt.io', 'HyperConverged').length > 0;
    if (!isThere && cluster.target.hco === undefined) {
      return {};
    }
    return {
      object: (object) => {
        const { apiVersion, kind } = object;
        const isOwned = OWNED.some(([group, owned]) => kind === owned && groupOf(apiVersion) === group);
        // One that it made, as in an export, is left alone.
        return !isOwned || isMadeByOperator(object)
          ? NOTHING_WRONG
          : [
              {
                code: 'PV312',
                what:
                  `${kind} ${findingObject(object).name} is ${isThere ? 'beside' : 'for a cluster with'} a ` +
                  'HyperConverged, which creates its own',
                why:
                  'A cluster can have only one: either this one is rejected, or the two installations keep undoing ' +
                  'each other',
                fix: `remove it and write what it says into the HyperConverged, which passes it on to its own ${kind}`,
                source: 'HCO controllers/operands',
              },
            ];
      },
    };
  },
};

/** What HyperConverged writes itself, by group and kind. */
const OWNED: readonly (readonly [group: string, kind: string])[] = [
  ['kubevirt.io', 'KubeVirt'],
  ['cdi.kubevirt.io', 'CDI'],
  ['ssp.kubevirt.io', 'SSP'],
];
