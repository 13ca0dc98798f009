import type { Architecture } from '../architectures/facts';
import type { GateState } from '../gates/check-fields';
import type { HypervisorDeclaration } from '../hypervisors/declaration';
import type { Target } from '../target/target';

/** What policies ask of a cluster: what the rules of `check` ask, as far as CEL can be told. */
export interface PolicyFacts {
  readonly target: Target;
  /** The architecture of a VM that names none; nothing where that is not known. */
  readonly defaultArchitecture?: string | undefined;
  /** That of virt-api itself; nothing where that is not known. */
  readonly apiArchitecture?: Architecture | undefined;
  readonly architectures: readonly Architecture[];
  /** Which machine types guests of an architecture may have, and get, where the cluster says so. */
  readonly machineTypes: (architecture: Architecture) => {
    readonly emulatedMachines?: readonly string[];
    readonly machineType?: string;
  };
  readonly gates: GateState;
  /** Resources of the cluster that are NVIDIA Grace GPUs. */
  readonly graceDevices: ReadonlySet<string>;
  /** The eviction strategy of guests that set none, where the cluster says one. */
  readonly evictionStrategy?: string | undefined;
  /** The hypervisor of a VM that names none. */
  readonly clusterHypervisor: string;
  /** Hypervisors of the platform's own; nothing where no platform says anything of hypervisors. */
  readonly declaredHypervisors?: readonly HypervisorDeclaration[] | undefined;
}
