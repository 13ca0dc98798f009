import type { ClusterView } from '../../cluster/cluster-view';
import { shownValue } from '../../findings/secrets/shown-value';
import { groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { type FindingRule, type Found, NOTHING_WRONG, type RuleVisitors } from '../rule';
import { deliveredByArgo } from './delivered';

export const PV724: FindingRule = {
  code: 'PV724',
  severity: 'warning',
  title: 'instance type that Argo CD never finds in sync',
  page: () => ({
    meaning: 'A VirtualMachine has `inferFromVolume` in its instance type or its preference, and comes from Git.',
    impact:
      'virt-api puts the name and the kind that it finds in the place of `inferFromVolume`. Git and the cluster never agree again: ' +
      'the Application is OutOfSync for ever, and the next apply is refused, since the name is set already.',
    diagnosis:
      '`kubectl get vm NAME -o jsonpath={.spec.instancetype}` shows what it found. It is an info where nothing says that Argo CD ' +
      'delivers the VM.',
    mitigation:
      'Write `name` and `kind` in Git. Or leave the field to virt-api: `ignoreDifferences` with the JSON pointer ' +
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
        Under Argo CD the VM is OutOfSync for ever, and the next apply is refused, since the name is set already. Fix: write name and kind, or ignore /spec/instancetype with RespectIgnoreDifferences=true.
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
            what: `virt-api puts the name that it finds for volume ${shownValue(matcher.inferFromVolume)} in the place of this field`,
            why: 'Under Argo CD the VM is OutOfSync for ever, and the next apply is refused, since the name is set already',
            fix: `write name and kind, or ignore /spec/${key} with RespectIgnoreDifferences=true`,
            source: 'kubevirt pkg/instancetype/webhooks/vm/mutator.go',
          },
        ];
  });
}
