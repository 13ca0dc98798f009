import { checkObjects } from '../src/check/check';
import type { Finding } from '../src/findings/finding';
import { virtualMachine } from '../src/manifests/virtual-machine';
import { checkVirtualMachine } from '../src/platform/check-virtual-machine';
import { clusterArchitectures, type PlatformContext } from '../src/platform/context';
import { declaredPath } from '../src/platform/declared-path';
import type { VirtualMachineDeclaration } from '../src/platform/virtual-machine';

/** What there is to say about a declared machine and about the object that it makes, at the keys that say it. */
export function findingsOfMachine(declaration: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const object = virtualMachine(declaration, platform);
  const found = checkObjects([object], { ...platform, architectures: clusterArchitectures(platform) });
  return [
    ...checkVirtualMachine(declaration, platform),
    ...found.map((finding) => ({ ...finding, path: declaredPath(finding) ?? finding.path ?? '' })),
  ];
}
