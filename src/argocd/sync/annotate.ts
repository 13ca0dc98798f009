import { groupOf } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { atLeast } from '../../kube/release';
import type { Target } from '../../target/target';
import type { ArgocdDeclaration } from '../declaration';
import { BRINGERS } from '../facts';
import { type After, lostWith, type WavedObject, wavesOf } from './waves';

const WAVE = 'argocd.argoproj.io/sync-wave';
const OPTIONS = 'argocd.argoproj.io/sync-options';

/** The first Argo CD that asks a person. Source: argoproj/argo-cd v2.14.0 docs/user-guide/sync-options.md. */
const ASKS_SINCE = '2.14';

/** Groups of kinds that come with an operator, and so perhaps after the first sync has begun. */
const OPERATOR_GROUPS = new Set([
  ...BRINGERS.flatMap(({ groups }) => groups),
  'hco.kubevirt.io',
  'cluster.k8s.io',
  'k8s.cni.cncf.io',
  'nmstate.io',
]);

/**
 * The objects with what Argo CD has to know to apply them in order and to keep what holds data. What an object says
 * itself stays.
 *
 * @param ordered in an order that satisfies the dependencies
 */
export function annotateForSync(
  ordered: readonly WavedObject[],
  dependencies: readonly After[],
  { waves, prune }: ArgocdDeclaration,
  target: Target,
): KubeObject[] {
  if (waves !== true && prune === undefined) {
    return ordered.map(({ object }) => object);
  }
  const numbers = waves === true ? wavesOf(ordered, dependencies) : undefined;
  const defined = definedKinds(ordered);
  return ordered.map(({ object }, i) => {
    const options = [
      ...(waves === true && comesLate(object, defined) ? ['SkipDryRunOnMissingResource=true'] : []),
      ...(prune !== undefined && lostWith(object) !== undefined ? keeping(prune, target) : []),
    ];
    return withAnnotations(object, numbers?.[i] ?? 0, options);
  });
}

/** Whether the API of an object may be missing when a sync begins: operators bring it. A CRD in the same sync is seen anyway. */
function comesLate({ apiVersion, kind }: KubeObject, defined: ReadonlySet<string>): boolean {
  const group = groupOf(apiVersion);
  return OPERATOR_GROUPS.has(group) && !defined.has(`${kind}.${group}`);
}

function definedKinds(ordered: readonly WavedObject[]): Set<string> {
  return new Set(
    ordered
      .filter(({ object }) => object.kind === 'CustomResourceDefinition')
      .map(({ object }) => {
        const { group, names } = (object.spec ?? {}) as { group?: string; names?: { kind?: string } };
        return `${names?.kind}.${group}`;
      }),
  );
}

function keeping(prune: 'confirm' | 'never', { argocd }: Target): string[] {
  const asks = prune === 'confirm' && (argocd === undefined || atLeast(argocd, ASKS_SINCE));
  const value = asks ? 'confirm' : 'false';
  return [`Prune=${value}`, `Delete=${value}`];
}

function withAnnotations(object: KubeObject, wave: number, options: readonly string[]): KubeObject {
  const before = object.metadata.annotations ?? {};
  const said = (before[OPTIONS] ?? '').split(',').filter((option) => option.trim() !== '');
  const keys = new Set(said.map((option) => option.trim().split('=')[0]));
  const added = options.filter((option) => !keys.has(option.split('=')[0]));
  const annotations = {
    ...before,
    ...(wave === 0 || WAVE in before ? {} : { [WAVE]: String(wave) }),
    ...(added.length === 0 ? {} : { [OPTIONS]: [...said, ...added].join(',') }),
  };
  return Object.keys(annotations).length === Object.keys(before).length && added.length === 0
    ? object
    : { ...object, metadata: { ...object.metadata, annotations } };
}
