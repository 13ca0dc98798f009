import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { asText } from '../kube/object';
import { compareReleases, minorOf, parseRelease, type Release } from '../kube/release';
import {
  BUNDLES,
  COMPONENT_NAMES,
  COMPONENTS,
  type Component,
  FACTS_AS_OF,
  KNOWN_RELEASES,
  OPENSHIFT_VIRTUALIZATION,
} from './facts';

/**
 * The releases that one cluster runs, as a user writes them.
 *
 * Always strings: YAML reads a bare `1.10` as `1.1`.
 */
export interface TargetDeclaration {
  /**
   * Release of KubeVirt.
   *
   * @default - what `hco` brings along; otherwise the newest that polyvirt knows
   */
  readonly kubevirt?: string;

  /**
   * Release of the HyperConverged cluster operator. It implies KubeVirt, CDI and SSP.
   *
   * @default - the cluster has none
   */
  readonly hco?: string;

  /**
   * Release of OpenShift Virtualization, as `4.20`. It implies HyperConverged and everything that brings, OpenShift, and the namespaces of
   * the product.
   *
   * @default - HyperConverged is upstream's
   */
  readonly openshiftVirtualization?: string;

  /**
   * Release of the Containerized Data Importer.
   *
   * @default - what `hco` brings along; otherwise unknown
   */
  readonly cdi?: string;

  /**
   * Release of the Scheduling, Scale and Performance operator.
   *
   * @default - what `hco` brings along; otherwise unknown
   */
  readonly ssp?: string;

  /**
   * Release of Kubernetes.
   *
   * @default - unknown
   */
  readonly kubernetes?: string;

  /**
   * Release of Kubermatic's machine-controller.
   *
   * @default - the cluster has none
   */
  readonly machineController?: string;

  /**
   * Release of Argo CD.
   *
   * @default - unknown
   */
  readonly argocd?: string;
}

/** A target with everything that it implies written out. What is absent is unknown, never a guess. */
export interface Target extends Readonly<Partial<Record<Component, Release>>> {
  /** Known for every target: everything that polyvirt writes depends on it. */
  readonly kubevirt: Release;
}

/** Releases that belong together: a layer that says one of them anew replaces the others too. */
const TOGETHER: readonly (keyof TargetDeclaration)[] = ['openshiftVirtualization', 'hco', 'kubevirt', 'cdi', 'ssp'];

/**
 * What is said on top of what was said before.
 *
 * A new HyperConverged brings its own KubeVirt along, and a new KubeVirt does not come from the old HyperConverged.
 */
export function onTop(below: TargetDeclaration, above: TargetDeclaration): TargetDeclaration {
  const replaced: readonly (keyof TargetDeclaration)[] =
    above.hco !== undefined || above.openshiftVirtualization !== undefined
      ? TOGETHER
      : above.kubevirt !== undefined
        ? ['openshiftVirtualization', 'hco']
        : [];
  const kept = Object.entries(below).filter(([key]) => !(replaced as readonly string[]).includes(key));
  return { ...Object.fromEntries(kept), ...above };
}

/** A target and what there is to say about how it was declared. */
interface ResolvedTarget {
  readonly target: Target;
  readonly findings: readonly Finding[];
}

/** The newest release of KubeVirt that the tables speak of. */
export const NEWEST_KUBEVIRT = newest('kubevirt');

/** The newest release of HyperConverged that the tables speak of, without what is known only from a branch. */
export const NEWEST_HCO = newest('hco');

/**
 * Everything that a declared target implies.
 *
 * Total: a target that makes no sense still resolves, to the newest release, so that the rest of the platform can be
 * judged in the same run; the findings say what was wrong.
 */
