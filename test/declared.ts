import { checkObjects } from '../src/cluster/judge/apply-rules';
import type { Finding } from '../src/findings/finding';
import { clusterArchitectures, type PlatformContext } from '../src/model/context';
import { declaredPath } from '../src/model/declared-path';
import { kubeVirt } from '../src/model/manifests/kubevirt';
import { leftOutOfVm } from '../src/model/manifests/left-out-of-vm';
import { platformObjects } from '../src/model/manifests/platform';
import { virtualMachine } from '../src/model/manifests/virtual-machine';
import type { PlatformDeclaration } from '../src/model/platform';
import type { VirtualMachineDeclaration } from '../src/model/virtual-machine';

/** Findings about a declared VM and the object that it makes, at the keys that say it. */
export function findingsOfVm(declaration: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const object = virtualMachine(declaration, platform);
  const { kubevirt } = platform;
  const found = checkObjects([object, ...(kubevirt === undefined ? [] : [kubeVirt(kubevirt, platform)])], {
    ...platform,
    architectures: clusterArchitectures(platform),
  }).filter((finding) => finding.object?.kind === object.kind);
  return [
    ...leftOutOfVm(declaration, platform),
    ...found.map((finding) => ({ ...finding, path: declaredPath(finding, object, declaration) ?? finding.path ?? '' })),
  ];
}

/** The same of everything that a platform declares; paths are below the part that declares it. */
export function findingsOfPlatform(declaration: Omit<PlatformDeclaration, 'name'>): Finding[] {
  const { context, objects, findings } = platformObjects({ name: 'p', ...declaration });
  const found = checkObjects(
    objects.map(({ object }) => object),
    { ...context, architectures: clusterArchitectures(context) },
  );
  return [
    ...findings.map(({ finding }) => finding),
    ...found.map((finding) => {
      const made = objects.find(
        ({ object }) => object.kind === finding.object?.kind && object.metadata.name === finding.object.name,
      );
      const part = made?.at.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], declaration);
      return { ...finding, path: declaredPath(finding, made?.object, part) ?? finding.path ?? '' };
    }),
  ];
}

/** Errors and warnings as one line each, in order: `PV101 defaultArchitecture`. */
export function linesOf(findings: readonly Finding[]): string[] {
  return [
    ...new Set(
      findings.filter(({ severity }) => severity !== 'info').map(({ code, path }) => `${code} ${path ?? ''}`.trim()),
    ),
  ].sort();
}
