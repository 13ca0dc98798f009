import type { ClusterView } from '../../cluster/cluster-view';
import { shownValue } from '../../findings/secrets/shown-value';
import { respelledQuantities } from '../../kube/stored-quantities';
import type { FindingRule, RuleVisitors } from '../rule';
import { deliveredByArgo } from './delivered';

export const PV725: FindingRule = {
  code: 'PV725',
  severity: 'warning',
  title: 'quantity that stays OutOfSync in Argo CD',
  page: () => ({
    meaning:
      'An object delivered by Argo CD spells a quantity differently than the cluster stores it: `1024Mi` for ' +
      '`1Gi`, or a number without quotes.',
    impact:
      'KubeVirt, CDI and HyperConverged write objects back with every quantity in canonical form. Argo CD ' +
      'compares custom resources as text: the Application stays OutOfSync, and with self-heal it is applied ' +
      'again and again.',
    diagnosis: '`argocd app diff` shows the same amount in two spellings.',
    mitigation:
      'Use the spelling in the finding. Keys and `spec` of a platform are normalized automatically; patches and ' +
      'manifests are taken literally.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, annotations: { argocd.argoproj.io/sync-wave: "1" } }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            domain: { devices: {}, memory: { guest: 2048Mi } }
    `,
    output: `
      warning PV725 VirtualMachine web at example.yaml:10:47, spec.template.spec.domain.memory.guest: the cluster stores "2048Mi" as "2Gi".
        virt-api writes the object back with its own spelling: Argo CD shows it as OutOfSync permanently. Fix: write 2Gi.
    `,
  }),
  rule: spelledOtherwise,
};

function spelledOtherwise(cluster: ClusterView): RuleVisitors {
  const isDelivered = deliveredByArgo(cluster);
  return {
    object: (object) =>
      respelledQuantities(object)
        .filter(() => isDelivered(object))
        .map(({ path, written, stored, by, source }) => ({
          code: 'PV725',
          severity: 'warning' as const,
          path,
          what: `the cluster stores ${shownValue(written)} as ${shownValue(stored)}`,
          why: `${by} writes the object back with its own spelling: Argo CD shows it as OutOfSync permanently`,
          fix: `write ${stored}`,
          source,
        })),
  };
}
