import { KUBEVIRT } from '../../../src/model/kubevirt';
import { kubeVirt } from '../../../src/model/manifests/kubevirt';
import { structuralErrors } from '../../crd-oracle';
import { testWhere } from '../../test-where';
import { samplesOf } from '../samples';

const oracleTest = testWhere('crds');

const KUBEVIRT_SAMPLES = samplesOf(KUBEVIRT, '').filter(([key]) => key !== 'patches');

oracleTest.each(KUBEVIRT_SAMPLES)('%s of KubeVirt is valid for its CRD', (_key, sample) => {
  const object = kubeVirt(sample, { name: 'edge', target: { kubevirt: '1.9' }, requested: [] });
  expect(structuralErrors(object, '1.9')).toEqual([]);
});
