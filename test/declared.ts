import type { Finding } from '../src/findings/finding';
import { checkObjects } from '../src/judge/apply-rules';
import { checkVirtualMachine } from '../src/model/check-virtual-machine';
import { clusterArchitectures, type PlatformContext } from '../src/model/context';
import { declaredPath } from '../src/model/declared-path';
import { virtualMachine } from '../src/model/manifests/virtual-machine';
import type { VirtualMachineDeclaration } from '../src/model/virtual-machine';

/** What there is to say about a declared machine and about the object that it makes, at the keys that say it. */
export function findingsOfMachine(declaration: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const object = virtualMachine(declaration, platform);
  const found = checkObjects([object], { ...platform, architectures: clusterArchitectures(platform) });
  return [
    ...checkVirtualMachine(declaration, platform),
    ...found.map((finding) => ({ ...finding, path: declaredPath(finding) ?? finding.path ?? '' })),
  ];
}
