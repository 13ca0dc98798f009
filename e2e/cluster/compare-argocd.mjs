// "Quiet in Argo CD": the diff of Argo CD's own engine shows nothing between what polyvirt writes and what is stored of it, once KubeVirt's webhook
// and controller have added what they add.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parse, stringify } from 'yaml';
import { argoDiff } from './build.mjs';
import { crdsOf, installCrds } from './crds.mjs';
import { asLive, keptVm } from './kept-vm.mjs';
import { made, writeFolder } from './made.mjs';

const KINDS = new Set(['VirtualMachine']);
const ARCHITECTURES = ['amd64', 'arm64', 's390x'];
const VMS = 500;

/** 500 VMs of a platform, and those of every input. */
export async function compareArgocd({ plane, crds, clusters, work, go, say }) {
  const results = { passed: 0, failures: [] };
  const program = await argoDiff(go);
  const fleet = await made('500 VMs', writeFolder(work, { 'polyvirt.yaml': fleetFile() }).concat('/polyvirt.yaml'));
  if (fleet.clusters.length !== 1) {
    return { passed: 0, failures: [`polyvirt does not make 500 VMs: ${fleet.errors.join('; ')}`] };
  }
  const client = await plane.cluster('argocd');
  const texts = crdsOf(crds, fleet.clusters[0].target, KINDS);
  await installCrds(client, texts);
  const schema = parse(texts[0]).spec.versions.find(({ name }) => name === 'v1').schema.openAPIV3Schema;
  const answers = argoAnswers(program);
  const shown = new Map();
  let count = 0;
  for (const { id, objects, context, target } of [...fleet.clusters, ...clusters]) {
    // A field that is only proposed to KubeVirt is in no CRD.
    const isProposal = Object.values(context?.hypervisorsInUse?.realisations ?? {}).includes('proposal');
    if (isProposal || target.kubevirt.split('.').slice(0, 2).join('.') !== '1.9') {
      continue;
    }
    const platform = platformOf(objects, context);
    for (const { object } of objects.filter(isQuiet)) {
      const target = { ...object, metadata: { ...object.metadata, namespace: object.metadata.namespace ?? 'default' } };
      const { status, body } = await stored(client, keptVm(structuredClone(target), schema, platform));
      if (status !== 201) {
        results.failures.push(`${id}: ${object.metadata.name}: ${body.message}`);
        continue;
      }
      count++;
      const answer = await answers.ask({ id, target, live: asLive(body, target) });
      if (answer.error !== undefined || answer.modified) {
        const what = answer.error ?? differencesOf(answer.live, answer.predicted).join(', ');
        shown.set(what, [...(shown.get(what) ?? []), `${id} ${object.metadata.name}`]);
      } else {
        results.passed++;
      }
    }
  }
  // A diff that sees nothing would be quiet about everything: a value that was changed on the cluster has to be seen.
  const [{ object }] = fleet.clusters[0].objects.filter((each) => each.object.kind === 'VirtualMachine');
  const changed = structuredClone(object);
  changed.spec.template.spec.domain.memory = { guest: '1Ti' };
  const seen = await answers.ask({ id: 'changed', target: object, live: asLive(changed, object) });
  if (seen.modified) {
    results.passed++;
  } else {
    results.failures.push('a guest whose memory was changed on the cluster shows no difference');
  }
  answers.end();
  for (const [what, names] of shown) {
    results.failures.push(`Argo CD shows ${names.length} VMs as OutOfSync, as ${names[0]}: ${what}`);
  }
  say(`argocd: ${count} VMs compared by the engine of Argo CD, ${count - [...shown.values()].flat().length} quiet`);
  return results;
}

/** A VM of which nothing says that Argo CD shows it: PV726 is about finalizers, which a controller adds to. */
function isQuiet({ object }) {
  return object.kind === 'VirtualMachine' && object.metadata.finalizers === undefined;
}

