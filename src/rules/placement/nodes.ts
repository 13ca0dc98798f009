import { ARCH_LABEL, type Architecture } from '../../architectures/facts';
import type { InstanceSpec } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import { clusterContextOf } from '../../cluster/launcher-context';
import type { Finding } from '../../findings/finding';
import { suggestionFor } from '../../findings/suggestion';
import {
  meets,
  type NodeSelection,
  type Requirement,
  requiredTerms,
  selectorRequirements,
  selectsNode,
} from '../../kube/node-selector';
import { isMap, own } from '../../kube/object';
import type { ClusterNode } from '../../target/node';
import { workerArchitectures } from '../../target/nodes';

const SOURCE = 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go';

/** Whether there is a node that the VM may go to, by architecture and by what it selects. */
export function checkRunsSomewhere(spec: InstanceSpec, architecture: Architecture, cluster: ClusterView): Finding[] {
  if (cluster.nodes === undefined) {
    return [];
  }
  const alike = cluster.workloadNodes(architecture);
  if (alike.length > 0) {
    const selection = withoutArchitecture(spec);
    return alike.every((node) => selectsNode(selection, node) === 'no') ? [noneSelected(selection, alike)] : [];
  }
  const nodes = cluster.workloadNodes();
  const { isOn } = clusterContextOf(cluster);
  const emulating = isOn('CrossArchitectureVirtualization')
    ? nodes.filter((node) => own(EMULATED, node.architecture) === architecture)
    : [];
  return emulating.length > 0 ? [emulated(architecture, emulating)] : [noArchitecture(architecture, nodes)];
}

/** A selector for another architecture than the guest's is a mistake of its own, which a trap tells. */
function withoutArchitecture({ nodeSelector, affinity }: InstanceSpec): NodeSelection {
  const { [ARCH_LABEL]: _, ...others } = isMap(nodeSelector) ? nodeSelector : {};
  return { nodeSelector: others, affinity };
}

/** Which guests a node of another architecture can run, by the probe of its labeller. */
const EMULATED: Readonly<Record<string, Architecture>> = { amd64: 'arm64', arm64: 'amd64' };

function emulated(architecture: Architecture, nodes: readonly ClusterNode[]): Finding {
  return {
    code: 'PV109',
    severity: 'warning',
    path: 'architecture',
    what: `no node is ${architecture}: ${nodes[0]!.architecture} nodes would emulate it`,
    why:
      'KubeVirt accepts it, but every instruction is emulated: the guest is many times slower, has no screen, and ' +
      'cannot ' +
      'migrate to real hardware',
    fix: `add ${architecture} nodes, or build the guest for ${nodes[0]!.architecture}`,
    source: 'kubevirt pkg/virt-handler/node-labeller, gate CrossArchitectureVirtualization, 1.9 and later',
  };
}

function noArchitecture(architecture: Architecture, nodes: readonly ClusterNode[]): Finding {
  const available = workerArchitectures(nodes);
  return {
    code: 'PV107',
    severity: 'error',
    path: 'architecture',
    what: `no node that runs VMs is ${architecture}; they are ${available.join(', ') || 'none'}`,
    why: `Its pod needs a node with the label kubernetes.io/arch=${architecture}and stays Pending forever`,
    fix: `add ${architecture} nodes, or build the guest for ${available.join(' or ') || 'another architecture'}`,
    source: SOURCE,
  };
}

function noneSelected(spec: NodeSelection, nodes: readonly ClusterNode[]): Finding {
  const { path, requirement } = culprit(spec, nodes);
  const seen = requirement === undefined ? [] : valuesOf(requirement, nodes);
  const near = requirement?.values[0] === undefined ? undefined : suggestionFor(requirement.values[0], seen);
  const few = seen.length === 0 || seen.length > 8 ? '' : `; its values there are ${seen.join(', ')}`;
  return {
    code: 'PV501',
    severity: 'error',
    path,
    what:
      requirement === undefined
        ? `no node meets all of what is asked for: there are ${nodes.length} of this architecture`
        : `no node of this architecture has ${words(requirement)}${few}`,
    why: 'kube-scheduler finds no node for its pod, which stays Pending forever',
    fix: near === undefined ? 'label a node like this, or ask for what the nodes have' : `did you mean ${near}?`,
    source: SOURCE,
  };
}

/** The one thing that no node has, where there is such a thing. */
function culprit(spec: NodeSelection, nodes: readonly ClusterNode[]): { path: string; requirement?: Requirement } {
  const nowhere = (requirement: Requirement) => nodes.every((node) => meets(node, requirement) === 'no');
  const selector = selectorRequirements(spec.nodeSelector).find(nowhere);
  if (selector !== undefined) {
    return { path: `nodeSelector["${selector.key}"]`, requirement: selector };
  }
  const path = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';
  const terms = requiredTerms(spec.affinity);
  const [requirement] = terms?.map((term) => term.find(nowhere)) ?? [];
  if (terms?.length === 1 && requirement !== undefined) {
    return { path, requirement };
  }
  return { path: terms === undefined ? 'nodeSelector' : path };
}

function words({ key, operator, values, isField }: Requirement): string {
  const name = isField === true ? 'a name' : `the label ${key}`;
  switch (operator) {
    case 'In':
      return values.length === 1 && isField !== true
        ? `the label ${key}=${values[0]}`
        : `${name} of ${values.join(', ')}`;
    case 'NotIn':
      return `${name} other than ${values.join(', ')}`;
    case 'DoesNotExist':
      return `no label ${key}`;
    case 'Exists':
      return name;
    default:
      return `${name} ${operator} ${values.join(', ')}`;
  }
}

function valuesOf({ key, isField }: Requirement, nodes: readonly ClusterNode[]): string[] {
  const values = nodes.map(({ name, labels }) => (isField === true ? name : own(labels, key)));
  return [...new Set(values.filter((value) => value !== undefined))].sort();
}
