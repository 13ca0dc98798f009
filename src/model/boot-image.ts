import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { BUILT_IN_IMAGES, goldenNamespace, MULTI_ARCH_SINCE } from '../golden-images/facts';
import { parseArchitectures } from '../golden-images/ssp-objects';
import { atLeast } from '../kube/release';
import { hcoRelease, hyperConvergedNodes, type PlatformContext } from './context';
import type { StorageDeclaration } from './data-volume';
import type { GoldenImageReference } from './data-volume-source';
import { cronOf, type GoldenImageDeclaration } from './golden-image';

/** The data source behind a golden image, and what is wrong with that. */
interface GoldenImageSource {
  readonly reference: { readonly name: string; readonly namespace: string };
  readonly finding?: BootImageText;
}

type BootImageText = Pick<Finding, 'what' | 'why' | 'fix'>;

/**
 * The data source behind a golden image, for one architecture.
 *
 * @param architecture of the VM; nothing where it is not known, or for a volume that belongs to none
 */
export function goldenImageSource(
  { name, architecture: stated }: GoldenImageReference,
  architecture: Architecture | undefined,
  platform: PlatformContext,
): GoldenImageSource {
  return dataSourceOf(name, stated ?? architecture, platform);
}

/** Mistakes in the golden image that fills a volume. */
export function checkGoldenImageSource(
  { source }: StorageDeclaration,
  architecture: Architecture | undefined,
  platform: PlatformContext,
  prefix: string,
): Finding[] {
  if (source?.goldenImage === undefined) {
    return [];
  }
  const { finding } = goldenImageSource(source.goldenImage, architecture, platform);
  const path = `${prefix}source.goldenImage`;
  return finding === undefined ? [] : [{ code: 'PV313', severity: 'error', path, ...finding }];
}

function dataSourceOf(
  name: string,
  architecture: Architecture | undefined,
  platform: PlatformContext,
): GoldenImageSource {
  const { hyperConverged } = platform;
  const declared = platform.goldenImages?.find((image) => image.name === name);
  const builtIn = BUILT_IN_IMAGES.find(({ dataSource }) => dataSource === name);
  const common = declared === undefined ? hyperConverged?.commonBootImageNamespace : undefined;
  const namespace = declared?.namespace ?? common ?? goldenNamespace(platform.target);
  const plain = { name, namespace };
  if (hyperConverged === undefined) {
    // Images that another platform brings: the name without an architecture is all that is certain.
    return { reference: plain };
  }
  if (platform.distribution === 'kubernetes') {
    return { reference: plain, finding: withoutSsp(name) };
  }
  const isOff = declared !== undefined && 'disabled' in declared;
  if (declared === undefined && builtIn === undefined && platform.target.openshiftVirtualization !== undefined) {
    // The product brings images of its own, as those of RHEL, which upstream does not list.
    return { reference: plain };
  }
  if (
    isOff ||
    (declared === undefined && (builtIn === undefined || hyperConverged.enableCommonBootImageImport === false))
  ) {
    return { reference: plain, finding: noImage(name, isOff, platform) };
  }
  const multiArch =
    hyperConverged.enableMultiArchBootImageImport === true && atLeast(hcoRelease(platform), MULTI_ARCH_SINCE);
  const listed = architecturesOf(declared, builtIn);
  if (!multiArch || listed === undefined || architecture === undefined) {
    return { reference: plain };
  }
  const workloads = hyperConvergedNodes(platform)?.workloads;
  const imported = listed.filter((each) => workloads === undefined || workloads.includes(each));
  const reference = { name: `${name}-${architecture}`, namespace };
  return imported.includes(architecture)
    ? { reference }
    : { reference, finding: missing(name, architecture, listed, imported) };
}

/** What is imported by architecture: a built-in image with its own registry keeps its own list. */
function architecturesOf(
  declared: GoldenImageDeclaration | undefined,
  builtIn: (typeof BUILT_IN_IMAGES)[number] | undefined,
): readonly Architecture[] | undefined {
  if (builtIn === undefined) {
    return declared?.architectures;
  }
  const overrides = declared !== undefined && cronOf(declared) === builtIn.cron;
  const registry = declared !== undefined && 'registry' in declared ? declared.registry : undefined;
  const isSame = registry !== undefined && Object.keys(registry).length === 1 && registry.url === builtIn.url;
  return declared === undefined || (overrides && isSame)
    ? parseArchitectures(builtIn.architectures)
    : declared.architectures;
}

function missing(
  name: string,
  architecture: Architecture,
  listed: readonly Architecture[],
  imported: readonly Architecture[],
): BootImageText {
  return listed.includes(architecture)
    ? {
        what: `${name} is not imported for ${architecture}: no workload node has it`,
        why: 'There is no data source for that architecture, so the disk stays pending and the VM does not start',
        fix:
          imported.length === 0
            ? `add ${architecture} nodes`
            : `use ${imported.join(' or ')}, or add ${architecture} nodes`,
      }
    : {
        what: `${name} has no image for ${architecture}, only for ${listed.join(', ') || 'none'}`,
        why: 'There is no data source for that architecture, so the disk stays pending and the VM does not start',
        fix: `add ${architecture} to the architectures of the image if it has it, or boot from another one`,
      };
}

function noImage(name: string, isOff: boolean, { goldenImages = [], hyperConverged }: PlatformContext): BootImageText {
  const builtIn = hyperConverged?.enableCommonBootImageImport === false ? [] : BUILT_IN_IMAGES;
  const off = goldenImages.filter((image) => 'disabled' in image).map((image) => image.name);
  const known = new Set([...goldenImages.map((image) => image.name), ...builtIn.map(({ dataSource }) => dataSource)]);
  return {
    what: isOff ? `the golden image ${name} is disabled` : `there is no golden image "${name}"`,
    why: 'Nothing imports it, so its data source does not exist and the disk stays pending',
    fix: isOff
      ? 'enable it, or boot from another one'
      : chooseFrom(
          name,
          [...known].filter((each) => !off.includes(each)),
        ),
  };
}

function withoutSsp(name: string): BootImageText {
  return {
    what: `${name} is not imported on plain Kubernetes`,
    why: 'HyperConverged deploys SSP on OpenShift only; the data source does not exist and the disk stays pending',
    fix: 'import it with a DataVolume, or boot from a container image',
  };
}
