import { kindOf } from '../../cluster/instance-of';
import { isMap, type KubeObject } from '../../kube/object';
import { type FindingRule, type Found, NOTHING_WRONG, type RuleVisitors } from '../rule';

/** Patches of virt-handler's init container, which no other launcher image may stand in for. */
export const PV418: FindingRule = {
  code: 'PV418',
  severity: 'warning',
  title: 'patch of the container that starts virt-handler',
  page: () => ({
    meaning:
      'A patch in `customizeComponents` of KubeVirt changes the image of the init container `virt-launcher` of ' +
      'virt-handler.',
    impact:
      'The container is privileged and runs `node-labeller.sh`, which starts `virtqemud` on the node. With a ' +
      'launcher image that lacks it, virt-handler starts on no node: no VM can start, migrate or stop.',
    diagnosis: '`kubectl -n kubevirt get pods -l kubevirt.io=virt-handler` shows Init:CrashLoopBackOff.',
    mitigation:
      'Remove the patch. `realisation: cluster-image` changes only the argument of virt-controller that sets the ' +
      'image of launcher pods.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        customizeComponents:
          patches:
          - resourceType: DaemonSet
            resourceName: virt-handler
            type: json
            patch: '[{"op": "replace", "path": "/spec/template/spec/initContainers/0/image", "value": "registry.example/ch-launcher:v1.9"}]'
    `,
    output: `
      warning PV418 KubeVirt kubevirt/kubevirt at example.yaml:11:14, spec.customizeComponents.patches[0].patch: the patch changes the init container virt-launcher of virt-handler.
        It is privileged and starts virtqemud on the node: with an image that lacks it, virt-handler starts on no node, and no VM can start, migrate or stop. Fix: leave the patch out: launcher pods get their image from the argument --launcher-image of virt-controller.
    `,
  }),
  rule: (): RuleVisitors => ({
    object: (object) => (kindOf(object) === 'KubeVirt.kubevirt.io' ? checkPatches(object) : NOTHING_WRONG),
  }),
};

function* checkPatches({ spec }: KubeObject): Found {
  const components = isMap(spec) ? spec.customizeComponents : undefined;
  const patches: readonly unknown[] = isMap(components) && Array.isArray(components.patches) ? components.patches : [];
  for (const [i, patch] of patches.entries()) {
    if (isMap(patch) && patch.resourceName === 'virt-handler' && changesInit(patch.patch)) {
      yield {
        code: 'PV418',
        severity: 'warning',
        path: `spec.customizeComponents.patches[${i}].patch`,
        what: 'the patch changes the init container virt-launcher of virt-handler',
        why:
          'It is privileged and starts virtqemud on the node: with an image that lacks it, virt-handler starts on ' +
          'no node, and no VM can start, migrate or stop',
        fix: 'leave the patch out: launcher pods get their image from the argument --launcher-image of virt-controller',
        source: 'kubevirt cmd/virt-launcher/node-labeller/node-labeller.sh',
      };
    }
  }
}

/** Whether a patch of any of the three types sets the image of an init container. */
function changesInit(patch: unknown): boolean {
  return typeof patch === 'string' && /initContainers/.test(patch) && /["'/]image\b/.test(patch);
}
