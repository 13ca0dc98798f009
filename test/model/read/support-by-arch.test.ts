import { appFolder } from '../../app-folder';
import { polyvirt } from '../../run-cli';

const platform = (supportByArch: string, featureGates = '[HostDisk]') => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: z }
spec:
  target: { kubevirt: "1.9" }
  nodes: [{ pool: z, architecture: s390x }]
  kubevirt: { featureGates: ${featureGates} }
  supportByArch: ${supportByArch}
`;

const synth = async (text: string) => {
  const { code, stderr } = await polyvirt(appFolder({ 'z.yaml': text }), ['synth', 'z.yaml']);
  return { code, said: [...stderr.matchAll(/^(?:error|warning|info) (PV\d+)/gm)].map(([, found]) => found), stderr };
};

test.each<[string, string, string[]]>([
  ['{}', '[HostDisk]', ['PV211']],
  ['{ HostDisk: { s390x: Supported } }', '[HostDisk]', []],
  ['{ HostDisk: { s390x: { status: Unsupported, evidence: it broke } } }', '[HostDisk]', ['PV209']],
  ['{ OfOurOwn: { stage: Alpha } }', '[OfOurOwn]', []],
  ['{ OfOurOwn: { stage: Alpha, s390x: Unverified } }', '[OfOurOwn]', ['PV211']],
  ['{ OfOurOwn: { s390x: Supported } }', '[]', ['PV202']],
  ['{ Hostdisk: { s390x: Supported } }', '[]', ['PV202']],
])('%s with %s says %j', async (supportByArch, featureGates, said) => {
  expect((await synth(platform(supportByArch, featureGates))).said).toEqual(said);
});

test.each([
  ['{ HostDisk: { s390x: supported } }', 'Supported'],
  ['{ HostDisk: { s390: Supported } }', 's390x'],
  ['{ HostDisk: { stage: alpha } }', 'Alpha'],
  ['{ HostDisk: { s390x: { status: Supported } } }', 'evidence'],
])('%s is rejected, with the right word', async (supportByArch, word) => {
  const { code, stderr } = await synth(platform(supportByArch));
  expect(code).toBe(1);
  expect(stderr).toContain(word);
  expect(stderr).toContain('z.yaml:8');
});
