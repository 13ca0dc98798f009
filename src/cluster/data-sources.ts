import { isArchitecture } from '../architectures/architecture';
import { dataSourcesOf, dataSourcesOfUnseen } from '../golden-images/data-sources';
import { goldenNamespace, ARCHITECTURE_LABEL as LABEL } from '../golden-images/facts';
import { type ImagesContext, pictureOf } from '../golden-images/picture';
import { nameOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { atLeast } from '../kube/release';
import { distributionOf } from '../target/node';
import type { CheckContext, ClusterView, DefaultArchitecture } from './cluster-view';
import { hcoReleaseOf } from './gate-state';
import { kindOf } from './instance-of';

/** Source: kubevirt pkg/defaults/defaults.go, v1.6.4 and v1.7.0. */
const DATA_SOURCE_DECIDES_SINCE = '1.6.4';

/** A VM that names no architecture gets that of the first data source that says one. */
export function dataSourceArchitecture(
  vm: Readonly<Record<string, unknown>> | undefined,
  namespace: string | undefined,
  cluster: ClusterView,
): DefaultArchitecture | undefined {
  const templates = vm?.dataVolumeTemplates;
  if (!Array.isArray(templates) || !atLeast(cluster.target.kubevirt, DATA_SOURCE_DECIDES_SINCE)) {
    return undefined;
  }
  for (const template of templates) {
    const reference = isMap(template) && isMap(template.spec) ? template.spec.sourceRef : undefined;
    const source = isMap(reference) ? pointedTo(reference, namespace, cluster) : undefined;
    const architecture = source === undefined ? undefined : valueAt(source, `metadata.labels["${LABEL}"]`);
    if (isArchitecture(architecture)) {
      return { architecture, reason: `the label ${LABEL} of the DataSource ${nameOf(source!) ?? ''}` };
    }
  }
  return undefined;
}

/** The data source that is named, or the one that it points to. */
export function pointedTo(
  reference: Readonly<Record<string, unknown>>,
  own: string | undefined,
  cluster: ClusterView,
): KubeObject | undefined {
  const found = namedSource(reference, own, cluster);
  const source = isMap(found?.spec) ? found.spec.source : undefined;
  const next = isMap(source) ? source.dataSource : undefined;
  return isMap(next) ? cluster.find('cdi.kubevirt.io', 'DataSource', asText(next.name), asText(next.namespace)) : found;
}

/** The data source that a reference names. */
export function namedSource(
  { kind, name, namespace }: Readonly<Record<string, unknown>>,
  own: string | undefined,
  cluster: ClusterView,
): KubeObject | undefined {
  if (asText(kind).toLowerCase() !== 'datasource') {
    return undefined;
  }
  const around = typeof namespace === 'string' && namespace !== '' ? namespace : own;
  return cluster.find('cdi.kubevirt.io', 'DataSource', asText(name), around ?? '');
}

/** The data sources that a HyperConverged brings, at hand or not: what others may refer to. */
export function goldenDataSources(objects: readonly KubeObject[], context: CheckContext): KubeObject[] {
  const { target, existing = [] } = context;
  const owners = [...objects, ...existing].filter((object) => kindOf(object) === 'HyperConverged.hco.kubevirt.io');
  if (owners.length > 0) {
    return owners.flatMap((object) => dataSourcesOf(pictureOf(object, imagesContext(context, object))));
  }
  // A snapshot with data sources has them all.
  return target.hco === undefined || existing.some((object) => kindOf(object) === 'DataSource.cdi.kubevirt.io')
    ? []
    : dataSourcesOfUnseen({ ...aroundImages(context), hco: target.hco });
}

/** What is known of the cluster around a HyperConverged. */
export function imagesContext(context: CheckContext, object: KubeObject): ImagesContext {
  return { hco: hcoReleaseOf(context.target, object), ...aroundImages(context) };
}

function aroundImages({ target, nodes, distribution }: CheckContext): Omit<ImagesContext, 'hco'> {
  const told = distribution ?? distributionOf(nodes, target);
  return {
    ...(nodes === undefined ? {} : { nodes }),
    ...(told === undefined ? {} : { distribution: told }),
    namespace: goldenNamespace(target),
  };
}
