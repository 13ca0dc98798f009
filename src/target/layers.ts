import type { TargetDeclaration } from './target';

/** Releases that belong together: a layer that says one of them anew replaces the others too. */
const TOGETHER: readonly (keyof TargetDeclaration)[] = ['hco', 'kubevirt', 'cdi', 'ssp'];

/**
 * What is said on top of what was said before.
 *
 * A new HyperConverged brings its own KubeVirt along, and a new KubeVirt does not come from the old HyperConverged.
 */
export function onTop(below: TargetDeclaration, above: TargetDeclaration): TargetDeclaration {
  const replaced: readonly (keyof TargetDeclaration)[] =
    above.hco !== undefined ? TOGETHER : above.kubevirt !== undefined ? ['hco'] : [];
  const kept = Object.entries(below).filter(([key]) => !(replaced as readonly string[]).includes(key));
  return { ...Object.fromEntries(kept), ...above };
}
