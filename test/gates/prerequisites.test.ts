import { checkPrerequisites } from '../../src/gates/enablement';
import { FeatureGates } from '../../src/gates/registry';

test.each<[string, string | undefined, object, string[]]>([
  ['1.9', '1.34', {}, ['disabledFeatureGates']],
  ['1.9', '1.35', {}, []],
  ['1.9', undefined, {}, []],
  ['1.9', '1.33', { disabledFeatureGates: ['ImageVolume'] }, []],
  ['1.8', '1.33', {}, []],
  ['1.8', '1.33', { featureGates: ['HostDisk', 'ImageVolume'] }, ['featureGates[1]']],
])('KubeVirt %s on Kubernetes %s with %j: %j', (kubevirt, kubernetes, lists, paths) => {
  const findings = checkPrerequisites(lists, FeatureGates.of(kubevirt), kubernetes);
  expect(findings.map(({ path, code }) => `${code} ${path}`)).toEqual(paths.map((path) => `PV909 ${path}`));
});
