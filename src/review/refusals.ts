import type { Finding } from '../findings/finding';
import { AT_ONCE } from '../rules/report';
import type { Effect } from './effects/effect';

/** What a finding that appears on an object means for the change that brings it. */
interface RefusalRow {
  readonly code: string;
  /** Which findings of the code. */
  readonly when?: (finding: Finding) => boolean;
  /** Of a VM that exists: what is only asked when a guest is made shows at its next start. */
  readonly later?: true;
}

/** Findings that say that a component refuses the object. */
const ROWS: readonly RefusalRow[] = [
  { code: 'PV006' },
  { code: 'PV007' },
  { code: 'PV041' },
  { code: 'PV042' },
  { code: 'PV043' },
  { code: 'PV044' },
  { code: 'PV046' },
  { code: 'PV047' },
  { code: 'PV049' },
  { code: 'PV105', when: ({ path = '', what }) => path.endsWith('machine.type') || what.startsWith('there is no bus') },
  { code: 'PV105', later: true },
  { code: 'PV111' },
  { code: 'PV207' },
  { code: 'PV208', when: ({ why }) => why.startsWith('Admission refuses') },
  { code: 'PV315' },
  { code: 'PV318' },
];

/**
 * What virt-api asks of a VirtualMachine itself, it asks at each change; the kind of an instancetype only when one is made.
 *
 * kubevirt v1.9.0 pkg/virt-api/webhooks/validating-webhook/admitters/vms-admitter.go
 */
function isAtOnce({ why, path = '' }: Finding, change: string): boolean {
  return why.startsWith(AT_ONCE) && !(change === 'modified' && MATCHER_KIND.test(path));
}

const MATCHER_KIND = /\b(instancetype|preference)\.kind$/;

const AT_ANY_TIME: Omit<RefusalRow, 'code'> = {};

/** What the worst finding that a change brings makes of it; nothing where none is a refusal. */
export function refusalOf(appeared: readonly Finding[], change: 'added' | 'modified' | 'renamed'): Effect | undefined {
  const found = appeared
    .filter(({ severity }) => severity === 'error')
    .flatMap((finding) => {
      const row = isAtOnce(finding, change)
        ? AT_ANY_TIME
        : ROWS.find(({ code, when }) => code === finding.code && (when === undefined || when(finding)));
      return row === undefined ? [] : [{ finding, isLater: row.later === true && change === 'modified' }];
    })
    .sort((a, b) => Number(a.isLater) - Number(b.isLater));
  const [first] = found;
  if (first === undefined) {
    return undefined;
  }
  const { finding, isLater } = first;
  const source = finding.source ?? 'polyvirt check';
  return isLater
    ? {
        effect: 'next-start-fails',
        severity: 'disruptive',
        text: `It runs on, and cannot be started any more: ${finding.what} (${finding.code}).`,
        source,
      }
    : {
        effect: 'rejected',
        severity: 'rejected',
        text: `Refused: ${finding.what} (${finding.code}).`,
        source,
      };
}
