import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

/** Labels that only KubeVirt's own service accounts may give an instance. */
const RESERVED: ReadonlySet<string> = new Set([
  'kubevirt.io/created-by',
  'kubevirt.io/migrationJobUID',
  'kubevirt.io/nodeName',
  'kubevirt.io/migrationTargetNodeName',
  'kubevirt.io/schedulable',
  'kubevirt.io/install-strategy',
]);

/** What virt-api rejects in the metadata of an instance, or of the template of one. */
export const reservedLabels: Rule = () => ({
  template: ({ written: { template } }) => {
    const labels = isMap(template.metadata) ? template.metadata.labels : undefined;
    return isMap(labels) ? checkLabels(labels) : NOTHING_WRONG;
  },
});

function checkLabels(labels: Readonly<Record<string, unknown>>): Found {
  const reserved = Object.keys(labels).filter((key) => RESERVED.has(key));
  return reserved.length === 0
    ? NOTHING_WRONG
    : reserved.map((key) => ({
        code: 'PV003',
        path: `metadata.labels["${key}"]`,
        what: `the label ${shownValue(key)} is reserved by KubeVirt`,
        fix: 'remove it: KubeVirt sets it itself',
        source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go',
      }));
}
