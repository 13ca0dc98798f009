// The launcher pods that the policies of a hypervisor really make or reject, beside what `polyvirt explain --pod` says that they do.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/baseline/inputs.mjs';
import { makeNamespaces } from './apply.mjs';
import { fakePod, priorityClasses } from './fake-pod.mjs';
import { distinct, made, polyvirt } from './made.mjs';
import { mutationsOf } from './mutations.mjs';

const { launcherPod } = createRequire(import.meta.url)(ROOT);

const POLICIES = /^(Mutating|Validating)AdmissionPolicy(Binding)?$/;
const GUESTS = /^VirtualMachine(Instance)?$/;
const OLDER = ['1.34', '1.32'];
const ACTIVE_SECONDS = 60;

/** The policies of every platform that has some, in each version of their API that is served. */
export async function comparePolicies({ plane, clusters, say }) {
  const client = await plane.cluster('policies');
  const results = { pods: 0, passed: 0, failures: [] };
  let policies = 0;
  for (const cluster of distinct([...clusters, ...(await forOlderKubernetes(clusters))])) {
    const own = cluster.objects.filter(({ object }) => POLICIES.test(object.kind));
    if (own.length > 0) {
      policies += own.filter(({ object }) => object.kind === 'MutatingAdmissionPolicy').length;
      await compareCluster(client, { ...cluster, own }, results);
    }
  }
  say(`policies: ${policies}; pods created: ${results.pods}, as foretold: ${results.passed}`);
  return results;
}

/** The same policies in the API of before. */
async function forOlderKubernetes(clusters) {
  const files = clusters.filter(
    ({ path, objects }) => path.endsWith('.yaml') && objects.some(({ object }) => POLICIES.test(object.kind)),
  );
  const found = [];
  for (const kubernetes of OLDER) {
    for (const { id, path } of files) {
      const older = await made(`${id} on Kubernetes ${kubernetes}`, path, (target) => ({ ...target, kubernetes }));
      found.push(...older.clusters.map((cluster) => ({ ...cluster, path })));
    }
  }
  return found;
}

async function compareCluster(client, { id, path, own, objects, target, context }, results) {
  const guests = objects.map(({ object }) => object).filter(({ kind }) => GUESTS.test(kind));
  const cases = guests.flatMap((guest) => {
    const { status, stdout, stderr } = polyvirt(ROOT, [
      'explain',
      subject(guest),
      '--platform',
      path,
      '--pod',
      '-f',
      'json',
    ]);
    if (status !== 0) {
      results.failures.push(`${id}: explain --pod ${subject(guest)}: ${stderr}`);
      return [];
    }
    const plain = launcherPod(guest, { target, existing: objects.map(({ object }) => object) }).pod;
    const declared = (context.hypervisorsInUse?.declared ?? []).find(
      ({ name }) => name === plain.metadata.labels['polyvirt.io/hypervisor'],
    );
    return mutationsOf(plain, JSON.parse(stdout), declared).map((each) => ({
      ...each,
      name: `${id}: ${subject(guest)} ${each.name}`,
    }));
  });
  const pods = cases.map(({ pod }, i) => fakePod(pod, `virt-launcher-${i}`));
  await makeNamespaces(
    client,
    pods.map((object) => ({ object })),
  );
  await Promise.all(priorityClasses(pods).map((object) => client.create(object)));
  const before = await Promise.all(pods.map((pod) => createOnly(client, pod)));
  for (const { object, text } of own) {
    const { status, body } = await client.apply(object, text);
    if (status >= 300) {
      results.failures.push(`${id}: ${object.kind} ${object.metadata.name}: refused: ${body.message}`);
    }
  }
  await acting(client, cases, pods, before);
  for (const [i, each] of cases.entries()) {
    const after = await createOnly(client, pods[i]);
    const wrong = each.judge(before[i], after);
    results.pods++;
    if (wrong.length === 0) {
      results.passed++;
    } else {
      results.failures.push(`policy: ${each.name}: ${wrong.join('; ')}`);
    }
  }
  await Promise.all(own.map(({ object }) => client.remove(object)));
  await settled(client, cases, pods, before);
}

/** A policy counts a moment after it was applied; until then the one that rejects may act, and the one that changes not. */
async function acting(client, cases, pods, before) {
  const until = performance.now() + ACTIVE_SECONDS * 1000;
  for (const [i, { changes, judge }] of cases.entries()) {
    while (changes && judge(before[i], await createOnly(client, pods[i])).length > 0 && performance.now() < until) {
      await sleep(100);
    }
  }
}

/** A policy counts a moment longer than it is there: until then, pods are not what they were without one. */
async function settled(client, cases, pods, before) {
  const until = performance.now() + ACTIVE_SECONDS * 1000;
  for (const [i, { changes }] of cases.entries()) {
    while (changes && (await differs(client, pods[i], before[i])) && performance.now() < until) {
      await sleep(100);
    }
  }
}

async function differs(client, pod, before) {
  const { status, body } = await createOnly(client, pod);
  return status !== 201 || JSON.stringify(body.spec) !== JSON.stringify(before.body.spec);
}

async function createOnly(client, pod) {
  const answer = await client.create(pod);
  if (answer.status === 201) {
    await client.remove(pod);
  }
  return answer;
}

function subject({ kind, metadata }) {
  return `${kind}/${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}
