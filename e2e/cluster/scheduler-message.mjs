// The message of kube-scheduler on a pod without a node.
const PATTERN = /^0\/(\d+) nodes are available: (.*?)\.(?: |$)/;
const EXCLUDED = "node(s) didn't match Pod's node affinity/selector";

/** The number of nodes, and the reasons with how many nodes each is about; what comes after, on preemption, is left out. */
export function readMessage(text) {
  const match = PATTERN.exec(text);
  return match === null ? undefined : { nodes: Number(match[1]), reasons: match[2].split(', ').sort() };
}

/** The reasons that are foretold, where so many nodes that fit were excluded by name. */
export function foretoldReasons(rejects, excluded) {
  const counts = new Map(excluded === 0 ? [] : [[EXCLUDED, excluded]]);
  for (const reason of rejects.flatMap(({ reason, also = [] }) => [reason, ...also])) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
}

/** A pod that may go to none of these nodes. */
export function without(pod, names) {
  if (names.length === 0) {
    return pod;
  }
  const { affinity = {} } = pod.spec;
  const { nodeAffinity = {} } = affinity;
  const { nodeSelectorTerms = [{}] } = nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? {};
  // One rule for one name: the API server takes no more in a field.
  const rules = names.map((name) => ({ key: 'metadata.name', operator: 'NotIn', values: [name] }));
  const required = {
    nodeSelectorTerms: nodeSelectorTerms.map((term) => ({
      ...term,
      matchFields: [...(term.matchFields ?? []), ...rules],
    })),
  };
  return {
    ...pod,
    spec: {
      ...pod.spec,
      affinity: {
        ...affinity,
        nodeAffinity: { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required },
      },
    },
  };
}
