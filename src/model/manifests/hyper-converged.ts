import type { FeatureGate } from '../../../imports/hco';
import type { Finding } from '../../findings/finding';
import { hcoGateOf } from '../../gates/hco';
import { judgeHcoGate } from '../../gates/judge-hco';
import {
  HYPERCONVERGED_NAME,
  hyperConvergedNamespace,
  MULTI_ARCH_SINCE,
  MULTI_ARCH_SWITCH,
} from '../../golden-images/facts';
import type { KubeObject, MutableFields, ObjectMeta } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import { HCO_V1, type HyperConvergedVersion, preferredVersion, servesHcoV1, storesHcoV1 } from '../../target/facts';
import { NEWEST_HCO } from '../../target/target';
import { checkEscapes } from '../check-escapes';
import { hcoRelease, type PlatformContext } from '../context';
import { type Escaping, withEscapes } from '../escape-hatch';
import type { GoldenImageDeclaration } from '../golden-image';
import { HYPER_CONVERGED, type HyperConvergedDeclaration } from '../hyper-converged';
import type { HyperConvergedContext } from '../hyper-converged-parts';
import { leftOutOfPlacement } from '../placement-spec';
import { readBack } from '../read-back';
import { put, writeTable } from '../rows/row';
import { dataImportCronTemplate } from './golden-image';
import { hypervisorConfig } from './hypervisor-config';
import { inOrder } from './in-order';

/** The HyperConverged resource of a cluster, in the version that its release stores. */
export function hyperConverged(
  declaration: HyperConvergedDeclaration,
  images: readonly GoldenImageDeclaration[],
  platform: PlatformContext,
): KubeObject {
  return withEscapes(hyperConvergedOfKeys(declaration, images, platform), declaration as Escaping);
}

/** The same without what is laid over it. */
function hyperConvergedOfKeys(
  declaration: HyperConvergedDeclaration,
  images: readonly GoldenImageDeclaration[],
  platform: PlatformContext,
): KubeObject {
  const context = contextOf(declaration, platform);
  const { version, hco } = context;
  const object: MutableFields = {
    metadata: { name: HYPERCONVERGED_NAME, namespace: hyperConvergedNamespace(platform.target) },
    spec: {},
  };
  writeTable(HYPER_CONVERGED, declaration, object, context);
  // HyperConverged turns the gate on itself where the list is there.
  const { hypervisors } = hypervisorConfig({ ...platform, hyperConverged: declaration });
  if (hypervisors !== undefined) {
    put(object, ['spec', ...(version === 'v1' ? ['virtualization'] : []), 'hypervisors'], hypervisors);
  }
  if (images.length > 0) {
    put(
      object,
      templatesOf(version),
      images.map((image) => dataImportCronTemplate(image, hco)),
    );
  }
  const { featureGates, ...rest } = object.spec as MutableFields;
  return {
    apiVersion: `hco.kubevirt.io/${version}`,
    kind: 'HyperConverged',
    metadata: object.metadata as ObjectMeta,
    spec:
      version === 'v1'
        ? inOrder(object.spec as object, 1)
        : { ...(featureGates === undefined ? {} : { featureGates }), ...inOrder(rest) },
  };
}

/** Where a version of the API has the images. */
function templatesOf(version: HyperConvergedVersion): string[] {
  return ['spec', ...(version === 'v1' ? ['workloadSources'] : []), 'dataImportCronTemplates'];
}

function contextOf(declaration: HyperConvergedDeclaration, platform: PlatformContext): HyperConvergedContext {
  const hco = hcoRelease(platform);
  const { enableMultiArchBootImageImport: multiArch } = declaration;
  return {
    platform,
    hco,
    version: writtenVersion(declaration, hco),
    gates: gateList({ declaration, hco, multiArch }),
  };
}

/** A HyperConverged resource as a declaration that makes the same object again; its images are in `spec`. */
export function readHyperConverged(object: KubeObject, platform: PlatformContext): HyperConvergedDeclaration {
  const hco = hcoRelease(platform);
  const version = object.apiVersion === 'hco.kubevirt.io/v1' ? 'v1' : 'v1beta1';
  return readBack(HYPER_CONVERGED, object, { platform, hco, version, gates: [] }, (declaration) =>
    hyperConvergedOfKeys(declaration, [], platform),
  );
}

interface Gates {
  readonly declaration: HyperConvergedDeclaration;
  readonly hco: Release;
  readonly multiArch: boolean | undefined;
}

/**
 * The gates as v1 lists them.
 *
 * 1.18 stores v1beta1 and reads back in an order of its own, without the state of what is on; what is off by default
 * vanishes. Later releases keep what is written.
 */
function gateList({ declaration, hco, multiArch }: Gates): FeatureGate[] {
  if (storesHcoV1(hco)) {
    return gatesOf(declaration).map(({ name, on }) => ({ name, state: on ? 'Enabled' : 'Disabled' }));
  }
  const all = [...gatesOf(declaration), ...(multiArch === true ? [{ name: MULTI_ARCH_SWITCH, on: true }] : [])];
  const rank = (name: string) => (ORDER_OF_1_18.includes(name) ? ORDER_OF_1_18.indexOf(name) : ORDER_OF_1_18.length);
  return all
    .filter(({ name, on }) => on !== (hcoGateOf(name, hco)?.default ?? false))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .map(({ name, on }) => (on ? { name } : { name, state: 'Disabled' }));
}

