import type { Finding } from '../findings/finding';
import { checkAlerts } from '../golden-images/alert-rules';
import { checkCluster } from '../golden-images/cluster-rules';
import { dataSourcesOf } from '../golden-images/data-sources';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { checkImages } from '../golden-images/image-rules';
import { type ImagesContext, pictureOf } from '../golden-images/picture';
import { impliedRelease } from '../golden-images/switch';
import { distributionOf } from '../inventory/distribution';
import { findingObject, groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { NEWEST_HCO } from '../target/resolve';
import type { CheckContext } from './cluster-view';

/** What HyperConverged and SSP would make of the images among the objects. */
export function checkGoldenImages(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const found = objects.filter(isHyperConverged);
  const isThere = found.length > 0 || context.existing?.some(isHyperConverged) === true;
  return isThere
    ? [...found.flatMap((object) => checkHyperConverged(object, context)), ...objects.flatMap(checkBeside)]
    : [];
}

/** The data sources that will be there because a HyperConverged imports images: what others may refer to. */
export function goldenDataSources(objects: readonly KubeObject[], context: CheckContext): KubeObject[] {
  return [...objects, ...(context.existing ?? [])]
    .filter(isHyperConverged)
    .flatMap((object) => dataSourcesOf(pictureOf(object, imagesContext(context, object))));
}

/** What is known of the cluster around a HyperConverged. */
export function imagesContext({ target, nodes, distribution }: CheckContext, object: KubeObject): ImagesContext {
  const told = distribution ?? distributionOf(nodes);
  return {
    hco: target.hco ?? impliedRelease(object) ?? NEWEST_HCO,
    ...(nodes === undefined ? {} : { nodes }),
    ...(told === undefined ? {} : { distribution: told }),
  };
}

function checkHyperConverged(object: KubeObject, context: CheckContext): Finding[] {
  const picture = pictureOf(object, imagesContext(context, object));
  return [...checkCluster(picture), ...checkAlerts(picture), ...checkImages(picture)].map((finding) => ({
    ...finding,
    object: findingObject(object),
  }));
}

/** What HyperConverged writes itself, by group and kind. */
const OWNED: readonly (readonly [group: string, kind: string])[] = [
  ['kubevirt.io', 'KubeVirt'],
  ['cdi.kubevirt.io', 'CDI'],
  ['ssp.kubevirt.io', 'SSP'],
];

/** A resource that HyperConverged owns, written by somebody else. One that it made, as in an export, is left alone. */
function checkBeside(object: KubeObject): Finding[] {
  const { apiVersion, kind, metadata } = object;
  const isOwned = OWNED.some(([group, owned]) => groupOf(apiVersion) === group && kind === owned);
  if (!isOwned || isMadeByOperator(metadata)) {
    return [];
  }
  return [
    {
      code: 'PV312',
      severity: 'error',
      object: findingObject(object),
      what: `${kind} ${findingObject(object).name} is beside a HyperConverged, which makes its own`,
      why: 'There can be one of them on a cluster: either this one is refused, or the two installations undo each other for ever',
      fix: `remove it and write what it says into the HyperConverged, which passes it on to its own ${kind}`,
      source: 'HCO controllers/operands',
    },
  ];
}

function isMadeByOperator(metadata: KubeObject['metadata'] | null | undefined): boolean {
  const owners = Array.isArray(metadata?.ownerReferences) ? metadata.ownerReferences : [];
  return (
    metadata?.labels?.['app.kubernetes.io/managed-by'] === 'hco-operator' ||
    owners.some((owner) => isMap(owner) && owner.kind === 'HyperConverged')
  );
}
