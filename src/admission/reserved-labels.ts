import { isMap } from '../kube/object';
import { shownValue } from '../secrets/shown-value';
import type { Refused } from './refused';

/** Labels that only KubeVirt's own service accounts may give an instance. */
const RESERVED: ReadonlySet<string> = new Set([
  'kubevirt.io/created-by',
  'kubevirt.io/migrationJobUID',
  'kubevirt.io/nodeName',
  'kubevirt.io/migrationTargetNodeName',
  'kubevirt.io/schedulable',
  'kubevirt.io/install-strategy',
]);

/** What virt-api refuses in the metadata of an instance, or of the template of one. Paths are below what has the metadata. */
export function* checkReservedLabels(metadata: unknown): Iterable<Refused> {
  const labels = isMap(metadata) ? metadata.labels : undefined;
  if (!isMap(labels)) {
    return;
  }
  for (const key in labels) {
    if (RESERVED.has(key)) {
      yield {
        code: 'PV003',
        path: `metadata.labels["${key}"]`,
        what: `the label ${shownValue(key)} is KubeVirt’s own`,
        fix: 'remove it: KubeVirt sets it itself',
        source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go',
      };
    }
  }
}
