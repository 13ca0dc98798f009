import { shownValue } from '../../../findings/secrets/shown-value';
import { isMap } from '../../../kube/object';
import { atLeast } from '../../../kube/release';
import type { Found } from '../../rule';
import { amountOf } from '../amounts';
import { fieldsOf, type KindCheck } from './kind-check';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/migrationpolicy-admitter.go';

/** First release that detects migrations which stall. */
const STALLS_SINCE = '1.9';

/** What each factor may be, with three decimal places at most. */
const FACTORS: readonly {
  readonly key: string;
  readonly isWell: (factor: number) => boolean;
  readonly words: string;
}[] = [
  { key: 'ewmaAlpha', isWell: (factor) => factor > 0 && factor <= 1, words: 'more than 0 and at most 1' },
  { key: 'precopyPossibleFactor', isWell: (factor) => factor >= 1, words: 'at least 1' },
  { key: 'patienceWindowDecayFactor', isWell: (factor) => factor >= 0 && factor <= 1, words: '0 to 1' },
  { key: 'completionTimeoutFactor', isWell: (factor) => factor >= 1, words: 'at least 1' },
];

/** What virt-api rejects in a MigrationPolicy. */
export const checkMigrationPolicy: KindCheck = function* ({ spec }, { target }) {
  if (!isMap(spec)) {
    return;
  }
  const { completionTimeoutPerGiB: timeout, bandwidthPerMigration: bandwidth } = spec;
  if (typeof timeout === 'number' && timeout < 0) {
    yield negative('spec.completionTimeoutPerGiB', timeout);
  }
  if (bandwidth !== undefined && amountOf(bandwidth) < 0n) {
    yield negative('spec.bandwidthPerMigration', bandwidth);
  }
  if (atLeast(target.kubevirt, STALLS_SINCE)) {
    yield* checkFactors(fieldsOf(fieldsOf(spec, 'experimental'), 'stallDetector'));
  }
};

function* checkFactors(detector: Readonly<Record<string, unknown>>): Found {
  for (const { key, isWell, words } of FACTORS) {
    const written = detector[key];
    if (typeof written !== 'string') {
      continue;
    }
    const factor = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(written) ? Number(written) : Number.NaN;
    if (!(isWell(factor) && Math.abs(factor - Number(factor.toFixed(3))) <= 1e-9)) {
      yield {
        code: 'PV003',
        path: `spec.experimental.stallDetector.${key}`,
        what: `${shownValue(written)} is not a factor ${words}, with three decimal places at most`,
        fix: `write ${words}`,
        source: SOURCE,
      };
    }
  }
}

function negative(path: string, value: unknown) {
  return {
    code: 'PV003',
    path,
    what: `${shownValue(value)} is less than 0`,
    fix: 'write 0 or more',
    source: SOURCE,
  } as const;
}
