// Everything that polyvirt makes, applied to a cluster of each release that it supports.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../scripts/baseline/inputs.mjs';
import { Applied, makeNamespaces } from './apply.mjs';
import { ARGOCD, applications, installations } from './argocd.mjs';
import { crdsOf, installCrds } from './crds.mjs';
import { inputsOf } from './inputs.mjs';
import { made, writeFolder } from './made.mjs';
import { isFor, RELEASES, retargeted } from './releases.mjs';

const { infraLabelsAccess } = createRequire(import.meta.url)(ROOT);

/** Kinds whose CRDs are no part of the oracles. */
const WITHOUT_CRD = /^(argoproj\.io\/v1beta1 ArgoCD|(infrastructure\.)?cluster\.x-k8s\.io\/\S+ \w+)$/;

/** Applies all of it, by release. */
export async function applyEverything({ plane, crds, work, say }) {
  const inputs = inputsOf(work).map((input) => ({ ...input, path: join(input.folder ?? writeFolder(work, input.files), input.start) }));
  const total = new Applied();
  const native = await madeAsDeclared(inputs, total);
  const count = native.reduce((sum, { objects }) => sum + objects.length, 0);
  say(`inputs: ${inputs.length}, of which polyvirt makes ${native.length} clusters with ${count} objects`);
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
    const installed = await installCrds(client, crdsOf(crds, release));
    const served = performance.now();
    const applied = new Applied();
    await makeNamespaces(client, ARGOCD.map((object) => ({ object })));
    for (const { id, objects, namespace } of clusters) {
      if (id.endsWith('kustomize')) {
        await Promise.all(ARGOCD.map((object) => client.create(object)));
      }
      await applied.input(client, `${name}: ${id}`, objects, { namespace, withoutCrd: WITHOUT_CRD });
    }
    say(
      `${name}: ready in ${seconds(started, ready)}, ${installed} CRDs in ${seconds(ready, served)}; ${applied.line()}; ${seconds(served)}`,
    );
    total.add(applied);
  }
  say(`applied: ${total.line()}`);
  return { passed: total.kept, failures: total.failures };
}

/** As each input declares it. What the docs show must be made: otherwise nothing of it would be judged. */
async function madeAsDeclared(inputs, total) {
  const found = [];
  for (const { id, path, mayFail } of inputs) {
    const { clusters, errors } = await made(id, path);
    found.push(...clusters);
    if (errors.length > 0 && !mayFail) {
      total.failures.push(`${id}: polyvirt does not make it: ${errors.join('; ')}`);
    }
  }
  return found;
}

/** The platforms of files for another release, as far as polyvirt makes them for it. */
async function madeFor(inputs, release) {
  const files = inputs.filter(({ start, id }) => start.endsWith('.yaml') || id === 'fleet-yaml');
  const results = await Promise.all(files.map(({ id, path }) => made(id, path, (target) => retargeted(target, release))));
  return results.flatMap(({ clusters }) => clusters).filter(({ target }) => isFor(target, release));
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

/** A program and its twin make the same bytes: one of them is enough. */
function distinct(clusters) {
  const seen = new Set();
  return clusters.filter(({ objects, namespace }) => {
    const key = JSON.stringify([namespace, ...objects.map(({ text }) => text)]);
    return !seen.has(key) && seen.add(key);
  });
}

function seconds(from, to = performance.now()) {
  return `${((to - from) / 1000).toFixed(1)} s`;
}
