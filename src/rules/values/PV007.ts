import { isSet } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { isJson } from '../admission/kinds/kind-check';
import type { FindingRule, Found, Said } from '../rule';
import { lifetimeMistakes, spanOf } from './certificates';

export const PV007: FindingRule = {
  code: 'PV007',
  severity: 'error',
  title: 'KubeVirt resource that cannot be updated',
  page: () => ({
    meaning:
      'A KubeVirt resource has a value that the webhook of virt-operator rejects: a patch that is not JSON, ' +
      'certificates that are renewed before they are issued, a memory overhead below 1, zero replicas of ' +
      'virt-api, ciphers together with TLS 1.3, a seccomp profile without content.',
    impact:
      'The webhook is installed by the KubeVirt that it validates. The first apply is therefore accepted, and ' +
      'every later update is rejected, even if it changes something else.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Apply the fix in the finding before you need to change anything else.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        certificateRotateStrategy:
          selfSigned:
            ca: { duration: 48h, renewBefore: 72h }
    `,
    output: `
      error PV007 KubeVirt kubevirt/kubevirt at example.yaml:8:41, spec.certificateRotateStrategy.selfSigned.ca.renewBefore: the CA is renewed 72h before its end, and lasts 48h.
        The first KubeVirt of a cluster is taken as it is; every later update is rejected. Fix: write a shorter renewBefore, or a longer duration.
    `,
  }),
  rule: () => ({ kubevirt: checkUpdate }),
};

const SOURCE = 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go';
const WHY = 'The first KubeVirt of a cluster is taken as it is; every later update is rejected';
/** Asked only where the part differs from what is on the cluster. */
const WHY_CHANGED = 'An update that changes this part is rejected; a resource created so is taken';

function refused(path: string, what: string, fix: string, why = WHY): Said {
  return { code: 'PV007', path, what, fix, why, source: SOURCE };
}

function* checkUpdate(kubevirt: KubeObject): Found {
  yield* checkPatches(valueAt(kubevirt, 'spec.customizeComponents.patches'));
  yield* checkCertificates(valueAt(kubevirt, SELF_SIGNED));
  const configuration = valueAt(kubevirt, 'spec.configuration');
  if (isMap(configuration)) {
    yield* checkRatio(configuration.additionalGuestMemoryOverheadRatio);
    yield* checkTls(configuration.tlsConfiguration);
    yield* checkSeccomp(configuration.seccompConfiguration);
  }
  if (valueAt(kubevirt, 'spec.infra.replicas') === 0) {
    yield refused('spec.infra.replicas', 'there are no replicas of virt-api and virt-controller', 'write 1 or more');
  }
}

function* checkPatches(patches: unknown): Found {
  for (const [i, item] of (Array.isArray(patches) ? patches : []).entries()) {
    const patch = isMap(item) ? item.patch : undefined;
    if (typeof patch === 'string' && !isJson(patch)) {
      yield refused(`spec.customizeComponents.patches[${i}].patch`, 'the patch is not JSON', 'write JSON, in quotes');
    }
  }
}

const SELF_SIGNED = 'spec.certificateRotateStrategy.selfSigned';
const OLD_KEYS = ['caRotateInterval', 'certRotateInterval', 'caOverlapInterval'];
const [DAY, WEEK] = [24 * 3_600_000, 7 * 24 * 3_600_000];

function* checkCertificates(strategy: unknown): Found {
  if (!isMap(strategy)) {
    return;
  }
  const old = OLD_KEYS.find((key) => isSet(strategy[key]));
  if (old !== undefined && (isSet(strategy.ca) || isSet(strategy.server))) {
    yield refused(`${SELF_SIGNED}.${old}`, `${old} stands beside ca or server`, 'keep ca and server only');
  }
  const [ca, server] = [strategy.ca, strategy.server].map((each) => (isMap(each) ? each : {}));
  // The old keys win where both are there.
  const lifetime = spanOf(strategy.caRotateInterval ?? ca!.duration, WEEK);
  const served = spanOf(strategy.certRotateInterval ?? server!.duration, DAY);
  const mistakes = lifetimeMistakes(
    { duration: lifetime, renewBefore: spanOf(strategy.caOverlapInterval ?? ca!.renewBefore, lifetime.ms / 5) },
    { duration: served, renewBefore: spanOf(server!.renewBefore, served.ms / 5) },
  );
  for (const [path, what, fix] of mistakes) {
    yield refused(`${SELF_SIGNED}.${path}`, what, fix);
  }
}

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Go reads these as numbers too, and none of them is less than 1. */
const ENDLESS = /^(?:\+?inf(?:inity)?|nan)$/i;

function* checkRatio(ratio: unknown): Found {
  if (typeof ratio === 'string' && !ENDLESS.test(ratio) && !(FLOAT.test(ratio) && Number(ratio) >= 1)) {
    yield refused(
      'spec.configuration.additionalGuestMemoryOverheadRatio',
      `${shownValue(ratio)} is not a number, 1 or more`,
      'write a number in quotes, as "1.5"',
    );
  }
}

function* checkTls(tls: unknown): Found {
  const ciphers = isMap(tls) && Array.isArray(tls.ciphers) ? tls.ciphers : [];
  if (!isMap(tls) || ciphers.length === 0) {
    return;
  }
  const path = 'spec.configuration.tlsConfiguration.ciphers';
  const version = tls.minTLSVersion ?? '';
  if (version === '' || version === 'VersionTLS13') {
    yield refused(
      path,
      'TLS 1.3 has ciphers of its own',
      'leave ciphers out, or write minTLSVersion: VersionTLS12',
      WHY_CHANGED,
    );
    return;
  }
  for (const [i, cipher] of ciphers.entries()) {
    if (typeof cipher === 'string' && !CIPHERS.has(cipher)) {
      yield refused(
        `${path}[${i}]`,
        `${shownValue(cipher)} is not a cipher of Go`,
        `write for example ${USUAL_CIPHER}`,
        WHY_CHANGED,
      );
    }
  }
}

const USUAL_CIPHER = 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256';

/** Those that Go has a name for. */
const CIPHERS: ReadonlySet<string> = new Set([
  ...['RC4_128_SHA', '3DES_EDE_CBC_SHA', 'AES_128_CBC_SHA', 'AES_256_CBC_SHA', 'AES_128_CBC_SHA256']
    .concat('AES_128_GCM_SHA256', 'AES_256_GCM_SHA384')
    .map((name) => `TLS_RSA_WITH_${name}`),
  ...['RC4_128_SHA', '3DES_EDE_CBC_SHA', 'AES_128_CBC_SHA', 'AES_256_CBC_SHA', 'AES_128_CBC_SHA256']
    .concat('AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256')
    .map((name) => `TLS_ECDHE_RSA_WITH_${name}`),
  ...['RC4_128_SHA', 'AES_128_CBC_SHA', 'AES_256_CBC_SHA', 'AES_128_CBC_SHA256']
    .concat('AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256')
    .map((name) => `TLS_ECDHE_ECDSA_WITH_${name}`),
  ...['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256'].map((name) => `TLS_${name}`),
]);

function* checkSeccomp(seccomp: unknown): Found {
  const profile = isMap(seccomp) ? seccomp.virtualMachineInstanceProfile : undefined;
  if (!isMap(profile)) {
    return;
  }
  const path = 'spec.configuration.seccompConfiguration.virtualMachineInstanceProfile.customProfile';
  const { customProfile: custom } = profile;
  if (!isMap(custom)) {
    yield refused(
      path,
      'there is no customProfile',
      'write localhostProfile or runtimeDefaultProfile in it',
      WHY_CHANGED,
    );
  } else if (isSet(custom.localhostProfile) && custom.runtimeDefaultProfile === true) {
    yield refused(path, 'localhostProfile and runtimeDefaultProfile are both set', 'keep one of them', WHY_CHANGED);
  }
}
