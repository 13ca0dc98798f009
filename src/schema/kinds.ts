import { compareReleases, type Release } from '../kube/release';
import { type Dated, mergeReleases, type Span, spanOf } from './release-view';
import { byText, type CustomResource, type ResourceVersion, type Schema } from './schema';

/** The custom resources of one release of a component. */
export interface ComponentRelease {
  readonly release: Release;
  readonly resources: readonly CustomResource[];
}

/** One kind in one version, over all releases that were given. */
export interface Kind extends Span {
  readonly crd: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: CustomResource['scope'];
  readonly deprecated: boolean;
  /** The releases that were compared, oldest first; empty where none was named. */
  readonly releases: readonly Release[];
  /** With its history. */
  readonly schema: Schema;
  /** As the newest release has it; absent where that one does not serve this version any more. */
  readonly newest?: Schema;
}

/**
 * The kinds of the newest release, with their history.
 *
 * An older release is compared where it was given with that CRD: a missing file says nothing about a kind's age.
 */
export function kindsOf(
  resources: readonly CustomResource[],
  release: Release | undefined,
  earlier: readonly ComponentRelease[],
): Kind[] {
  return resources
    .flatMap((resource) => {
      const dated = [{ release: release ?? '', resources: [resource] }, ...earlier]
        .flatMap(({ release, resources }) => resources.filter(sameCrd(resource)).map((value) => ({ release, value })))
        .sort((a, b) => compareReleases(a.release, b.release));
      const versions = new Set(dated.flatMap(({ value }) => value.versions.map(({ name }) => name)));
      return [...versions].map((version) => kindOf(resource, version, dated, release));
    })
    .sort((a, b) => byText(keyOf(a), keyOf(b)));
}

/** How a table names a kind: `kubevirt.io/v1/VirtualMachine`. */
export function keyOf({ apiVersion, kind }: Pick<Kind, 'apiVersion' | 'kind'>): string {
  return `${apiVersion}/${kind}`;
}

function kindOf(
  resource: CustomResource,
  version: string,
  dated: readonly Dated<CustomResource>[],
  release: Release | undefined,
): Kind {
  const found = dated.flatMap(({ release, value }): Dated<ResourceVersion>[] =>
    value.versions.filter(({ name }) => name === version).map((value) => ({ release, value })),
  );
  const newest = resource.versions.find(({ name }) => name === version);
  const { crd, group, kind, plural, scope } = resource;
  return {
    crd,
    apiVersion: `${group}/${version}`,
    kind,
    plural,
    scope,
    deprecated: found.at(-1)!.value.deprecated,
    releases: release === undefined ? [] : dated.map(({ release }) => release),
    ...spanOf(dated, found),
    schema: mergeReleases(found.map(({ release, value }) => ({ release, value: value.schema }))),
    ...(newest === undefined ? {} : { newest: newest.schema }),
  };
}

function sameCrd(resource: CustomResource): (other: CustomResource) => boolean {
  return ({ group, kind }) => group === resource.group && kind === resource.kind;
}
