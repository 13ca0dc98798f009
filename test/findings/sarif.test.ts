import { CODES } from '../../src/findings/codes';
import type { Finding } from '../../src/findings/finding';
import { renderSarif } from '../../src/findings/sarif';
import { fileUri } from '../../src/findings/shown-finding';
import { CALL, judgement, NASTY, PLAIN } from './nasty-finding';
import { sarifMistakes } from './sarif-shape';

const runOf = (findings: readonly Finding[]) => JSON.parse(renderSarif(judgement(findings))).runs[0];
const fingerprint = (finding: Finding) => runOf([finding]).results[0].partialFingerprints['codeObjectPath/v1'];

test.each<[string, Finding[]]>([
  ['nothing', []],
  ['all kinds of findings', [PLAIN, NASTY, CALL]],
])('a log of %s has what SARIF requires', (_name, findings) => {
  expect(sarifMistakes(JSON.parse(renderSarif(judgement(findings))))).toEqual([]);
});

test('the tool says its version and every rule', () => {
  const { driver } = runOf([]).tool;
  expect({ name: driver.name, version: driver.version }).toEqual({ name: 'polyvirt', version: '1.2.3' });
  expect(driver.rules.map(({ id }: { id: string }) => id)).toEqual(Object.keys(CODES));
  expect(driver.rules[0]).toEqual({
    id: 'PV001',
    shortDescription: { text: 'invalid quantity' },
    help: { text: '"polyvirt explain PV001" says what it means, its impact, how to see it and what to do.' },
  });
});

test('a finding is a result at its place', () => {
  expect(runOf([PLAIN]).results).toEqual([
    {
      ruleId: 'PV105',
      ruleIndex: Object.keys(CODES).indexOf('PV105'),
      level: 'error',
      message: { text: 'sata is rejected. It never starts. Fix: write scsi.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'apps/vm.yaml' },
            region: { startLine: 12, startColumn: 3 },
          },
          logicalLocations: [{ name: 'web', fullyQualifiedName: 'VirtualMachine/shop/web', kind: 'object' }],
        },
      ],
      partialFingerprints: {
        'codeObjectPath/v1': '["PV105","kubevirt.io","VirtualMachine","shop","web","spec.disks[a].bus"]',
      },
      properties: { path: 'spec.disks[a].bus', source: 'arm64.go' },
    },
  ]);
});

test('what a message quotes is neither a placeholder nor a link', () => {
  const [{ message, locations, level }] = runOf([NASTY]).results;
  expect(message.text).toBe(
    '<b>"{{0}}" & `x` | [y\\](z)\\u000d\n::error::@all\\u001b. It\\u0000 is *odd*. Fix: write ]]> or 100%.',
  );
  expect(locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'a%20b/50%25%2Cx%3A1.yaml' },
    region: { startLine: 2 },
  });
  expect(level).toBe('warning');
});

test('a finding about the call is a notification', () => {
  const { invocations, results } = runOf([CALL]);
  expect(results).toEqual([]);
  expect(invocations).toEqual([
    {
      executionSuccessful: true,
      toolConfigurationNotifications: [
        { descriptor: { id: 'PV904' }, level: 'note', message: { text: 'it is new. Nobody knows it. Fix: look.' } },
      ],
    },
  ]);
});

test('a fingerprint outlives a move and a newer API, and tells files apart where there is no object', () => {
  const moved = { ...PLAIN, file: 'b.yaml', line: 1, object: { ...PLAIN.object!, apiVersion: 'kubevirt.io/v2' } };
  expect(fingerprint(moved)).toBe(fingerprint(PLAIN));
  expect(fingerprint({ ...PLAIN, path: 'spec' })).not.toBe(fingerprint(PLAIN));
  expect(fingerprint({ ...CALL, file: 'a.yaml' })).not.toBe(fingerprint({ ...CALL, file: 'b.yaml' }));
});

test.each([
  ['./a/b.yaml', 'a/b.yaml'],
  ['a\\b c.yaml', 'a/b%20c.yaml'],
  ['../ü#?.yaml', '../%C3%BC%23%3F.yaml'],
  ['/srv/a.yaml', 'file:///srv/a.yaml'],
  ['C:\\srv\\a.yaml', 'file:///C:/srv/a.yaml'],
  ['\ud800.yaml', '%EF%BF%BD.yaml'],
])('the URI of %j is %s', (file, uri) => {
  expect(fileUri(file)).toBe(uri);
});
