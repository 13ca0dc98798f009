import fc from 'fast-check';
import type { KubeObject } from '../../src/kube/object';
import { foldChanges } from '../../src/review/report/fold';
import { renderReviewHtml } from '../../src/review/report/html';
import { renderReviewMarkdown } from '../../src/review/report/markdown';
import { renderReviewSarif } from '../../src/review/report/sarif';
import { review } from '../../src/review/review';

/** Keys that rows ask for, with values of any type below them. */
const key = fc.constantFrom(
  'template',
  'spec',
  'metadata',
  'name',
  'annotations',
  'domain',
  'cpu',
  'sockets',
  'memory',
  'guest',
  'devices',
  'disks',
  'volumes',
  'interfaces',
  'networks',
  'runStrategy',
  'instancetype',
  'dataVolumeTemplates',
  'configuration',
  'developerConfiguration',
  'featureGates',
  'workloadSources',
  'dataImportCronTemplates',
  'replicas',
  'virtualMachineTemplate',
  'updateStrategy',
  'customizeComponents',
  'patches',
  'architectureConfiguration',
  'amd64',
  'emulatedMachines',
  'architecture',
  'providerSpec',
  'value',
);
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, '', 'x', '4Gi', 'amd64', 'Always', 'q35'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(key, tie('node'), { maxKeys: 5 }),
  ),
})).node;
const kinds = fc.constantFrom(
  ['kubevirt.io/v1', 'VirtualMachine'],
  ['kubevirt.io/v1', 'KubeVirt'],
  ['pool.kubevirt.io/v1beta1', 'VirtualMachinePool'],
  ['hco.kubevirt.io/v1', 'HyperConverged'],
  ['hco.kubevirt.io/v1beta1', 'HyperConverged'],
  ['cluster.k8s.io/v1alpha1', 'MachineDeployment'],
  ['v1', 'Secret'],
);
const object = fc
  .tuple(kinds, value, fc.constantFrom('a', 'b'))
  .map(([[apiVersion, kind], spec, name]) => ({ apiVersion, kind, metadata: { name }, spec }) as unknown as KubeObject);

test('whatever somebody writes, a review comes to its end, in every format', () => {
  fc.assert(
    fc.property(fc.array(object, { maxLength: 4 }), fc.array(object, { maxLength: 4 }), (base, head) => {
      const reviewed = review(base, head);
      const report = {
        review: reviewed,
        groups: foldChanges(reviewed.changes),
        policy: { blocked: false, breaches: [] },
        base: '',
        head: '',
        version: '',
      };
      const markdown = renderReviewMarkdown(report, { forge: 'github', budget: 4_000, marker: 'x', mermaid: true });
      expect(markdown.length).toBeLessThanOrEqual(4_000);
      expect(renderReviewHtml(report)).toContain('</html>');
      expect(JSON.parse(renderReviewSarif(report)).version).toBe('2.1.0');
    }),
    { numRuns: 200 },
  );
});
