/**
 * A feature gate that no KubeVirt of the tables registers: one of your own build.
 *
 * It also needs a stage under `supportByArch` of the platform, or it counts as a mistake.
 */
export class CustomGate {
  /** The gate of this name. */
  public static named(name: string): CustomGate {
    return new CustomGate(name);
  }

  private constructor(public readonly declaration: string) {}
}

/** Names of gates, of KubeVirt's and of one's own. */
export function gateNames(gates: readonly (string | CustomGate)[]): string[] {
  return gates.map((gate) => (typeof gate === 'string' ? gate : gate.declaration));
}
