import { isMadeByOperator } from '../../cluster/cluster-view';
import { findingObject, groupOf } from '../../kube/identity';
import { type FindingRule, NOTHING_WRONG } from '../rule';

export const PV312: FindingRule = {
  code: 'PV312',
  severity: 'error',
  title: 'resource that HyperConverged makes itself',
  page: () => ({
    meaning:
      'A KubeVirt, CDI or SSP resource is applied beside a HyperConverged, or to a cluster whose target says that it ' +
      'has one.',
    impact:
      'HyperConverged makes its own of each. KubeVirt and CDI refuse a second one; where yours came first, the ' +
      'operator of HyperConverged cannot make its own and never becomes available.',
    diagnosis:
      'The finding names the resource. What HyperConverged made itself, as in an export of a cluster, is recognized ' +
      'by its label and owner.',
    mitigation:
      'Remove it and say the same in the HyperConverged. What that has no field for can be patched through its ' +
      'annotation `kubevirt.kubevirt.io/jsonpatch`, which is unsupported upstream and raises an alert.',
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
      error PV312 KubeVirt kubevirt/kubevirt at polyvirt.yaml:8:13: KubeVirt kubevirt is beside a HyperConverged, which makes its own.
        There can be one of them on a cluster: either this one is refused, or the two installations undo each other for ever. Fix: remove it and write what it says into the HyperConverged, which passes it on to its own KubeVirt.
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
                what: `${kind} ${findingObject(object).name} is ${isThere ? 'beside' : 'for a cluster with'} a HyperConverged, which makes its own`,
                why: 'There can be one of them on a cluster: either this one is refused, or the two installations undo each other for ever',
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
