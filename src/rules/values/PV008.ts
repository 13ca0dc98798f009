import { kindOf } from '../../cluster/instance-of';
import { shownValue } from '../../findings/secrets/shown-value';
import { parseDuration } from '../../kube/duration';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { type FindingRule, type Found, NOTHING_WRONG, type Said } from '../rule';

export const PV008: FindingRule = {
  code: 'PV008',
  severity: 'error',
  title: 'HyperConverged that its webhook refuses',
  page: () => ({
    meaning:
      'A HyperConverged resource has a value that the webhook of its operator refuses: certificates that last less than ten ' +
      'minutes, that are renewed before they are made or outlive their CA; a custom TLS profile without a version, or with ' +
      'ciphers that cannot work; two lists of mediated devices that differ.',
    impact:
      'The resource is refused, when it is made and with every change of it, also one that changes something else.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Write what the finding asks for.',
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
        The webhook of HyperConverged refuses the resource. Fix: write a shorter duration of server, or a longer one of ca.
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
    why: 'The webhook of HyperConverged refuses the resource',
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

/** What the CRD fills in. */
const USUAL = {
  ca: { duration: '48h', renewBefore: '24h' },
  server: { duration: '24h', renewBefore: '12h' },
} as const;

const TEN_MINUTES = 600_000;

function* checkCertificates(path: string, written: Values): Found {
  const [ca, server] = (['ca', 'server'] as const).map((of) => ({
    of,
    ...USUAL[of],
    ...(isMap(written[of]) ? written[of] : {}),
  })) as [Certificate, Certificate];
  for (const { of, duration, renewBefore } of [ca, server]) {
    for (const [key, value] of Object.entries({ duration, renewBefore })) {
      if (span(value) < TEN_MINUTES) {
        yield refused(`${path}.${of}.${key}`, `${asText(value)} is less than ten minutes`, 'write 10m or more');
      }
    }
    if (span(duration) < span(renewBefore)) {
      yield refused(
        `${path}.${of}.renewBefore`,
        `${of === 'ca' ? 'the CA is' : 'certificates are'} renewed ${asText(renewBefore)} before the end, of ${asText(duration)} in all`,
        'write a shorter renewBefore, or a longer duration',
      );
    }
  }
  if (span(ca.duration) < span(server.duration)) {
    yield refused(
      `${path}.server.duration`,
      `certificates last ${asText(server.duration)}, and their CA ${asText(ca.duration)}`,
      'write a shorter duration of server, or a longer one of ca',
    );
  }
}

interface Certificate {
  readonly of: 'ca' | 'server';
  readonly duration: unknown;
  readonly renewBefore: unknown;
}

/** What is no duration is not compared: NaN is neither less nor more, and its structure is judged elsewhere. */
function span(written: unknown): number {
  return (typeof written === 'string' ? parseDuration(written) : undefined) ?? Number.NaN;
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
        'mediatedDevicesTypes says something else than mediatedDeviceTypes',
        'keep mediatedDeviceTypes only',
      );
    }
  }
}
