import { kindOf } from '../../cluster/instance-of';
import { shownValue } from '../../findings/secrets/shown-value';
import { selectorProblems, selectsLabels } from '../../kube/label-selector';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { type FindingRule, type Found, NOTHING_WRONG } from '../rule';

export const PV006: FindingRule = {
  code: 'PV006',
  severity: 'error',
  title: 'selector that does not match its template',
  page: () => ({
    meaning:
      'The selector of a pool or replica set does not match the labels of its template, or is not a valid label ' +
      'selector.',
    impact: 'virt-api rejects the object. Otherwise it would create VMs forever and never recognize them as its own.',
    diagnosis:
      'For a pool, the labels of `virtualMachineTemplate.metadata` count; for a replica set, those of ' +
      '`template.metadata`. Labels of the instance template inside a pool do not count.',
    mitigation: 'Add the labels of the selector to the metadata of the template.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstanceReplicaSet
      metadata: { name: web }
      spec:
        replicas: 2
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: api } }
          spec:
            architecture: amd64
            domain: { devices: {}, memory: { guest: 2Gi } }
    `,
    output: `
      error PV006 VirtualMachineInstanceReplicaSet web at example.yaml:7:13, spec.selector: the selector does not match the labels of spec.template.metadata.
        virt-api rejects the object. Fix: write the labels of the selector into spec.template.metadata.labels.
    `,
  }),
  rule: () => ({ object: checkSelector }),
};

/** Where the template is whose labels a selector must match. */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['VirtualMachinePool.pool.kubevirt.io', 'spec.virtualMachineTemplate'],
  ['VirtualMachineInstanceReplicaSet.kubevirt.io', 'spec.template'],
]);

function checkSelector(object: KubeObject): Found {
  const template = TEMPLATES.get(kindOf(object));
  const selector = template === undefined ? undefined : valueAt(object, 'spec.selector');
  // One that is missing is a matter of structure.
  if (template === undefined || !isMap(selector)) {
    return NOTHING_WRONG;
  }
  const source = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters: vmpool-admitter.go, vmirs-admitter.go';
  const problems = selectorProblems(selector);
  if (problems.length > 0) {
    return problems.map(({ path, value, problem }) => ({
      code: 'PV006',
      path: `spec.selector.${path}`,
      what: `${shownValue(value)} ${problem}`,
      fix: 'correct the selector',
      source,
    }));
  }
  const labels = valueAt(object, `${template}.metadata.labels`);
  return selectsLabels(selector, textsOf(labels))
    ? NOTHING_WRONG
    : [
        {
          code: 'PV006',
          path: 'spec.selector',
          what: `the selector does not match the labels of ${template}.metadata`,
          fix: `write the labels of the selector into ${template}.metadata.labels`,
          source,
        },
      ];
}

function textsOf(labels: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(isMap(labels) ? labels : {}).map(([key, value]) => [key, asText(value)]));
}
