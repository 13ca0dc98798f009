import type { ClusterView } from '../../../cluster/cluster-view';
import { createdInstanceOf } from '../../../cluster/created-instance';
import { shownValue } from '../../../findings/secrets/shown-value';
import { nameOf } from '../../../kube/identity';
import { selectorProblems } from '../../../kube/label-selector';
import { isMap, type KubeObject } from '../../../kube/object';
import type { Found } from '../../rule';
import { disks } from '../disks';
import { firmware } from '../firmware';
import type { KindCheck } from './kind-check';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-preset-admitter.go';

/** What virt-api rejects in a VirtualMachineInstancePreset, and a selector for which it rejects every instance. */
export const checkPreset: KindCheck = function* (preset, cluster) {
  const { spec } = preset;
  if (!isMap(spec)) {
    return;
  }
  if (spec.domain === undefined || spec.domain === null) {
    yield {
      code: 'PV004',
      path: 'spec.domain',
      what: 'the preset has no domain',
      fix: 'write the parts of a domain that instances are to get',
      source: SOURCE,
    };
  }
  yield* checkDomain(preset, cluster);
  for (const { path, value, problem } of selectorProblems(spec.selector)) {
    yield {
      code: 'PV006',
      severity: 'error',
      path: `spec.selector.${path}`,
      what: `${shownValue(value)} ${problem}`,
      why:
        'KubeVirt accepts the preset, cannot parse its selector, and then rejects every new instance in the ' +
        'namespace',
      fix: 'write a selector that Kubernetes takes',
      source: 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/preset.go filterPresets',
    };
  }
};

/** Disks and firmware, as of an instance. */
function* checkDomain(object: KubeObject, cluster: ClusterView): Found {
  const { spec } = object;
  const domain = isMap(spec) ? spec.domain : undefined;
  const instance = createdInstanceOf(
    {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachineInstance',
      metadata: { name: nameOf(object) ?? '' },
      spec: { domain },
    },
    cluster,
  );
  if (!isMap(domain) || instance === undefined) {
    return;
  }
  const visitDisk = disks(cluster).disk!;
  for (const disk of instance.disks) {
    for (const said of visitDisk(disk, instance)) {
      yield { ...said, path: ['spec', disk.path, said.path].filter((part) => part !== undefined).join('.') };
    }
  }
  for (const said of firmware(cluster).instance!(instance)) {
    yield { ...said, path: `spec.${said.path}` };
  }
}