/** KubeVirt's own choices for VMs that say nothing. */
function platformOf(objects, context) {
  const kubevirt = objects.map(({ object }) => object).find(({ kind }) => kind === 'KubeVirt');
  const configured = kubevirt?.spec?.configuration?.architectureConfiguration ?? {};
  return {
    defaultArchitecture: configured.defaultArchitecture ?? context.nodes?.[0]?.architecture ?? 'amd64',
    machineTypes: Object.fromEntries(
      ARCHITECTURES.map((each) => [each, kubevirt?.spec?.configuration?.machineType ?? configured[each]?.machineType]),
    ),
  };
}

async function stored(client, vm) {
  return client
    .request('POST', `${await client.collectionOf({ ...vm, metadata: { namespace: 'default' } })}?dryRun=All`, {
      ...vm,
      metadata: { ...vm.metadata, namespace: 'default' },
    })
    .then(({ status, body }) => ({
      status,
      body: status === 201 ? { ...body, metadata: { ...body.metadata, namespace: vm.metadata.namespace } } : body,
    }));
}

function differencesOf(live, predicted, path = '') {
  if (JSON.stringify(live) === JSON.stringify(predicted)) {
    return [];
  }
  if (typeof live !== 'object' || typeof predicted !== 'object' || live === null || predicted === null) {
    return [`${path}: ${JSON.stringify(live)} → ${JSON.stringify(predicted)}`];
  }
  const keys = new Set([...Object.keys(live), ...Object.keys(predicted)]);
  return [...keys].flatMap((key) =>
    differencesOf(live[key], predicted[key], Array.isArray(live) ? `${path}[]` : `${path}.${key}`),
  );
}

/** One process for all of them: a line each way. */
function argoAnswers(program) {
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift().done(JSON.parse(line)));
  child.on('exit', (code) => {
    for (const { fail } of waiting.splice(0)) {
      fail(new Error(`argo-diff ended with exit code ${code}`));
    }
  });
  return {
    ask: (asked) =>
      new Promise((done, fail) => {
        waiting.push({ done, fail });
        child.stdin.write(`${JSON.stringify(asked)}\n`);
      }),
    end: () => child.stdin.end(),
  };
}

/** VMs of many forms, with quantities in spellings that KubeVirt's webhook does not keep. */
function fleetFile() {
  const vms = Array.from({ length: VMS }, (_, i) => vmOf(i));
  return stringify({
    apiVersion: 'polyvirt.io/v1',
    kind: 'Platform',
    metadata: { name: 'fleet' },
    spec: {
      target: { kubevirt: '1.9', kubernetes: '1.36' },
      namespace: 'vms',
      nodes: ARCHITECTURES.map((architecture) => ({
        pool: architecture,
        architecture,
        count: 2,
        cpu: 64,
        memory: '512Gi',
      })),
      kubevirt: { defaultArchitecture: 'amd64' },
      virtualMachines: vms,
    },
  });
}

/** Numbers without a common divisor, so that every two choices meet. */
function vmOf(i) {
  const one = (list) => list[i % list.length];
  const architecture = one([...ARCHITECTURES, undefined, 'arm64']);
  const memory = one([
    '1Gi',
    '1024Mi',
    '1.5Gi',
    '2048Mi',
    '1500000k',
    '2e9',
    1073741824,
    '0.5Gi',
    '1073741824',
    '1500M',
    '1000000Ki',
  ]);
  const disk = one([
    { name: 'os', dataVolumeTemplate: { source: { blank: {} }, size: '10240Mi' } },
    { name: 'os', containerDisk: { image: 'registry.example/os:1' } },
    { name: 'os', persistentVolumeClaim: { claimName: `os-${i}` } },
    { name: 'os', dataVolume: { name: `os-${i}` } },
  ]);
  return {
    name: `vm-${i}`,
    ...(architecture === undefined ? {} : { architecture }),
    memory,
    ...one([{}, { cpu: { cores: 2 } }, { cpu: { sockets: 2, cores: 1, threads: 1 } }]),
    disks: [disk],
    ...one([{}, { cloudInit: { type: 'noCloud', userData: '#cloud-config\n' } }]),
    ...one([
      {},
      { evictionStrategy: 'LiveMigrate' },
      { labels: { tier: 'web' } },
      { runStrategy: 'Halted' },
      { hostname: `h-${i}` },
      { terminationGracePeriodSeconds: 0 },
    ]),
  };
}
