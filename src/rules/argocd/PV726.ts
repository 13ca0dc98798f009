import { CONTROLLER_FINALIZERS } from '../../argocd/drift';
import type { ClusterView } from '../../cluster/cluster-view';
import { kindOf } from '../../cluster/instance-of';
import { own } from '../../kube/object';
import type { FindingRule, RuleVisitors } from '../rule';
import { deliveredByArgo, mergedByServer } from './delivered';

export const PV726: FindingRule = {
  code: 'PV726',
  severity: 'warning',
  title: 'finalizers that stay OutOfSync in Argo CD',
  page: () => ({
    meaning: 'An object delivered by Argo CD has finalizers in Git, and its controller adds its own on the cluster.',
    impact:
      'Argo CD applies the list of a custom resource as a whole. The Application stays OutOfSync, and each sync ' +
      'removes the controller’s finalizer until it is added again: an object deleted in that moment is gone ' +
      'before it is cleaned up.',
    diagnosis:
      '`argocd app diff` shows metadata.finalizers; `kubectl get KIND NAME -o jsonpath={.metadata.finalizers}` what ' +
      'is there.',
    mitigation:
      'Leave finalizers to the controllers that handle them. Or let the API server merge the list with the sync ' +
      'option `ServerSideApply=true`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata:
        name: web
        annotations: { argocd.argoproj.io/sync-wave: "1" }
        finalizers: [example.org/backup]
      spec:
        runStrategy: Always
        template: { spec: { architecture: amd64, domain: { devices: {}, memory: { guest: 2Gi } } } }
    `,
    output: `
      warning PV726 VirtualMachine web at example.yaml:7:15, metadata.finalizers: virt-controller adds kubevirt.io/virtualMachineControllerFinalize to this list.
        Argo CD applies the list as a whole: the VirtualMachine stays OutOfSync, and each sync removes that finalizer for a moment. Fix: leave finalizers to the controllers that act on them, or sync with ServerSideApply=true.
    `,
  }),
  rule: neverWhole,
};

function neverWhole(cluster: ClusterView): RuleVisitors {
  const isDelivered = deliveredByArgo(cluster);
  const isMerged = mergedByServer(cluster);
  return {
    object: (object) => {
      const row = own(CONTROLLER_FINALIZERS, kindOf(object));
      const said = row === undefined ? undefined : object.metadata?.finalizers;
      const isPartial =
        Array.isArray(said) && said.length > 0 && row?.finalizers.some((each) => said.includes(each)) === false;
      return row === undefined || !isPartial || !isDelivered(object) || isMerged(object)
        ? []
        : [
            {
              code: 'PV726',
              severity: 'warning' as const,
              path: 'metadata.finalizers',
              what: `${row.by} adds ${row.finalizers[0]} to this list`,
              why:
                `Argo CD applies the list as a whole: the ${object.kind} stays OutOfSync, and each sync removes ` +
                'that finalizer for a moment',
              fix: 'leave finalizers to the controllers that act on them, or sync with ServerSideApply=true',
              source: row.source,
            },
          ];
    },
  };
}
