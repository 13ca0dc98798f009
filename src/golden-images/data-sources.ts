import { nameOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast } from '../kube/release';
import { ARCHITECTURE_LABEL, HYPERCONVERGED_NAME, MULTI_ARCH_SINCE } from './facts';
import { type ImagesContext, type ImagesPicture, pictureOf, withSwitch } from './picture';
import { parseArchitectures, sspImagesOf } from './ssp-objects';

/** Why a data source that an operator makes would not be ready; a word of ours, that no cluster says. */
export const NOTHING_FILLS_IT = 'NothingFillsIt';

/** Why a data source that may be there is not sure to be; a word of ours, that no cluster says. */
const ONLY_BY_ARCHITECTURE = 'OnlyByArchitecture';

/** Whether a data source exists only if HyperConverged imports images per architecture, which is not known. */
export function isOnlyByArchitecture({ status }: KubeObject): boolean {
  const conditions = isMap(status) && Array.isArray(status.conditions) ? (status.conditions as unknown[]) : [];
  return conditions.some((condition) => isMap(condition) && condition.reason === ONLY_BY_ARCHITECTURE);
}

/**
 * The data sources of a HyperConverged that was not found: those of an untouched one, and those that are there only where it
 * imports by architecture, which is off unless it says otherwise.
 *
 * Whether something fills them is not known: its own templates may.
 */
export function dataSourcesOfUnseen(context: ImagesContext): KubeObject[] {
  const untouched = pictureOf(
    { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: { name: HYPERCONVERGED_NAME } },
    context,
  );
  const usual = dataSourcesOf(untouched).map(({ status: _, ...source }) => source);
  if (!atLeast(context.hco, MULTI_ARCH_SINCE)) {
    return usual;
  }
  const names = new Set(usual.map(nameOf));
  const more = dataSourcesOf(withSwitch(untouched, true)).filter((source) => !names.has(nameOf(source)));
  const status = { conditions: [{ type: 'Ready', status: 'Unknown', reason: ONLY_BY_ARCHITECTURE }] };
  return [...usual, ...more.map((source) => ({ ...source, status }))];
}

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
