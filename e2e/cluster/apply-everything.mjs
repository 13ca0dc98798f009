// Everything that polyvirt makes, applied to a cluster of each release that it supports.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../scripts/baseline/inputs.mjs';
import { Applied, makeNamespaces } from './apply.mjs';
import { ARGOCD, applications, installations } from './argocd.mjs';
import { crdsOf, installCrds } from './crds.mjs';
import { distinct, made } from './made.mjs';
import { isFor, RELEASES, retargeted } from './releases.mjs';

const { infraLabelsAccess } = createRequire(import.meta.url)(ROOT);

/** Kinds whose CRDs are no part of the oracles. */
const WITHOUT_CRD =
  /^(argoproj\.io\/v1beta1 ArgoCD|k8s\.cni\.cncf\.io\/v1 NetworkAttachmentDefinition|(infrastructure\.)?cluster\.x-k8s\.io\/\S+ \w+|example\.com\/\S+ \w+)$/;

/** Applies all of it, by release. */
export async function applyEverything({ plane, crds, work, inputs, clusters: native, say }) {
  const total = new Applied();
  for (const release of RELEASES) {
    const name = `KubeVirt ${release.kubevirt}${release.hco === undefined ? '' : `, HyperConverged ${release.hco}`}`;
    const clusters = distinct([
      ...native.filter(({ target }) => isFor(target, release)),
      ...(await madeFor(inputs, release)),
      ...(release === RELEASES.at(-1) ? beside(work) : []),
    ]);
    const started = performance.now();
    const client = await plane.cluster(`release-${release.kubevirt}`);
    const ready = performance.now();
    const isNewest = release === RELEASES.at(-1);
    const installed = await installCrds(client, crdsOf(crds, release, isNewest ? undefined : kindsOf(clusters)));
    const served = performance.now();
    const applied = new Applied();
    await makeNamespaces(
      client,
      ARGOCD.map((object) => ({ object })),
    );
    for (const { id, objects, namespace, context } of clusters) {
      // What no KubeVirt has yet, and polyvirt says so.
      if (Object.values(context?.hypervisorsInUse?.realisations ?? {}).includes('proposal')) {
        applied.proposals += objects.length;
        continue;
      }
      if (id.endsWith('kustomize')) {
        await Promise.all(ARGOCD.map((object) => client.create(object)));
      }
      await applied.input(client, `${name}: ${id}`, objects, { namespace, withoutCrd: WITHOUT_CRD });
    }
    say(
      `${name}: ready in ${seconds(started, ready)}, ${installed} CRDs in ${seconds(ready, served)}; ${applied.line()}; ${seconds(served)}`,
    );
    total.add(applied);
    // A release of which nothing is made would pass silently.
    if (applied.objects === 0) {
      total.failures.push(`${name}: polyvirt makes nothing for it`);
    }
  }
  say(`applied: ${total.line()}`);
  return { passed: total.kept, failures: total.failures };
}

/** The platforms of files for another release, as far as polyvirt makes them for it. */
async function madeFor(inputs, release) {
  const files = inputs.filter(({ path, id }) => path.endsWith('.yaml') || id === 'fleet-yaml');
  const results = await Promise.all(
    files.map(({ id, path }) => made(id, path, (target) => retargeted(target, release))),
  );
  return results.flatMap(({ clusters }) => clusters).filter(({ target }) => isFor(target, release));
}

function kindsOf(clusters) {
  return new Set(clusters.flatMap(({ objects }) => objects.map(({ object }) => object.kind)));
}

/** What is made without a platform, or beside it. */
function beside(work) {
  const access = infraLabelsAccess({ infraNamespace: 'cluster-north' });
  return [
    ...installations(work),
    ...applications(work, join(ROOT, 'e2e/cluster/platforms/kubevirt.yaml')),
    ...Object.entries(access).map(([side, objects]) => ({
      id: `infraLabelsAccess ${side}`,
      objects: objects.map((object) => ({ object, text: JSON.stringify(object) })),
    })),
  ];
}

function seconds(from, to = performance.now()) {
  return `${((to - from) / 1000).toFixed(1)} s`;
}