/** Source: HCO v1.18.1 api/v1beta1/zz_generated.featuregates_conversion.go. */
const ORDER_OF_1_18: readonly string[] = [
  'downwardMetrics',
  'deployKubeSecondaryDNS',
  'disableMDevConfiguration',
  'persistentReservation',
  'alignCPUs',
  MULTI_ARCH_SWITCH,
  'decentralizedLiveMigration',
  'declarativeHotplugVolumes',
  'videoConfig',
  'objectGraph',
  'incrementalBackup',
  'containerPathVolumes',
];

/** The gates of a declaration without the switch, which has a place of its own. */
function gatesOf({ featureGates = [], disabledFeatureGates = [] }: HyperConvergedDeclaration) {
  return [
    ...featureGates.map((name) => ({ name, on: true })),
    ...disabledFeatureGates.map((name) => ({ name, on: false })),
  ].filter(({ name }) => name !== MULTI_ARCH_SWITCH);
}

/** The version that is written: the declared one where the release serves it. */
export function writtenVersion(
  { version }: Pick<HyperConvergedDeclaration, 'version'>,
  hco: Release,
): HyperConvergedVersion {
  return version === undefined || !serves(version, hco) ? preferredVersion(hco) : version;
}

function serves(version: HyperConvergedVersion, hco: Release): boolean {
  return version !== 'v1' || servesHcoV1(hco);
}

/** What is declared and has no place in the resource of this release. */
export function leftOutOfHyperConverged(declaration: HyperConvergedDeclaration, platform: PlatformContext): Finding[] {
  const hco = hcoRelease(platform);
  const { version, enableMultiArchBootImageImport: multiArch, infra, workloads } = declaration;
  return [
    ...(platform.target.hco === undefined ? [UNKNOWN_RELEASE] : []),
    ...(['featureGates', 'disabledFeatureGates'] as const)
      .filter((path) => declaration[path]?.includes(MULTI_ARCH_SWITCH))
      .map(listedSwitch),
    ...(multiArch === undefined || atLeast(hco, MULTI_ARCH_SINCE) ? [] : [noSwitch(hco)]),
    ...(version === undefined || serves(version, hco) ? [] : [notServed(hco)]),
    ...leftOutOfPlacement(workloads, 'workloads'),
    ...leftOutOfPlacement(infra, 'infra'),
    ...leftOutGates(declaration, hco),
    ...checkEscapes(hyperConvergedOfKeys(declaration, [], platform), declaration as Escaping),
  ];
}

/** Findings about gates that the list of v1 leaves out; the resource itself tells of the others. */
function leftOutGates(declaration: HyperConvergedDeclaration, hco: Release): Finding[] {
  if (writtenVersion(declaration, hco) !== 'v1') {
    return [];
  }
  const written = gateList({ declaration, hco, multiArch: undefined }).map(({ name }) => name);
  return gatesOf(declaration)
    .filter(({ name }) => !written.includes(name))
    .flatMap(({ name, on }) => {
      const judged = judgeHcoGate(name, on ? 'on' : 'off', hco);
      return judged === undefined ? [] : [{ ...judged, path: on ? 'featureGates' : 'disabledFeatureGates' }];
    });
}

const UNKNOWN_RELEASE: Finding = {
  code: 'PV004',
  severity: 'error',
  what: 'the target sets no HyperConverged release',
  why: 'It installs its own KubeVirt, CDI and SSP, and its resource differs between releases',
  fix: `write the release into the target, as hco: '${NEWEST_HCO}'`,
};

/** The switch has a place of its own in each release, which polyvirt knows. */
function listedSwitch(path: 'featureGates' | 'disabledFeatureGates'): Finding {
  return {
    code: 'PV311',
    severity: 'error',
    path,
    what: `${MULTI_ARCH_SWITCH} is listed as a gate`,
    why: 'From 1.19 it is a field, and the webhook rejects or reverts a gate next to it',
    fix: `write ${MULTI_ARCH_SWITCH}: ${path === 'featureGates'} instead, which goes where the release wants it`,
  };
}

function noSwitch(hco: Release): Finding {
  return {
    code: 'PV907',
    severity: 'error',
    path: MULTI_ARCH_SWITCH,
    what: `HyperConverged ${hco} does not import images by architecture`,
    why: 'The API server would prune or reject the switch, so it is left out of the manifest',
    fix: `leave it out, or target HyperConverged ${MULTI_ARCH_SINCE} or later`,
    source: 'HCO pull request 3521, first in v1.16.0',
  };
}

function notServed(hco: Release): Finding {
  return {
    code: 'PV907',
    severity: 'error',
    path: 'version',
    what: `HyperConverged ${hco} does not serve v1`,
    why: 'The API server knows no such resource and rejects it',
    fix: `leave it out, or target HyperConverged ${HCO_V1.served.since} or later`,
    source: HCO_V1.served.source,
  };
}
