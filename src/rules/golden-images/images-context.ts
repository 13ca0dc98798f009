import type { CheckContext } from '../../cluster/cluster-view';
import { hcoReleaseOf } from '../../cluster/gate-state';
import { kindOf } from '../../cluster/instance-of';
import { dataSourcesOf } from '../../golden-images/data-sources';
import { goldenNamespace } from '../../golden-images/facts';
import { type ImagesContext, pictureOf } from '../../golden-images/picture';
import { distributionOf } from '../../inventory/node';
import type { KubeObject } from '../../kube/object';

/** The data sources that will be there because a HyperConverged imports images: what others may refer to. */
export function goldenDataSources(objects: readonly KubeObject[], context: CheckContext): KubeObject[] {
  return [...objects, ...(context.existing ?? [])]
    .filter((object) => kindOf(object) === 'HyperConverged.hco.kubevirt.io')
    .flatMap((object) => dataSourcesOf(pictureOf(object, imagesContext(context, object))));
}

/** What is known of the cluster around a HyperConverged. */
export function imagesContext({ target, nodes, distribution }: CheckContext, object: KubeObject): ImagesContext {
  const told = distribution ?? distributionOf(nodes, target);
  return {
    hco: hcoReleaseOf(target, object),
    ...(nodes === undefined ? {} : { nodes }),
    ...(told === undefined ? {} : { distribution: told }),
    namespace: goldenNamespace(target),
  };
}
