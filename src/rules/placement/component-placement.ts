import { checkArchitecture, isArchitecture } from '../../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURE_ALIASES } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { asText, isMap, own } from '../../kube/object';
import { valuesAt } from '../../kube/path';
import type { Release } from '../../kube/release';
import { checkWrittenPlacement } from '../../placement/check-written';
import { checkNodeContradictions } from '../../placement/contradictions';

const WHY =
  'The API server rejects pods with it: virt-operator cannot make the component, and its webhook rejects a change ' +
  'to it';
const SOURCE = 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go';
const TERMS = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[]';

/**
 * What is wrong with where components run: `nodePlacement` of a KubeVirt or a HyperConverged.
 *
 * @param path of the placement in its object
 * @param kubevirt the release that an unknown architecture is judged by
 */
export function checkComponentPlacement(placement: unknown, path: string, kubevirt: Release): Finding[] {
  if (!isMap(placement)) {
    return [];
  }
  return [
    ...checkArchitectures(placement, kubevirt),
    ...checkWrittenPlacement(placement).map((finding) => ({ ...finding, code: 'PV512', why: WHY, source: SOURCE })),
    ...checkNodeContradictions(placement).map((finding) => ({
      ...finding,
      severity: 'warning' as const,
      why: 'The resource is accepted, but no pod of the component ever runs',
    })),
  ].map((finding) => ({ ...finding, path: `${path}.${finding.path}` }));
}

/** KubeVirt has no images for other architectures, and no node is labelled by another name of one of its own. */
function checkArchitectures(placement: Readonly<Record<string, unknown>>, kubevirt: Release): Finding[] {
  const selected = isMap(placement.nodeSelector) ? placement.nodeSelector[ARCH_LABEL] : undefined;
  const listed = valuesAt(placement, `${TERMS}.matchExpressions[]`).flatMap(({ path, value }) => {
    const { key, operator, values } = isMap(value) ? value : {};
    if (key !== ARCH_LABEL || operator !== 'In' || !Array.isArray(values)) {
      return [];
    }
    const isOther = (word: unknown) => own(ARCHITECTURE_ALIASES, asText(word).toLowerCase()) !== undefined;
    // A list may go on to what other operators run on.
    const wrong = values.some(isArchitecture) ? values.filter(isOther) : values;
    return wrong.map((word) => ({ word, path: `${path}.values[${values.indexOf(word)}]` }));
  });
  return [
    ...checkArchitecture(selected, `nodeSelector["${ARCH_LABEL}"]`, kubevirt),
    ...listed.flatMap(({ word, path }) => checkArchitecture(word, path, kubevirt)),
  ].map((finding) => ({
    ...finding,
    severity: 'error',
    why: 'No node has such a label: the component is created, but its pods never run',
  }));
}
