import type { NamedMatcher } from '../../instancetypes/expand';
import { type FindingRule, NOTHING_WRONG, type Said } from '../rule';

export const PV112: FindingRule = {
  code: 'PV112',
  severity: 'info',
  title: 'instance type or preference not found',
  page: () => ({
    meaning:
      'A VM uses an instance type or preference that is not among the objects, not in the snapshot of the ' +
      'cluster and not one that KubeVirt installs itself, or one that the cluster infers from a volume.',
    impact: 'None by itself. Its settings are not judged, so findings may be missing.',
    diagnosis:
      'Those that virt-operator installs are known by release, such as u1.medium and fedora, unless ' +
      '`commonInstancetypesDeployment` is disabled: `kubectl get virtualmachineclusterinstancetypes`.',
    mitigation:
      'Pass their file too, or a snapshot: `kubectl get ' +
      'nodes,kubevirt,virtualmachineclusterinstancetypes,virtualmachineclusterpreferences -A -o yaml > ' +
      'cluster.yaml` and `--cluster cluster.yaml`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        instancetype: { name: shop.medium }
        template:
          spec:
            domain:
              devices: {}
    `,
    output: `
      info PV112 VirtualMachine shop/web at example.yaml:7:17, spec.instancetype: VirtualMachineClusterInstancetype shop.medium was not found.
        Its settings are not judged: CPUs, memory, devices, node selectors. Fix: name the file that it is in too, or a snapshot of the cluster with --cluster.
    `,
  }),
  rule: () => ({
    object: (_object, instance) => {
      const missing = instance?.expanded.missing ?? NOTHING_WRONG;
      return missing.length === 0 ? NOTHING_WRONG : missing.map(notAtHand);
    },
  }),
};

/** An instance type or a preference that a VM names and that was not found. */
function notAtHand({ kind, name, path }: NamedMatcher): Said {
  return {
    code: 'PV112',
    severity: 'info',
    path,
    what: `${kind} ${name} was not found`,
    why:
      'Its settings are not judged: ' +
      `${/preference/i.test(kind) ? 'buses, firmware, machine type, architecture' : 'CPUs, memory, devices, node selectors'}`,
    fix: name.startsWith('of the volume ')
      ? 'nothing, or name it: a label of the volume decides which one it is'
      : 'name the file that it is in too, or a snapshot of the cluster with --cluster',
  };
}
