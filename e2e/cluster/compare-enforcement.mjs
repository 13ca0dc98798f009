// Policies in a real API server, asked about every object that the oracles have recorded of KubeVirt's admission: what they refuse is what
// `polyvirt check` says with the codes that `polyvirt policy` says it enforces.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { celCost } from './build.mjs';
import { crdsOf, installCrds } from './crds.mjs';
import { polyvirt, writeFolder } from './made.mjs';
import { policyCosts } from './policy-cost.mjs';

const require = createRequire(import.meta.url);
const { catalogue } = require('../../lib/src/hypervisors/catalogue.js');
const { HYPERVISOR_LABEL } = require('../../lib/src/hypervisors/declaration.js');

const KINDS = new Set([
  'VirtualMachine',
  'VirtualMachineInstance',
  'VirtualMachineInstanceReplicaSet',
  'VirtualMachinePool',
]);
/** What policies only warn of says so. */
const ONLY_WARNED = / is not supported yet on |which the cluster asks of every VM$/;
const ACTIVE_SECONDS = 30;
const AT_ONCE = 8;
/** One of so many objects is asked about a hypervisor, too. */
const LABELLED = 3;
/** So many creations show how long policies take. */
const MEASURED = 300;

/** Every recorded object under the policies of its release, with the parameters of its cluster. */
export async function compareEnforcement({ plane, crds, recorded, work, go, say }) {
  const results = { passed: 0, failures: [] };
  if (recorded === undefined) {
    say('enforcement: skipped, there are no cases');
    return results;
  }
  const cases = readFileSync(recorded, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ object }) => KINDS.has(object.kind));
  for (const release of new Set(cases.map((each) => each.release))) {
    const client = await plane.cluster(`enforcement-${release.replaceAll('.', '-')}`);
    await installCrds(client, crdsOf(crds, { kubevirt: release.split('.').slice(0, 2).join('.') }, KINDS));
    const groups = byConfig(cases.filter((each) => each.release === release)).map((group, i) =>
      groupOf(group, i, release, work),
    );
    await compareRelease(client, release, groups, results, say);
    compareCosts(await celCost(go), release, groups[0], results, say);
  }
  return results;
}

/** What a VM with a hundred of everything may cost is a fifth of what is allowed. */
const SPARE = 5;

function compareCosts(program, release, { written }, results, say) {
  const policies = written.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
  const params = written.find(({ kind }) => kind === 'ConfigMap');
  const told = [];
  for (const { size, count, expression, policy, limits, failed } of policyCosts(program, { policies, params })) {
    told.push(`${size}: ${expression.cost} and ${policy.cost}`);
    const { limitOfAnExpression: most, limitOfAPolicy: all } = limits;
    if (failed.length > 0 || expression.cost * SPARE > most || policy.cost * SPARE > all) {
      const why = [...failed, `${expression.expression}: ${expression.cost} of ${most}`];
      results.failures.push(`${release}: a VM with ${size} of everything, ${count} expressions: ${why.join('; ')}`);
    } else {
      results.passed++;
    }
  }
  say(
    `cost: KubeVirt ${release}, of the dearest expression and policy for a VM with so many of everything: ${told.join(', ')}`,
  );
}

