import type { KubeObject } from '../../src/kube/object';
import { readSnapshot } from '../../src/target/nodes';

const object = (apiVersion: string, kind: string, status: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: kind.toLowerCase() },
  status,
});
const node = (kubeletVersion: string): KubeObject => ({
  ...object('v1', 'Node', { nodeInfo: { architecture: 'arm64', kubeletVersion } }),
  metadata: { name: kubeletVersion },
});

test('operators say which releases run, the oldest kubelet which Kubernetes', () => {
  const { target, nodes, existing } = readSnapshot([
    object('kubevirt.io/v1', 'KubeVirt', { observedKubeVirtVersion: 'v1.8.1' }),
    object('hco.kubevirt.io/v1beta1', 'HyperConverged', { versions: [{ name: 'operator', version: '1.18.0' }] }),
    object('cdi.kubevirt.io/v1beta1', 'CDI', { observedVersion: 'v1.65.0' }),
    object('ssp.kubevirt.io/v1beta3', 'SSP', { observedVersion: 'v0.25.0' }),
    node('v1.34.1'),
    node('v1.33.9+rke2r1'),
  ]);
  expect(target).toEqual({ kubevirt: '1.8.1', hco: '1.18.0', cdi: '1.65.0', ssp: '0.25.0', kubernetes: '1.33.9' });
  expect(nodes).toHaveLength(2);
  expect(existing).toHaveLength(4);
});

test('what a distribution calls its HyperConverged is not upstream’s release', () => {
  const { target } = readSnapshot([
    object('hco.kubevirt.io/v1beta1', 'HyperConverged', { versions: [{ name: 'operator', version: '4.18.3' }] }),
    object('kubevirt.io/v1', 'KubeVirt', { observedKubeVirtVersion: 'v1.4.0-73-g1c2a' }),
    object('cdi.kubevirt.io/v1beta1', 'CDI', { observedVersion: 'v4.18.3' }),
    object('ssp.kubevirt.io/v1beta3', 'SSP', { observedVersion: '4.18.3' }),
  ]);
  expect(target).toEqual({ kubevirt: '1.4.0' });
});

test('what says nothing is unknown', () => {
  expect(readSnapshot([{ ...object('kubevirt.io/v1', 'KubeVirt', {}), status: undefined }])).toMatchObject({
    target: {},
  });
  expect(readSnapshot([])).toEqual({ target: {}, existing: [] });
});
