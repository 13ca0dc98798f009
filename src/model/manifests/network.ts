import type { Interface, VirtualMachineInstanceNetwork } from '../../../imports/kubevirt';
import { compact, nonEmpty } from '../../kube/object';
import type { NetworkDeclaration } from '../network';

/** How one network appears in an instance: as the guest's card, and as the network behind it. */
export interface NetworkParts {
  readonly card: Interface;
  readonly network: VirtualMachineInstanceNetwork;
}

/** Card and network of one declared network. */
export function networkParts(declaration: NetworkDeclaration): NetworkParts {
  const { name, binding, macAddress, model, ports, bootOrder } = declaration;
  const source = 'pod' in declaration ? { pod: declaration.pod } : { multus: declaration.multus };
  return {
    card: { name, [binding]: {}, ...compact({ bootOrder, macAddress, model, ports: nonEmpty(ports) }) },
    network: { name, ...source },
  };
}
