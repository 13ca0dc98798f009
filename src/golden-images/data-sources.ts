import type { KubeObject } from '../kube/object';
import { ARCHITECTURE_LABEL } from './facts';
import type { ImagesPicture } from './picture';
import { parseArchitectures, sspImagesOf } from './ssp-objects';

/** Why a data source that an operator makes would not be ready; a word of ours, that no cluster says. */
export const NOTHING_FILLS_IT = 'NothingFillsIt';

/** The data sources that images lead to, as objects that others can refer to. */
export function dataSourcesOf(picture: ImagesPicture): KubeObject[] {
  if (!picture.hasSsp) {
    return [];
  }
  const ssp = sspImagesOf(picture);
  if (ssp === undefined) {
    return picture.images.flatMap(({ dataSource, namespace, annotation }) => [
      dataSourceObject(dataSource, namespace, {}),
      ...(picture.multiArch ? parseArchitectures(annotation ?? '') : []).map((each) =>
        dataSourceObject(`${dataSource}-${each}`, namespace, { [ARCHITECTURE_LABEL]: each }),
      ),
    ]);
  }
  return [...ssp.objects.values()]
    .flat()
    .filter(({ kind }) => kind === 'DataSource')
    .map(({ name, namespace = '', labels = {}, pointsTo, filled }) => ({
      ...dataSourceObject(name, namespace, labels, pointsTo),
      ...(filled === true ? {} : NEVER_READY),
    }));
}

const NEVER_READY = { status: { conditions: [{ type: 'Ready', status: 'False', reason: NOTHING_FILLS_IT }] } };

function dataSourceObject(
  name: string,
  namespace: string,
  labels: Readonly<Record<string, string>>,
  pointsTo?: string,
): KubeObject {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: { name, namespace, labels },
    spec: { source: pointsTo === undefined ? {} : { dataSource: { name: pointsTo, namespace } } },
  };
}