export function resolveTarget(declaration: TargetDeclaration = {}): ResolvedTarget {
  if (typeof declaration !== 'object' || declaration === null) {
    return { target: { kubevirt: NEWEST_KUBEVIRT }, findings: [notATarget(declaration)] };
  }
  const findings: Finding[] = checkKeys(declaration);
  const written: Partial<Record<Component, Release>> = {};
  for (const component of COMPONENTS) {
    const { release, finding } = readRelease(component, declaration[component]);
    if (finding !== undefined) {
      findings.push(finding);
    }
    if (release !== undefined) {
      written[component] = release;
    }
  }
  const built = OPENSHIFT_VIRTUALIZATION[minorOf(written.openshiftVirtualization ?? '')];
  findings.push(...checkBuilt(built, written));
  if (built !== undefined) {
    written.hco ??= built;
  }
  const bundle = BUNDLES.find((row) => written.hco !== undefined && row.hco === minorOf(written.hco));
  if (bundle !== undefined) {
    findings.push(...checkBundle(bundle, written));
  }
  const implied = bundle === undefined ? {} : { kubevirt: bundle.kubevirt, cdi: bundle.cdi, ssp: bundle.ssp };
  return { target: { kubevirt: NEWEST_KUBEVIRT, ...implied, ...written }, findings };
}

function readRelease(component: Component, written: unknown): { release?: Release; finding?: Finding } {
  if (written === undefined) {
    return {};
  }
  const path = `target.${component}`;
  const name = COMPONENT_NAMES[component];
  if (typeof written !== 'string') {
    return { finding: numericRelease(component, path, asText(written)) };
  }
  const release = parseRelease(written);
  if (release === undefined) {
    return {
      finding: {
        code: 'PV902',
        severity: 'error',
        path,
        what: `"${written}" is not a release of ${name}`,
        why: 'Everything in the manifests depends on the release that the cluster runs',
        fix: `write it as major.minor, for example '${KNOWN_RELEASES[component]?.releases.at(-1) ?? '1.30'}'`,
      },
    };
  }
  return checkKnown(component, release, path);
}

/** A release that was written as a number: what was written can be something else than what was meant. */
export function numericRelease(component: Component, path: string, written: string): Finding {
  return {
    code: 'PV901',
    severity: 'error',
    path,
    what: `the release of ${COMPONENT_NAMES[component]} is written as the number ${written}`,
    why: 'YAML and TypeScript read a bare 1.10 as 1.1, so a number cannot be trusted to be the release you run',
    fix: `write it in quotes, as '${written}' or the release that you meant`,
  };
}

/** Places a release in the tables: too old is rejected, too new is taken as the newest that they know. */
function checkKnown(component: Component, release: Release, path: string): { release: Release; finding?: Finding } {
  const known = KNOWN_RELEASES[component];
  if (known === undefined) {
    return { release };
  }
  const name = COMPONENT_NAMES[component];
  const oldest = known.releases[0]!;
  const latest = known.branch ?? newest(component);
  const minor = minorOf(release);
  if (compareReleases(minor, oldest) < 0) {
    return {
      release: oldest,
      finding: {
        code: 'PV903',
        severity: 'error',
        path,
        what: `${name} ${release} is older than ${oldest}, the first release that polyvirt knows`,
        why: 'It is unknown what such a cluster accepts, ignores or rejects',
        fix: `upgrade the cluster to ${oldest} or later`,
        source: known.source,
      },
    };
  }
  if (compareReleases(minor, latest) > 0) {
    return {
      release: latest,
      finding: {
        code: 'PV904',
        severity: 'info',
        path,
        what:
          `${name} ${release} is newer than ${latest}, the last release that polyvirt knows (data as of ` +
          `${FACTS_AS_OF})`,
        why: `The manifests are written for ${latest}; later changes are not taken into account`,
        fix: 'look for a newer polyvirt, or compare with the release notes of upstream',
        source: known.source,
      },
    };
  }
  if (minor === known.branch) {
    return {
      release,
      finding: {
        code: 'PV906',
        severity: 'info',
        path,
        what: `${name} ${minor} is known only from its branch`,
        why: 'It was not released when polyvirt’s data was collected, so it may have changed',
        fix: `check the first apply on a test cluster, or target '${newest(component)}'`,
        source: known.source,
      },
    };
  }
  return { release };
}

