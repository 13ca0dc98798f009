import type { Architecture } from '../../src/architectures/facts';
import { impliedGates } from '../../src/model/manifests/kubevirt';

test.each<[string, Architecture[], string[]]>([
  ['1.7', ['amd64', 'arm64'], ['MultiArchitecture']],
  ['1.8', ['amd64', 'arm64'], []],
  ['1.9', ['amd64', 'arm64', 's390x'], []],
  ['1.3', ['amd64'], []],
  ['1.3', [], []],
])('KubeVirt %s with %j needs %j', (kubevirt, architectures, gates) => {
  expect(impliedGates(architectures, kubevirt)).toEqual(gates);
});
