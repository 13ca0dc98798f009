import type { ClusterView } from '../../cluster/cluster-view';
import { shownValue } from '../../findings/secrets/shown-value';
import { groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { type FindingRule, type Found, NOTHING_WRONG, type RuleVisitors } from '../rule';
import { deliveredByArgo } from './delivered';

export const PV724: FindingRule = {
  code: 'PV724',
  severity: 'warning',
  title: 'instance type that stays OutOfSync in Argo CD',
  page: () => ({
    meaning: 'A VirtualMachine from Git uses `inferFromVolume` for its instance type or preference.',
    impact:
      'virt-api replaces `inferFromVolume` with the name and kind that it finds. Git and the cluster never agree ' +
      'again: the Application stays OutOfSync, and the next apply is rejected because the name is already set.',
    diagnosis:
      '`kubectl get vm NAME -o jsonpath={.spec.instancetype}` shows the result. It is an info if nothing shows ' +
      'that Argo CD delivers the VM.',
    mitigation:
      'Set `name` and `kind` in Git. Or let virt-api own the field: `ignoreDifferences` with the JSON pointer ' +
      '`/spec/instancetype` or `/spec/preference`, and the sync option `RespectIgnoreDifferences=true`.',
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
        instancetype: { inferFromVolume: os }
        template:
          spec:
            architecture: amd64
            domain: { devices: {} }
            volumes: [{ name: os, persistentVolumeClaim: { claimName: web } }]
    `,
    output: `
      warning PV724 VirtualMachine web at example.yaml:7:36, spec.instancetype.inferFromVolume: virt-api puts the name that it finds for volume "os" in the place of this field.
        With Argo CD the VM stays OutOfSync, and the next apply is rejected because the name is already set. Fix: write name and kind, or ignore /spec/instancetype with RespectIgnoreDifferences=true.
    `,
  }),
  rule: neverInSync,
};

/** Source: kubevirt v1.9.0 pkg/instancetype/webhooks/vm/mutator.go validateInstancetypeMatcher, pkg/instancetype/infer/handler.go. */
function neverInSync(cluster: ClusterView): RuleVisitors {
  const isDelivered = deliveredByArgo(cluster);
  return {
    object: (object) =>
      object.kind === 'VirtualMachine' && groupOf(object.apiVersion) === 'kubevirt.io'
        ? checkMatchers(object, isDelivered(object))
        : NOTHING_WRONG,
  };
}

function checkMatchers({ spec }: KubeObject, isDelivered: boolean): Found {
  return ['instancetype', 'preference'].flatMap((key) => {
    const matcher = isMap(spec) ? spec[key] : undefined;
    return !isMap(matcher) || typeof matcher.inferFromVolume !== 'string' || matcher.inferFromVolume === ''
      ? []
      : [
          {
            code: 'PV724',
            severity: isDelivered ? ('warning' as const) : ('info' as const),
            path: `spec.${key}.inferFromVolume`,
            what:
              `virt-api puts the name that it finds for volume ${shownValue(matcher.inferFromVolume)} in the place ` +
              'of this field',
            why: 'With Argo CD the VM stays OutOfSync, and the next apply is rejected because the name is already set',
            fix: `write name and kind, or ignore /spec/${key} with RespectIgnoreDifferences=true`,
            source: 'kubevirt pkg/instancetype/webhooks/vm/mutator.go',
          },
        ];
  });
}
