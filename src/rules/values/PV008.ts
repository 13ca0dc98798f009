import { kindOf } from '../../cluster/instance-of';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { type FindingRule, type Found, NOTHING_WRONG, type Said } from '../rule';
import { type Lifetime, lifetimeMistakes, spanOf } from './certificates';

export const PV008: FindingRule = {
  code: 'PV008',
  severity: 'error',
  title: 'HyperConverged resource that its webhook rejects',
  page: () => ({
    meaning:
      'A HyperConverged resource has a value that the webhook of its operator rejects: certificates that last ' +
      'less than ten minutes, are renewed before they are issued or outlive their CA; a custom TLS profile ' +
      'without a version or with ciphers that cannot work; two lists of mediated devices that differ.',
    impact: 'Creating the resource is rejected, and so is every update, even if it changes something else.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Apply the fix in the finding.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        certConfig:
          server: { duration: 72h, renewBefore: 12h }
    `,
    output: `
      error PV008 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:7:25, spec.certConfig.server.duration: certificates last 72h, and their CA 48h.
        The webhook of HyperConverged rejects the resource. Fix: write a shorter duration of server, or a longer one of ca.
    `,
  }),
  rule: () => ({
    object: (object) => (kindOf(object) === 'HyperConverged.hco.kubevirt.io' ? checkResource(object) : NOTHING_WRONG),
  }),
};

/** Where a version of the API has a part. */
const PLACES = {
  certificates: ['spec.certConfig', 'spec.security.certConfig'],
  tls: ['spec.tlsSecurityProfile', 'spec.security.tlsSecurityProfile'],
  mediated: ['spec.mediatedDevicesConfiguration', 'spec.virtualization.mediatedDevicesConfiguration'],
} as const;

function refused(path: string, what: string, fix: string): Said {
  return {
    code: 'PV008',
    path,
    what,
    fix,
    why: 'The webhook of HyperConverged rejects the resource',
    source: 'HCO v1.18.1 pkg/webhooks/validator/validator.go',
  };
}

function* checkResource(object: KubeObject): Found {
  const parts = (places: readonly string[]) =>
    places.flatMap((path) => {
      const value = valueAt(object, path);
      return isMap(value) ? [{ path, value }] : [];
    });
  for (const { path, value } of parts(PLACES.certificates)) {
    yield* checkCertificates(path, value);
  }
  for (const { path, value } of parts(PLACES.tls)) {
    yield* checkTls(path, value);
  }
  for (const { path, value } of parts(PLACES.mediated)) {
    yield* checkMediated(path, value);
  }
}

type Values = Readonly<Record<string, unknown>>;

const HOUR = 3_600_000;
const TEN_MINUTES = HOUR / 6;

/** What the CRD fills in. */
const USUAL = {
  ca: { duration: 48 * HOUR, renewBefore: 24 * HOUR },
  server: { duration: 24 * HOUR, renewBefore: 12 * HOUR },
} as const;

function* checkCertificates(path: string, written: Values): Found {
  const lifetimeOf = (of: 'ca' | 'server'): Lifetime => {
    const { duration, renewBefore } = isMap(written[of]) ? written[of] : {};
    return {
      duration: spanOf(duration, USUAL[of].duration),
      renewBefore: spanOf(renewBefore, USUAL[of].renewBefore),
    };
  };
  const lifetimes = { ca: lifetimeOf('ca'), server: lifetimeOf('server') };
  for (const [of, lifetime] of Object.entries(lifetimes)) {
    for (const key of ['duration', 'renewBefore'] as const) {
      if (lifetime[key].ms < TEN_MINUTES) {
        yield refused(`${path}.${of}.${key}`, `${lifetime[key].shown} is less than ten minutes`, 'write 10m or more');
      }
    }
  }
  for (const [at, what, fix] of lifetimeMistakes(lifetimes.ca, lifetimes.server)) {
    yield refused(`${path}.${at}`, what, fix);
  }
}

const VERSIONS = ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'];

/** One of them is what HTTP/2 cannot do without. */
const HTTP2_CIPHERS = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-GCM-SHA256'];

function* checkTls(path: string, { type, custom }: Values): Found {
  if (!isMap(custom)) {
    if (type === 'Custom') {
      yield refused(
        `${path}.custom`,
        'the profile is Custom, and custom is not there',
        'write custom, or another type',
      );
    }
    return;
  }
  const version = custom.minTLSVersion;
  const ciphers = Array.isArray(custom.ciphers) ? (custom.ciphers as unknown[]) : [];
  if (typeof version !== 'string' || !VERSIONS.includes(version)) {
    yield refused(
      `${path}.custom.minTLSVersion`,
      version === undefined ? 'there is no minTLSVersion' : `${shownValue(version)} is no version of TLS`,
      `write one of ${VERSIONS.join(', ')}`,
    );
  } else if (version === 'VersionTLS13' && ciphers.length > 0) {
    yield refused(
      `${path}.custom.ciphers`,
      'TLS 1.3 has ciphers of its own',
      'leave ciphers out, or write minTLSVersion: VersionTLS12',
    );
  } else if (version !== 'VersionTLS13' && !ciphers.some((each) => HTTP2_CIPHERS.includes(each as string))) {
    yield refused(
      `${path}.custom.ciphers`,
      'there is none of the ciphers that HTTP/2 asks for',
      `add ${HTTP2_CIPHERS.join(' or ')}`,
    );
  }
}

/** Of the old name and the new one, both may be there only where they say the same. */
function* checkMediated(path: string, configuration: Values): Found {
  const nodes = Array.isArray(configuration.nodeMediatedDeviceTypes) ? configuration.nodeMediatedDeviceTypes : [];
  const all = [[path, configuration], ...nodes.map((each, i) => [`${path}.nodeMediatedDeviceTypes[${i}]`, each])];
  for (const [at, value] of all as [string, unknown][]) {
    const { mediatedDevicesTypes: old, mediatedDeviceTypes: types } = isMap(value) ? value : {};
    const areBoth = [old, types].every((list) => Array.isArray(list) && list.length > 0);
    if (areBoth && JSON.stringify(old) !== JSON.stringify(types)) {
      yield refused(
        `${at}.mediatedDevicesTypes`,
        'mediatedDevicesTypes sets something else than mediatedDeviceTypes',
        'keep mediatedDeviceTypes only',
      );
    }
  }
}
