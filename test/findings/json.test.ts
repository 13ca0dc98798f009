import { renderJson } from '../../src/findings/judgement';
import { shownFindings } from '../../src/findings/shown-finding';

test('keys come in the order of docs/schemas/check.schema.json, whichever way a finding was made', () => {
  const schema = require('../../docs/schemas/check.schema.json');
  const order = Object.keys(schema.properties.findings.items.properties);
  const findings = shownFindings([
    {
      line: 3,
      column: 1,
      file: 'vm.yaml',
      severity: 'error',
      why: 'virt-api rejects it',
      code: 'PV101',
      fix: 'change it',
      source: 'kubevirt',
      what: 'wrong',
      path: 'spec.architecture',
      object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', name: 'web' },
    },
  ]);
  const text = renderJson({ findings, notJudged: [], objects: 1, unjudged: 0 } as unknown as Parameters<
    typeof renderJson
  >[0]);
  expect(Object.keys(JSON.parse(text).findings[0])).toEqual(order);
});