/** What the product is built of, where the target sets something else. */
function checkBuilt(built: Release | undefined, { hco, openshiftVirtualization }: Partial<Target>): Finding[] {
  return built === undefined || hco === undefined || minorOf(hco) === built
    ? []
    : [
        {
          code: 'PV905',
          severity: 'warning',
          path: 'target.hco',
          what:
            `OpenShift Virtualization ${openshiftVirtualization} is built of HyperConverged ${built}, but the ` +
            `target is ${hco}`,
          why: 'The product installs its own release; another one is not what runs',
          fix: `leave hco out, or write '${built}'`,
        },
      ];
}

function checkBundle(bundle: (typeof BUNDLES)[number], written: Partial<Record<Component, Release>>): Finding[] {
  return (['kubevirt', 'cdi', 'ssp'] as const).flatMap((component) => {
    const release = written[component];
    if (release === undefined || minorOf(release) === minorOf(bundle[component])) {
      return [];
    }
    const name = COMPONENT_NAMES[component];
    return [
      {
        code: 'PV905',
        severity: 'warning' as const,
        path: `target.${component}`,
        what: `HyperConverged ${bundle.hco} ships ${name} ${bundle[component]}, but the target is ${release}`,
        why:
          'HyperConverged installs its own release; another one either does not run or is a combination that ' +
          'upstream does not test',
        fix: `leave ${component} out, or write '${bundle[component]}'`,
        source: bundle.source,
      },
    ];
  });
}

function notATarget(written: unknown): Finding {
  return {
    code: 'PV003',
    severity: 'error',
    path: 'target',
    what: `${shownValue(written)} is not a target`,
    why: 'A cluster runs several components, each with its own release',
    fix: "name the component, as in target: { kubevirt: '1.9' }",
  };
}

function checkKeys(declaration: TargetDeclaration): Finding[] {
  return Object.keys(declaration)
    .filter((key) => !(COMPONENTS as readonly string[]).includes(key))
    .map((key) => ({
      code: 'PV003',
      severity: 'error' as const,
      path: `target.${key}`,
      what: `a target has no "${key}"`,
      why: 'A release that polyvirt does not read has no effect on the manifests',
      fix: chooseFrom(key, COMPONENTS),
    }));
}

function newest(component: Component): Release {
  return KNOWN_RELEASES[component]!.releases.at(-1)!;
}

/** A component that a cluster is upgraded by: KubeVirt itself, or HyperConverged, which brings it along. */
type LeadingComponent = 'kubevirt' | 'hco';

/** One release of it. */
export interface NamedRelease {
  readonly component: LeadingComponent;
  readonly release: Release;
}

const NAMED = /^(?:(kubevirt|hco)[:=])?(.*)$/is;

/**
 * Reads a release as a command line names it: `1.9` of KubeVirt, `hco:1.19` of HyperConverged.
 *
 * A release that the tables do not know is an error here: a comparison with it would find nothing, and say so.
 */
export function readNamedRelease(text: string): {
  readonly named: NamedRelease;
  readonly findings: readonly Finding[];
} {
  const [, prefix = 'kubevirt', written = ''] = NAMED.exec(text.trim())!;
  const component = prefix.toLowerCase() as LeadingComponent;
  const { target, findings } = resolveTarget({ [component]: written });
  return {
    named: { component, release: target[component]! },
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.code === 'PV904' ? { severity: 'error' as const, why: UNKNOWN } : {}),
    })),
  };
}

const UNKNOWN = 'What it changes is not in the tables, so a comparison with it would find nothing';

/** A release as it is named: `1.9`, `hco:1.19`. */
export function nameOfRelease({ component, release }: NamedRelease): string {
  return component === 'hco' ? `hco:${release}` : release;
}

/** A target with another release; what HyperConverged brings along goes with it. */
export function retargeted(declared: TargetDeclaration, { component, release }: NamedRelease): TargetDeclaration {
  if (component === 'kubevirt') {
    return { ...declared, kubevirt: release };
  }
  const { kubevirt, cdi, ssp, ...rest } = declared;
  const bundle = BUNDLES.find(({ hco }) => hco === minorOf(release));
  // Where a bundle is not known, what was written is better than nothing.
  return { ...rest, ...(bundle === undefined ? { kubevirt, cdi, ssp } : {}), hco: release };
}