function byConfig(cases) {
  const groups = new Map();
  for (const each of cases) {
    const key = JSON.stringify(each.config);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** What polyvirt writes and says for the objects of one cluster. */
function groupOf(cases, i, release, work) {
  const [{ config }] = cases;
  const objects = cases.flatMap(({ object, id }, at) => [
    { id, object },
    ...(at % LABELLED === 0 ? [{ id: `${id}-h`, object: onHypervisor(object, `${id}-h`, at) }] : []),
  ]);
  const kubevirt = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec: { configuration: config },
    status: {
      phase: 'Deployed',
      defaultArchitecture: config.architectureConfiguration?.defaultArchitecture ?? 'amd64',
    },
  };
  const extras = new Map(
    cases
      .flatMap((each) => each.extras ?? [])
      .map((each) => [`${each.kind}/${each.metadata.namespace}/${each.metadata.name}`, each]),
  );
  const folder = writeFolder(work, {
    'cluster.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [kubevirt, ...extras.values()] }),
    'objects.yaml': objects.map(({ object }) => JSON.stringify(object)).join('\n---\n'),
  });
  const told = [
    '--no-platform',
    '--kubevirt',
    release,
    '--cluster',
    'cluster.json',
    '--format',
    'json',
    'objects.yaml',
  ];
  const written = JSON.parse(polyvirt(folder, ['policy', '--action', 'Deny', ...told]).stdout);
  const codes = new Set(written.enforced.flatMap((each) => (each.action === 'Deny' ? each.codes : [])));
  const said = new Map();
  for (const { code, object, what } of JSON.parse(polyvirt(folder, ['check', ...told]).stdout).findings) {
    if (codes.has(code) && object !== undefined && !ONLY_WARNED.test(what)) {
      said.set(object.name, (said.get(object.name) ?? new Set()).add(code));
    }
  }
  const namespace = `group-${i}`;
  return { namespace, objects, codes, said, written: written.objects, folder };
}

function onHypervisor(object, name, i) {
  const copy = structuredClone(object);
  copy.metadata.name = name;
  const template =
    copy.kind === 'VirtualMachineInstance'
      ? copy
      : copy.kind === 'VirtualMachinePool'
        ? copy.spec?.virtualMachineTemplate?.spec?.template
        : copy.spec?.template;
  if (template) {
    const profiles = catalogue();
    template.metadata = {
      ...template.metadata,
      labels: { ...template.metadata?.labels, [HYPERVISOR_LABEL]: profiles[i % profiles.length].name },
    };
  }
  return copy;
}

async function compareRelease(client, release, groups, results, say) {
  const policies = groups[0].written.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
  for (const { namespace, written } of groups) {
    // Parameters have all that is of the cluster, so that the policies of a release are alike.
    const own = written.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
    if (!isDeepStrictEqual(own, policies)) {
      results.failures.push(`${release} ${namespace}: other policies than those of ${groups[0].namespace}`);
    }
  }
  for (const policy of policies) {
    const { status, body } = await client.apply(policy, JSON.stringify(policy));
    if (status >= 300) {
      results.failures.push(`${release}: ${policy.metadata.name} is rejected: ${body.message}`);
      return;
    }
  }
  for (const group of groups) {
    await client.create({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: group.namespace, labels: { group: group.namespace } },
    });
    await applyGroup(client, group, 'Warn');
  }
  const counts = { objects: 0, refused: 0, schema: 0 };
  const started = performance.now();
  for (const action of ['Warn', 'Deny']) {
    for (const group of groups) {
      if (action === 'Deny') {
        await applyGroup(client, group, action);
      }
      await waitFor(client, group, action);
      // Those that are rejected first: where they are, their bindings act.
      const ordered = [...group.objects].sort((a, b) => Number(group.said.has(b.id)) - Number(group.said.has(a.id)));
      await inParallel(ordered, (each) => compareObject(client, release, group, each, action, counts, results));
    }
  }
  await compareExemptions(client, release, groups[0], results);
  const requests = counts.objects + counts.schema;
  const took = ((performance.now() - started) / requests).toFixed(1);
  const cost = await costOfPolicies(client, groups[0]);
  say(
    `enforcement: KubeVirt ${release}, ${groups.length} clusters, ${policies.length} policies; verdicts compared: ${counts.objects}, refused: ${counts.refused}; ` +
      `refused by their CRD before: ${counts.schema}; ${took} ms a request; one after the other half of them within ${cost.with[0]} ms and 99 % within ${cost.with[1]} ms, ` +
      `${cost.without[0]} ms and ${cost.without[1]} ms where nothing is enforced`,
  );
}

/** The median and the 99th of a hundred, of what a creation takes with the policies and without, in milliseconds; by turns, so that both meet the same load. */
export async function costOfPolicies(client, { namespace, objects }) {
  const timed = async (place, object) => {
    const started = performance.now();
    await ask(client, place, object);
    return performance.now() - started;
  };
  const took = { with: [], without: [] };
  for (let i = 0; i < MEASURED; i++) {
    const { object } = objects[i % objects.length];
    took.with.push(await timed(namespace, object));
    took.without.push(await timed(offOf(namespace), object));
  }
  return Object.fromEntries(
    Object.entries(took).map(([key, list]) => {
      const sorted = list.sort((a, b) => a - b);
      return [key, [0.5, 0.99].map((part) => sorted[Math.floor(list.length * part)].toFixed(1))];
    }),
  );
}

/** A namespace in which nothing is enforced. */
function offOf(namespace) {
  return `${namespace}-off`;
}

async function applyGroup(client, { namespace, written }, action) {
  for (const object of written.filter(({ kind }) => kind !== 'ValidatingAdmissionPolicy')) {
    const own =
      object.kind === 'ConfigMap'
        ? { ...object, metadata: { ...object.metadata, namespace } }
        : {
            ...object,
            metadata: { name: `${object.metadata.name}-${namespace}` },
            spec: {
              ...object.spec,
              paramRef: { ...object.spec.paramRef, namespace },
              validationActions: [object.spec.validationActions[0] === 'Deny' ? action : 'Audit'],
              matchResources: {
                ...object.spec.matchResources,
                namespaceSelector: {
                  ...object.spec.matchResources.namespaceSelector,
                  matchLabels: { group: namespace },
                },
              },
            },
          };
    const { status, body } = await client.apply(own, JSON.stringify(own));
    if (status >= 300) {
      throw new Error(`${own.kind} ${own.metadata.name}: ${body.message}`);
    }
  }
}

