import { declaredPath } from '../../../src/model/declared-path';
import { HYPER_CONVERGED } from '../../../src/model/hyper-converged';
import { KUBEVIRT } from '../../../src/model/kubevirt';
import { hyperConverged } from '../../../src/model/manifests/hyper-converged';
import { kubeVirt } from '../../../src/model/manifests/kubevirt';
import { hyperConvergedErrors, structuralErrors } from '../../crd-oracle';
import { testWhere } from '../../test-where';
import { samplesOf } from '../samples';

const oracleTest = testWhere('crds');

const KUBEVIRT_SAMPLES = samplesOf(KUBEVIRT, '').filter(([key]) => key !== 'patches');

oracleTest.each(KUBEVIRT_SAMPLES)('%s of KubeVirt is valid for its CRD', (_key, sample) => {
  const object = kubeVirt(sample, { name: 'edge', target: { kubevirt: '1.9' }, requested: [] });
  expect(structuralErrors(object, '1.9')).toEqual([]);
});

/** The API server adds the methods before it asks for them; the oracle does not. */
const beside = (key: string) => (key.startsWith('batchEviction') ? { workloadUpdateMethods: ['Evict' as const] } : {});

/** Fields that only v1 has. */
const V1_ONLY = ['mediatedDevicesConfiguration.enabled', 'spec'];

const HYPER_CONVERGED_SAMPLES = (['v1', 'v1beta1'] as const).flatMap((version) =>
  samplesOf(HYPER_CONVERGED, '')
    .filter(([key]) => key !== 'patches' && (version === 'v1' || !V1_ONLY.includes(key)))
    .map(([key, sample]) => ({ key, version, declaration: { version, ...beside(key), ...sample } })),
);

oracleTest.each(HYPER_CONVERGED_SAMPLES)(
  '$key of HyperConverged is valid for the CRD in $version',
  ({ declaration }) => {
    const platform = { name: 'edge', target: { kubevirt: '1.9', hco: '1.19' }, requested: [] };
    expect(hyperConvergedErrors(hyperConverged(declaration, [], platform), '1.19')).toEqual([]);
  },
);

test.each([
  { path: 'spec.dataImportCronTemplates', declaration: {}, key: undefined },
  { path: 'spec.vddkInitImage', declaration: { spec: { vddkInitImage: 'x' } }, key: 'spec.vddkInitImage' },
  { path: 'spec.virtualization.liveMigrationConfig.network', declaration: {}, key: 'liveMigrationConfig.network' },
  { path: 'spec.liveMigrationConfig.network', declaration: {}, key: 'liveMigrationConfig.network' },
])('$path of HyperConverged is said by $key', ({ path, declaration, key }) => {
  const object = { apiVersion: 'hco.kubevirt.io/v1', kind: 'HyperConverged', name: 'kubevirt-hyperconverged' };
  expect(declaredPath({ object, path }, undefined, declaration)).toBe(key);
});
