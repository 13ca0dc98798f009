import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { launcherPodFrom } from '../../cluster/launcher-pod';
import { namespaceVerdict } from '../../cluster/namespace-room';
import { nameOf } from '../../kube/identity';
import { asText } from '../../kube/object';
import { type FindingRule, type Found, NOTHING_WRONG, type RuleVisitors } from '../rule';

export const PV518: FindingRule = {
  code: 'PV518',
  severity: 'error',
  title: 'launcher pod over its quota or limit range',
  page: () => ({
    meaning:
      'A ResourceQuota, ApplicationAwareResourceQuota or LimitRange of the namespace, or an ' +
      'ApplicationAwareClusterResourceQuota, does not admit the launcher pod even if nothing else ran: the pod ' +
      'requests more than the quota, does not set something that the quota requires, or a container is outside ' +
      'the LimitRange. The pod needs more than the guest: virt-launcher, QEMU and containers for disks. As a ' +
      'warning: a LimitRange adds a memory limit, and the guest is killed when the pod reaches it.',
    impact:
      'virt-api accepts the VM, which is shown as Synced. The API server rejects its pod each time ' +
      'virt-controller creates it, so the VM never starts; with an ApplicationAwareResourceQuota the pod stays ' +
      'gated.',
    diagnosis:
      'The finding uses the words of the API server. On a cluster, look at the event `FailedCreate` in `kubectl ' +
      'describe vmi`. `polyvirt explain VirtualMachine/NAME --pod` shows the requests of the pod. Other pods in ' +
      'the namespace are not counted here: see PV519.',
    mitigation: 'Raise the quota or the LimitRange, or make the guest smaller.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: v1
      kind: ResourceQuota
      metadata: { name: compute, namespace: shop }
      spec: { hard: { requests.memory: 2Gi } }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            domain: { devices: {}, memory: { guest: 2Gi } }
    `,
    output: `
      error PV518 VirtualMachine shop/web at example.yaml:15:15, spec.template.spec.domain: the launcher pod is rejected by ResourceQuota compute of its namespace: exceeded quota: compute, requested: requests.memory=2463502016, used: requests.memory=0, limited: requests.memory=2Gi.
        virt-api accepts the VM, but the API server rejects its launcher pod: the VM is shown as Synced and never starts. Fix: raise ResourceQuota compute, or make the guest smaller.
    `,
  }),
  rule: refusedByNamespace,
};

function refusedByNamespace(cluster: ClusterView): RuleVisitors {
  return cluster.hasNamespaceRules
    ? {
        leaveInstance: (instance, errors) => (errors.size > 0 ? NOTHING_WRONG : checkNamespace(instance, cluster)),
      }
    : {};
}

function checkNamespace(instance: CreatedInstance, cluster: ClusterView): Found {
  const { once, pod = once } = launcherPodFrom(instance, cluster);
  if (pod === undefined) {
    return NOTHING_WRONG;
  }
  const { refused, added } = namespaceVerdict(instance, pod, cluster);
  if (refused.length > 0) {
    return refused.map(({ by, reason }) => ({
      code: 'PV518',
      severity: 'error',
      path: 'domain',
      what:
        `the launcher pod is rejected by ${by.kind} ${asText(nameOf(by))} ` +
        `${by.metadata.namespace === undefined && by.kind.startsWith('ApplicationAwareCluster') ? 'over its namespace' : 'of its namespace'}: ` +
        `${reason}`,
      why: by.kind.startsWith('ApplicationAware')
        ? 'The pod stays gated, so that the guest never starts'
        : 'virt-api accepts the VM, but the API server rejects its launcher pod: the VM is shown as Synced and ' +
          'never starts',
      fix: `raise ${by.kind} ${asText(nameOf(by))}, or make the guest smaller`,
      source:
        by.kind === 'LimitRange'
          ? 'kubernetes plugin/pkg/admission/limitranger/admission.go'
          : 'kubernetes pkg/quota/v1/evaluator/core/pods.go',
    }));
  }
  return added
    .filter(({ what }) => what.startsWith('memory '))
    .map(({ by, what }) => ({
      code: 'PV518',
      severity: 'warning',
      path: 'domain',
      what: `LimitRange ${asText(nameOf(by))} of the namespace gives the launcher a ${what}`,
      why:
        'KubeVirt sets no limit because the memory of QEMU is only an estimate: the guest is killed when its pod ' +
        'reaches the limit',
      fix:
        `take the default for memory out of LimitRange ${asText(nameOf(by))}, or set resources.limits.memory of the ` +
        'guest',
      source: 'kubernetes plugin/pkg/admission/limitranger/admission.go mergePodResourceRequirements',
    }));
}
