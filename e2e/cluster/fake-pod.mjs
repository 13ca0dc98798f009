// A launcher pod as it is foretold, made whole enough for an API server to take it.
const IMAGE = 'quay.io/kubevirt/virt-launcher:v1.9.0';

/** With what only a running KubeVirt knows: images, the instance that owns it, a name. */
export function fakePod(foretold, name) {
  const { metadata, spec, owner, ...pod } = foretold;
  const { generateName: _generateName, ...rest } = metadata;
  const instance = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    name: 'any',
    uid: '0d7d9f0a-0000-4000-8000-000000000000',
  };
  return {
    ...pod,
    metadata: { namespace: 'default', ...rest, name, ownerReferences: [owner ?? instance] },
    spec: {
      ...spec,
      containers: spec.containers.map(withImage),
      ...(spec.initContainers === undefined ? {} : { initContainers: spec.initContainers.map(withImage) }),
    },
  };
}

function withImage(container) {
  return { image: IMAGE, ...container };
}

/** Pods name classes by which they are scheduled; the API server rejects those that it does not know. */
export function priorityClasses(pods) {
  const names = new Set(
    pods.map(({ spec }) => spec.priorityClassName).filter((name) => name !== undefined && !name.startsWith('system-')),
  );
  return [...names].map((name) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value: 1000,
    preemptionPolicy: 'Never',
  }));
}
