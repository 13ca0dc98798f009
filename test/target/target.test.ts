import { minorOf } from '../../src/kube/release';
import { BUNDLES, KNOWN_RELEASES } from '../../src/target/facts';
import { resolveTarget, type TargetDeclaration } from '../../src/target/target';

const codes = (declaration: unknown) =>
  resolveTarget(declaration as TargetDeclaration).findings.map(({ code }) => code);

test('HyperConverged implies what it ships', () => {
  expect(resolveTarget({ hco: '1.18' })).toEqual({
    target: { hco: '1.18', kubevirt: '1.8', cdi: '1.65', ssp: '0.25' },
    findings: [],
  });
});

test('nothing said is the newest KubeVirt, and CDI stays unknown', () => {
  expect(resolveTarget()).toEqual({ target: { kubevirt: '1.9' }, findings: [] });
});

test('a branch is never the default', () => {
  expect(KNOWN_RELEASES.hco?.releases).not.toContain('1.19');
});

test.each<[unknown, string[]]>([
  [{ kubevirt: '1.9' }, []],
  [{ kubevirt: 'v1.9.0' }, []],
  [{ kubevirt: '1.3', kubernetes: '1.30', machineController: '1.66', argocd: '3.5' }, []],
  [{ kubevirt: 1.9 }, ['PV901']],
  [{ kubevirt: 'newest' }, ['PV902']],
  [{ kubevirt: '1.2' }, ['PV903']],
  [{ kubevirt: '1.10' }, ['PV904']],
  [{ hco: '1.13' }, ['PV903']],
  [{ hco: '1.19' }, ['PV906']],
  [{ hco: '1.20' }, ['PV904']],
  [{ hco: '1.18', kubevirt: '1.9' }, ['PV905']],
  [{ hco: '1.18', kubevirt: '1.8.4', cdi: '1.65' }, []],
  [{ kubvirt: '1.9' }, ['PV003']],
  [{ kubevirt: 1.1, hco: 'x' }, ['PV901', 'PV902']],
])('%j gives %j', (declaration, expected) => {
  expect(codes(declaration)).toEqual(expected);
});

test('a number is shown as it was read, and asked for in quotes', () => {
  const [finding] = resolveTarget({ kubevirt: 1.1 } as unknown as TargetDeclaration).findings;
  expect(finding).toMatchObject({
    path: 'target.kubevirt',
    what: 'the release of KubeVirt is written as the number 1.1',
    fix: "write it in quotes, as '1.1' or the release that you meant",
  });
});

test('a release that is too new is taken as the newest that is known', () => {
  expect(resolveTarget({ kubevirt: '1.12' }).target.kubevirt).toBe('1.9');
  expect(resolveTarget({ hco: '1.25' }).target).toMatchObject({ hco: '1.19', kubevirt: '1.9' });
});

test('a patch release is kept', () => {
  expect(resolveTarget({ kubevirt: 'v1.6.4' }).target.kubevirt).toBe('1.6.4');
});

test('a misspelt component is suggested', () => {
  const [finding] = resolveTarget({ kubvirt: '1.9' } as TargetDeclaration).findings;
  expect(finding?.fix).toContain('did you mean "kubevirt"?');
});

test('every bundle names releases that the tables know', () => {
  for (const bundle of BUNDLES) {
    expect(KNOWN_RELEASES.kubevirt?.releases).toContain(minorOf(bundle.kubevirt));
    expect([...KNOWN_RELEASES.hco!.releases, KNOWN_RELEASES.hco!.branch]).toContain(bundle.hco);
  }
});

test.each<[hco: string, kubevirt: string]>([
  ['1.14', '1.4.0'],
  ['1.16', '1.6.2'],
  ['1.18', '1.8'],
])('HyperConverged %s brings KubeVirt %s, by its patch where that is not the newest', (hco, kubevirt) => {
  expect(resolveTarget({ hco }).target.kubevirt).toBe(kubevirt);
});
