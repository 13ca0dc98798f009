import type { Finding } from '../findings/finding';
import type { HypervisorDeclaration, HypervisorOptions } from './declaration';
import { readDeclaration } from './read-declaration';

/** A hypervisor of a platform: which one, and how it reaches the cluster. */
export class Hypervisor {
  /** One of the catalogue, which `polyvirt hypervisors` prints. */
  public static of(name: string, options: HypervisorOptions = {}): Hypervisor {
    return new Hypervisor({ ...options, name });
  }

  /** One of your own. With `extends` it says only what differs; without, everything. */
  public static define(definition: HypervisorDeclaration): Hypervisor {
    return new Hypervisor(definition);
  }

  /** What was said, as far as it can be read. */
  public readonly declaration: HypervisorDeclaration;
  /** What could not be read; the platform says it. */
  public readonly findings: readonly Finding[];

  private constructor(given: unknown) {
    const { declaration, findings } = readDeclaration(given);
    this.declaration = declaration;
    this.findings = findings;
  }
}
