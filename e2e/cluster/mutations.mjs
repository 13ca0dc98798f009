// The pods to try on the policy of a hypervisor, each with what has to come of it.
import { differences } from './stored.mjs';

const SIDECAR = { name: 'mesh', image: 'registry.example/mesh:1', resources: { limits: { memory: '64Mi' } } };
const SET_BY_KUBEVIRT = { name: 'XDG_CACHE_HOME', value: '/var/run/kubevirt-private' };
const MAY_CHANGE = ['image', 'resources', 'env'];

/**
 * Pods by what is special about them.
 *
 * @param plain the pod as virt-controller makes it
 * @param foretold the pod as `explain --pod` shows it, after the policy
 * @param declared the hypervisor of its VM, where it has one
 */
export function mutationsOf(plain, foretold, declared) {
  const changes = declared !== undefined;
  const cases = [
    { name: 'as it is', pod: plain, foretold },
    { name: 'behind a sidecar', pod: withSidecar(plain), foretold: withSidecar(foretold) },
    { name: 'with an environment', pod: withVariable(plain), foretold: withVariable(foretold) },
  ].map((each) => ({ ...each, changes, judge: judgeChanged(each.foretold) }));
  const others = changes
    ? [elsewhere(plain, declared), { name: 'of another owner', pod: withoutInstance(plain), judge: judgeUnchanged }]
    : [];
  return [...cases, ...others.map((each) => ({ changes: false, ...each }))];
}

/** An architecture without an image: the policy rejects the pod, unless it has an image for all. */
function elsewhere(plain, { image }) {
  const pod = {
    ...plain,
    spec: { ...plain.spec, nodeSelector: { ...plain.spec.nodeSelector, 'kubernetes.io/arch': 'riscv64' } },
  };
  const isForAll = typeof image === 'string' || image?.all !== undefined;
  return { name: 'for another architecture', pod, changes: true, judge: isForAll ? judgeAccepted : judgeRefused };
}

function withSidecar(pod) {
  return { ...pod, spec: { ...pod.spec, containers: [SIDECAR, ...pod.spec.containers] } };
}

function withVariable(pod) {
  const containers = pod.spec.containers.map((each) =>
    each.name === 'compute' ? { ...each, env: [SET_BY_KUBEVIRT, ...(each.env ?? [])] } : each,
  );
  return { ...pod, spec: { ...pod.spec, containers } };
}

/** Launchers belong to an instance; a pod that only has their labels is none. */
function withoutInstance(pod) {
  return {
    ...pod,
    owner: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'any', uid: '0d7d9f0a-0000-4000-8000-000000000001' },
  };
}

/** Everything that is foretold is there, the resources are those and no others, and nothing else changed. */
function judgeChanged(foretold) {
  return (before, after) => {
    if (after.status !== 201) {
      return [`refused: ${after.body.message}`];
    }
    const wanted = {
      ...foretold,
      metadata: { labels: foretold.metadata.labels, annotations: foretold.metadata.annotations },
    };
    return [
      ...differences(wanted, after.body, true),
      ...differences(resourcesOf(after.body), withDefaults(resourcesOf(foretold)), true).map(
        (each) => `beyond what is foretold: ${each}`,
      ),
      ...differences(rest(before.body), rest(after.body), true).map((each) => `changed besides: ${each}`),
      ...differences(rest(after.body), rest(before.body), true).map((each) => `changed besides: ${each}`),
    ];
  };
}

function judgeUnchanged(before, after) {
  return after.status !== 201
    ? [`refused: ${after.body.message}`]
    : differences(after.body.spec, before.body.spec, true).map((each) => `changed: ${each}`);
}

function judgeRefused(_before, { status, body }) {
  return status === 201
    ? ['it is not refused']
    : /no launcher image of .* for this pod: it has images for /.test(body.message) && body.message.length < 600
      ? []
      : [`refused for another reason: ${body.message}`];
}

function judgeAccepted(_before, { status, body }) {
  return status === 201 ? [] : [`refused: ${body.message}`];
}

function computeOf(pod) {
  return pod.spec.containers.find(({ name }) => name === 'compute');
}

function resourcesOf(pod) {
  return { resources: computeOf(pod).resources };
}

/** Where only a limit is said, the API server requests as much. */
function withDefaults({ resources: { limits = {}, requests = {} } }) {
  return { resources: { limits, requests: { ...limits, ...requests } } };
}

/** The pod without what a policy may change. */
function rest({ spec }) {
  const others = spec.containers.map((each) =>
    each.name === 'compute'
      ? Object.fromEntries(Object.entries(each).filter(([key]) => !MAY_CHANGE.includes(key)))
      : each,
  );
  return { spec: { ...spec, containers: others } };
}
