import type { CheckContext } from '../cluster/cluster-view';
import { hcoReleaseOf } from '../cluster/gate-state';
import type { Finding } from '../findings/finding';
import { checkAlerts } from '../golden-images/alert-rules';
import { checkCluster } from '../golden-images/cluster-rules';
import { dataSourcesOf } from '../golden-images/data-sources';
import { type HyperConvergedView, isHyperConverged } from '../golden-images/hyper-converged-view';
import { checkImages } from '../golden-images/image-rules';
import { type ImagesContext, pictureOf } from '../golden-images/picture';
import { distributionOf } from '../inventory/distribution';
import { findingObject, groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { checkComponentPlacement } from './component-placement';
import { checkTemplates } from './golden-image-templates';

/** What HyperConverged and SSP would make of the images among the objects. */
export function checkGoldenImages(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const found = objects.filter(isHyperConverged);
  const isThere = found.length > 0 || context.existing?.some(isHyperConverged) === true;
  const isTarget = context.target.hco !== undefined;
  return isThere || isTarget
    ? [
        ...found.flatMap((object) => checkHyperConverged(object, context)),
        ...objects.flatMap((object) => checkBeside(object, isThere)),
      ]
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
    hco: hcoReleaseOf(target, object),
    ...(nodes === undefined ? {} : { nodes }),
    ...(told === undefined ? {} : { distribution: told }),
  };
}

function checkHyperConverged(object: KubeObject, context: CheckContext): Finding[] {
  const picture = pictureOf(object, imagesContext(context, object));
  const ofCluster = checkCluster(picture);
  return [
    ...ofCluster,
    ...checkAlerts(picture),
    ...checkImages(picture),
    ...checkTemplates(picture.view),
    ...checkComponents(picture.view, context).filter(({ path }) => !ofCluster.some((each) => each.path === path)),
  ].map((finding) => ({ ...finding, object: findingObject(object) }));
}

/** HyperConverged passes placements on to KubeVirt; what its own webhook denies of them is told already. */
function checkComponents(view: HyperConvergedView, { target }: CheckContext): Finding[] {
  return [
    ...checkComponentPlacement(view.workloads, view.workloadsPath, target.kubevirt),
    ...checkComponentPlacement(view.infra, view.infraPath, target.kubevirt),
  ];
}

/** What HyperConverged writes itself, by group and kind. */
const OWNED: readonly (readonly [group: string, kind: string])[] = [
  ['kubevirt.io', 'KubeVirt'],
  ['cdi.kubevirt.io', 'CDI'],
  ['ssp.kubevirt.io', 'SSP'],
];

/** A resource that HyperConverged owns, written by somebody else. One that it made, as in an export, is left alone. */
function checkBeside(object: KubeObject, isThere: boolean): Finding[] {
  const { apiVersion, kind } = object;
  const isOwned = OWNED.some(([group, owned]) => groupOf(apiVersion) === group && kind === owned);
  if (!isOwned || isMadeByOperator(object)) {
    return [];
  }
  return [
    {
      code: 'PV312',
      severity: 'error',
      object: findingObject(object),
      what: `${kind} ${findingObject(object).name} is ${isThere ? 'beside' : 'for a cluster with'} a HyperConverged, which makes its own`,
      why: 'There can be one of them on a cluster: either this one is refused, or the two installations undo each other for ever',
      fix: `remove it and write what it says into the HyperConverged, which passes it on to its own ${kind}`,
      source: 'HCO controllers/operands',
    },
  ];
}

/** Whether an object was made by HyperConverged, as in an export. */
export function isMadeByOperator({ metadata }: KubeObject): boolean {
  const { labels, ownerReferences }: Readonly<Record<string, unknown>> = isMap(metadata) ? metadata : {};
  const owners: unknown[] = Array.isArray(ownerReferences) ? ownerReferences : [];
  return (
    (isMap(labels) && labels['app.kubernetes.io/managed-by'] === 'hco-operator') ||
    owners.some((owner) => isMap(owner) && owner.kind === 'HyperConverged')
  );
}
