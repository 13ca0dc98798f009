import type { PodView } from './pod-view';

/**
 * Pods with the same key are treated alike on the same nodes, whatever they are called.
 *
 * Who a pod is matters only where it looks at other pods, or where they look at it.
 *
 * @param isSeen whether pods that are there already want to be apart from some
 */
export function demandKey(pod: PodView, isSeen: boolean): string {
  const { selector, terms, tolerations, requests, asked, spread, together, apart, namespace, labels } = pod;
  const isSocial = isSeen || spread.length > 0 || together.length > 0 || apart.length > 0;
  return JSON.stringify([
    selector,
    terms,
    tolerations,
    asked.map((resource) => [resource, String(requests[resource])]),
    isSocial ? [spread, together, apart, namespace, labels] : [],
  ]);
}
