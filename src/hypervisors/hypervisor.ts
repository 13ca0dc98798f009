import type { HypervisorDeclaration, HypervisorOptions } from './declaration';

/** A hypervisor of a platform: which one, and how it reaches the cluster. */
export class Hypervisor {
  /** One of the catalogue, which `polyvirt hypervisors` prints. */
  public static of(name: string, options: HypervisorOptions = {}): Hypervisor {
    return new Hypervisor({ name, ...structuredClone(options) });
  }

  /** One of your own. With `extends` it says only what differs; without, everything. */
  public static define(definition: HypervisorDeclaration): Hypervisor {
    return new Hypervisor(structuredClone(definition));
  }

  private constructor(public readonly declaration: HypervisorDeclaration) {}
}
