import { HEADER } from '../../src/kube/yaml/files';
import { clusterMap } from '../../src/sources/cluster-map';
import type { MappedFile } from '../../src/sources/platform-folders';

const file = (below: string): MappedFile =>
  ({
    above: '',
    below,
    texts: () => [`${HEADER}\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${below.length} }\n`],
  }) as unknown as MappedFile;

test('the folders of what polyvirt wrote are clusters, and those of one cluster are namespaces', () => {
  const fleet = [file('edge/shop/a.yaml'), file('core/shop/bb.yaml')];
  expect(clusterMap([fleet], 'auto').by).toBe('folder');
  const one = [file('shop/a.yaml'), file('kubevirt/bb.yaml')];
  expect(clusterMap([one], 'auto').by).toBeUndefined();
});
