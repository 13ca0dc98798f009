import { dataSourcesOf, dataSourcesOfUnseen } from '../golden-images/data-sources';
import { goldenNamespace } from '../golden-images/facts';
import { type ImagesContext, pictureOf } from '../golden-images/picture';
import type { KubeObject } from '../kube/object';
import { distributionOf } from '../target/node';
import type { CheckContext } from './cluster-view';
import { hcoReleaseOf } from './gate-state';
import { kindOf } from './instance-of';

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
