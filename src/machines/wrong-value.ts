import type { Finding } from '../findings/finding';

/** Why a value matters that the webhook looks at. */
export const AT_ONCE = 'The webhook of the controller refuses the MachineDeployment';

/** Why one matters that it lets through. */
export const LATER = 'The MachineDeployment is accepted, and KubeVirt then refuses each of its machines';

/** A value that a pool of machines cannot have. */
export function wrong(path: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV603',
    severity: 'error',
    path,
    what,
    why,
    fix,
    source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
  };
}
