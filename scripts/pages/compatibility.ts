import { ARCHITECTURES } from '../../src/architectures/facts';
import { FeatureGates } from '../../src/gates/registry';
import { gateMatrix } from '../../src/gates/support';
import { BUNDLES, FACTS_AS_OF, KNOWN_RELEASES, OPENSHIFT_VIRTUALIZATION } from '../../src/target/facts';

const minor = (release: string) => release.split('.').slice(0, 2).join('.');

/** docs/compatibility.md: releases by what the tables know of them. */
export function compatibilityPage(): string {
  const releases = [...KNOWN_RELEASES.kubevirt!.releases].reverse();
  const rows = releases.map((kubevirt) => {
    const gates = gateMatrix(FeatureGates.of(kubevirt), {}, { architectures: ARCHITECTURES });
    const on = gates.filter(({ enabled }) => enabled).length;
    const bundles = BUNDLES.filter((bundle) => minor(bundle.kubevirt) === kubevirt);
    const products = Object.entries(OPENSHIFT_VIRTUALIZATION).filter(([, hco]) =>
      bundles.some((bundle) => bundle.hco === hco),
    );
    const listed = (all: readonly string[]) => (all.length === 0 ? 'not known' : all.join(', '));
    return `| ${kubevirt} | ${listed(bundles.map(({ hco }) => hco))} | ${listed(products.map(([release]) => release))} | ${listed(
      bundles.map(({ cdi }) => cdi),
    )} | ${listed(bundles.map(({ ssp }) => ssp))} | ${gates.length}, ${on} | ${ARCHITECTURES.join(', ')} |`;
  });
  const { branch } = KNOWN_RELEASES.hco!;
  const controllers = KNOWN_RELEASES.machineController!.releases;
  return `<!-- Written by npm run pages, of src/target and src/gates. -->
# Compatibility

What polyvirt knows of which release, as of ${FACTS_AS_OF}. HyperConverged, CDI and SSP are those that ship with that KubeVirt.

| KubeVirt | HyperConverged | OpenShift Virtualization | CDI | SSP | feature gates, on by default | architectures |
|---|---|---|---|---|---|---|
${rows.join('\n')}

HyperConverged ${branch} was read from its branch before the release: it is used when you name it, and never by default.
machine-controller: ${controllers[0]} – ${controllers.at(-1)}. Other releases of Kubernetes, Argo CD and CDI are taken as they are.

For each of these KubeVirt releases polyvirt has the fields of every kind with the release each came with, the feature gates with their
stages, the defaults and what virt-api rejects by architecture. An older release is an error ([PV903](findings/PV903.md)); a newer one
is judged by the newest table, and polyvirt says so ([PV904](findings/PV904.md)). How far this agrees with upstream's own code is measured in [Parity](parity.md); what is known of a
gate on an architecture, and what that rests on, in [Feature gates](gates.md).
`;
}
