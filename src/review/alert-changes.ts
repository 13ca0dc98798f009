import type { CheckContext } from '../cluster/cluster-view';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { pictureOf } from '../golden-images/picture';
import { imagesReport } from '../golden-images/report';
import type { KubeObject } from '../kube/object';
import { imagesContext } from '../rules/golden-images/images-context';
import type { AlertChange } from './result';

/** Alerts of golden images that one side has and the other has not. */
export function alertsOnlyIn(
  side: { readonly objects: readonly KubeObject[]; readonly context: CheckContext },
  other: { readonly objects: readonly KubeObject[]; readonly context: CheckContext },
): AlertChange[] {
  const there = alertsOf(other);
  return [...alertsOf(side)]
    .map(([alert, images]) => ({ alert, images: images.filter((image) => there.get(alert)?.includes(image) !== true) }))
    .filter(({ alert, images }) => !there.has(alert) || images.length > 0);
}

/** The alerts that fire, with the images that they are about. */
function alertsOf({
  objects,
  context,
}: {
  readonly objects: readonly KubeObject[];
  readonly context: CheckContext;
}): Map<string, readonly string[]> {
  const object = [...objects, ...(context.existing ?? [])].find(isHyperConverged);
  if (object === undefined) {
    return new Map();
  }
  const { alerts } = imagesReport(object, pictureOf(object, imagesContext(context, object)));
  return new Map(alerts.filter(({ firing }) => firing).map(({ name, images }) => [name, images]));
}