const CANARY = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachineInstance',
  metadata: { name: 'canary' },
  spec: { architecture: 'riscv64', domain: { devices: {} } },
};

async function waitFor(client, { namespace }, action) {
  const until = performance.now() + ACTIVE_SECONDS * 1000;
  for (;;) {
    const { status, warnings } = await ask(client, namespace, CANARY);
    if (action === 'Deny' ? status === 422 : warnings.some((each) => each.includes('PV101'))) {
      return;
    }
    if (performance.now() > until) {
      throw new Error(`no policy acts in ${namespace} after ${ACTIVE_SECONDS} s: ${status}`);
    }
    await sleep(100);
  }
}

/** What would become of an object; nothing is kept. */
async function ask(client, namespace, object) {
  const own = { ...object, metadata: { ...object.metadata, namespace } };
  return client.request('POST', `${await client.collectionOf(own)}?dryRun=All&fieldValidation=Ignore`, own);
}

async function compareObject(client, release, group, { id, object }, action, counts, results) {
  const wanted = [...(group.said.get(id) ?? [])].sort();
  const until = performance.now() + ACTIVE_SECONDS * 1000;
  for (;;) {
    const answer = await ask(client, group.namespace, object);
    const isOfPolicy = answer.status === 422 && /ValidatingAdmissionPolicy/.test(answer.body.message);
    if (answer.status >= 300 && !isOfPolicy) {
      counts.schema++;
      return;
    }
    const found = action === 'Deny' ? [isOfPolicy ? 'refused' : 'accepted'] : codesOf(answer.warnings, group.codes);
    const expected = action === 'Deny' ? [wanted.length > 0 ? 'refused' : 'accepted'] : wanted;
    if (
      isDeepStrictEqual(found, expected) ||
      (isFilled(object) && found.every((each) => wanted.includes(each) || each === 'accepted'))
    ) {
      counts.objects++;
      counts.refused += isOfPolicy ? 1 : 0;
      results.passed++;
      return;
    }
    // A new binding takes a moment; what is rejected too much stays so.
    if (performance.now() > until || found.length > expected.length) {
      counts.objects++;
      results.failures.push(
        `${release} ${group.namespace} ${object.kind} ${id} ${action}: check says ${wanted}, the API server ${found} ${answer.warnings.join(' ')} ${answer.body.message ?? ''}`,
      );
      return;
    }
    await sleep(200);
  }
}

function codesOf(warnings, codes) {
  const found = warnings.flatMap((each) => /': (PV\d{3}) at /.exec(each)?.[1] ?? `?${each}`);
  return [...new Set(found)].filter((code) => code.startsWith('?') || codes.has(code)).sort();
}

/** An instance type or a preference may add something: the instance that is made of the VM is judged. */
function isFilled({ kind, spec }) {
  const vm = kind === 'VirtualMachinePool' ? spec?.virtualMachineTemplate?.spec : spec;
  return vm?.instancetype !== undefined || vm?.preference !== undefined;
}

/** Objects that are there already or say that they are exempt, and namespaces in which nothing is enforced. */
async function compareExemptions(client, release, { namespace }, results) {
  const vm = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'odd', namespace, labels: { 'polyvirt.io/exempt': 'true' } },
    spec: { runStrategy: 'Halted', template: { spec: { architecture: 'riscv64', domain: { devices: {} } } } },
  };
  const judge = (what, { status, body }, expected) => {
    if (status < 300 === expected) {
      results.passed++;
    } else {
      results.failures.push(`${release}: ${what}: ${status} ${body.message}`);
    }
  };
  judge('an object with the label is let through', await client.create(vm), true);
  const path = await client.pathOf(vm);
  const patch = (body) => client.request('PATCH', path, body, 'application/merge-patch+json');
  judge('its label goes, its spec stays', await patch({ metadata: { labels: { 'polyvirt.io/exempt': null } } }), true);
  judge('its spec changes', await patch({ spec: { runStrategy: 'Always' } }), false);
  judge('it is deleted', await client.request('DELETE', path), true);
  const off = offOf(namespace);
  await client.create({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: off, labels: { group: namespace, 'polyvirt.io/enforce': 'off' } },
  });
  const other = { ...vm, metadata: { name: 'odd', namespace: off } };
  judge('a namespace in which nothing is enforced', await client.create(other), true);
}

async function inParallel(items, act) {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        await act(next);
      }
    }),
  );
}
