import { checkArchitecture } from '../architectures/architecture';
import type { Finding } from '../findings/finding';
import { judgeHcoGate } from '../gates/judge-hco';
import { MULTI_ARCH_SINCE, MULTI_ARCH_SWITCH } from '../golden-images/facts';
import { atLeast } from '../kube/release';
import { HCO_V1, servesHcoV1 } from '../target/hco-api';
import { NEWEST_HCO } from '../target/resolve';
import { checkLabels } from './check-metadata';
import { checkComponentPlacement } from './check-placement';
import { hcoRelease, type PlatformContext } from './context';
import type { HyperConvergedDeclaration } from './hyper-converged';

/** What is wrong with a HyperConverged as declared. What its operators make of it is judged on the object. */
export function checkHyperConverged(declaration: HyperConvergedDeclaration, platform: PlatformContext): Finding[] {
  const placements = (['workloads', 'infra'] as const).map((key) => [key, declaration[key]] as const);
  return [
    ...checkTarget(platform),
    ...checkSwitch(declaration, platform),
    ...checkVersion(declaration, platform),
    ...checkGates(declaration, platform),
    ...placements.flatMap(([key, placement]) => [
      ...(placement?.architectures ?? []).flatMap((each, i) => checkArchitecture(each, `${key}.architectures[${i}]`)),
      ...checkLabels(placement?.nodeSelector ?? {}, `${key}.nodeSelector`, true),
      ...checkComponentPlacement(placement, key),
    ]),
  ];
}

function checkTarget({ target }: PlatformContext): Finding[] {
  return target.hco !== undefined
    ? []
    : [
        {
          code: 'PV004',
          severity: 'error',
          what: 'the target does not say which HyperConverged the cluster runs',
          why: 'It brings its own KubeVirt, CDI and SSP, and its resource looks different from release to release',
          fix: `write the release into the target, as hco: '${NEWEST_HCO}'`,
        },
      ];
}

/** The switch has a place of its own in each release, which polyvirt knows. */
function checkSwitch(declaration: HyperConvergedDeclaration, platform: PlatformContext): Finding[] {
  const hco = hcoRelease(platform);
  const listed = (['featureGates', 'disabledFeatureGates'] as const).filter((key) =>
    declaration[key]?.includes(MULTI_ARCH_SWITCH),
  );
  return [
    ...listed.map((path) => ({
      code: 'PV311',
      severity: 'error' as const,
      path,
      what: `${MULTI_ARCH_SWITCH} is listed as a gate`,
      why: 'From 1.19 it is a field, and a gate beside it is denied or undone by the webhook',
      fix: `write ${MULTI_ARCH_SWITCH}: ${path === 'featureGates'} instead, which goes where the release wants it`,
    })),
    ...(declaration.enableMultiArchBootImageImport === undefined || atLeast(hco, MULTI_ARCH_SINCE)
      ? []
      : [
          {
            code: 'PV907',
            severity: 'error' as const,
            path: MULTI_ARCH_SWITCH,
            what: `HyperConverged ${hco} does not import images by architecture`,
            why: 'The API server would prune or refuse the switch, so it is left out of the manifest',
            fix: `leave it out, or target HyperConverged ${MULTI_ARCH_SINCE} or later`,
            source: 'HCO pull request 3521, first in v1.16.0',
          },
        ]),
  ];
}

function checkVersion({ version }: HyperConvergedDeclaration, platform: PlatformContext): Finding[] {
  const hco = hcoRelease(platform);
  return version !== 'v1' || servesHcoV1(hco)
    ? []
    : [
        {
          code: 'PV907',
          severity: 'error',
          path: 'version',
          what: `HyperConverged ${hco} does not serve v1`,
          why: 'The API server knows no such resource and refuses it',
          fix: `leave it out, or target HyperConverged ${HCO_V1.served.since} or later`,
          source: 'HCO v1.18.0 deploy/crds/hco00.crd.yaml',
        },
      ];
}

/** Gates that this release does not know, or takes and ignores. */
function checkGates(declaration: HyperConvergedDeclaration, platform: PlatformContext): Finding[] {
  const hco = hcoRelease(platform);
  return (
    [
      ['featureGates', 'on'],
      ['disabledFeatureGates', 'off'],
    ] as const
  ).flatMap(([path, state]) =>
    (declaration[path] ?? []).flatMap((name): Finding[] => {
      const judged = judgeHcoGate(name, state, hco);
      return judged === undefined ? [] : [{ ...judged, path }];
    }),
  );
}
