import { REFUSED_WITH_VM } from '../architectures/instance-row';
import type { Finding } from '../findings/finding';
import { AT_ONCE, LATE } from '../rules/report';
import type { Effect } from './effects/effect';

/** The meaning of a finding for the change that brings it, or that comes upon it. */
interface RefusalRow {
  readonly code?: string;
  /** Which findings of the code; of any code, where none is said. */
  readonly when?: (finding: Finding) => boolean;
  /** Of a VM that exists: what is only asked when a guest is made shows at its next start. */
  readonly isLater?: true;
  /** Whether each change of the object is rejected, also one of another field: virt-api judges the whole new object. */
  readonly isStanding?: true;
  /** Whether only strict validation rejects it: the API server drops the field otherwise. */
  readonly isStrict?: true;
}

/** What virt-api asks only when a VirtualMachine is made, or when its instance is. */
const ONLY_AT_CREATION: readonly RegExp[] = [
  // kubevirt pkg/instancetype/find/spec.go: on a change the VM keeps the revision that it has.
  /\b(instancetype|preference)\.kind$/,
  // kubevirt pkg/network/admitter/discontinued.go, asked by vms-admitter.go for Create.
  /\binterfaces\[[^\]]*\]\.(slirp|passt|macvtap)$/,
];

const isOnlyAtCreation = ({ path = '' }: Finding) => ONLY_AT_CREATION.some((pattern) => pattern.test(path));

/**
 * Findings that say that a component rejects the object; the first row that is about one counts.
 *
 * Source: kubevirt v1.9.0 pkg/virt-api/webhooks/validating-webhook/admitters/vms-admitter.go Admit.
 */
const ROWS: readonly RefusalRow[] = [
  { when: (finding) => isOnlyAtCreation(finding) && isOfAdmission(finding), isLater: true },
  { when: ({ why }) => why.startsWith(AT_ONCE), isStanding: true },
  { when: ({ why }) => why === LATE, isLater: true },
  { code: 'PV006' },
  // Argo CD and kubectl ask for strict validation: argo-cd v3.5 gitops-engine pkg/utils/kube/resource_ops.go, kubectl apply --validate.
  { code: 'PV040', isStrict: true, isStanding: true },
  { code: 'PV045', isStrict: true, isStanding: true },
  { code: 'PV007' },
  { code: 'PV008', isStanding: true },
  { code: 'PV041' },
  { code: 'PV042' },
  { code: 'PV043' },
  { code: 'PV044' },
  { code: 'PV046' },
  { code: 'PV047' },
  { code: 'PV049' },
  { code: 'PV105', when: ({ why }) => why === REFUSED_WITH_VM, isStanding: true },
  { code: 'PV105', isLater: true },
  { code: 'PV111', isStanding: true },
  { code: 'PV207' },
  { code: 'PV208', when: isOfAdmission, isStanding: true },
  { code: 'PV315' },
  { code: 'PV318' },
];

function isOfAdmission({ why }: Finding): boolean {
  return why.startsWith(AT_ONCE) || why.startsWith('Admission rejects');
}

function rowOf(finding: Finding): RefusalRow | undefined {
  return ROWS.find(
    ({ code, when }) => (code === undefined || code === finding.code) && (when === undefined || when(finding)),
  );
}

/** Whether virt-api rejects each change of an object with this finding, whatever the change is about. */
export function isStandingRefusal(finding: Finding): boolean {
  return finding.severity === 'error' && rowOf(finding)?.isStanding === true;
}

/**
 * The worst finding's verdict on a change that brings it, or comes upon it; undefined where none is a refusal.
 *
 * @param options of Argo CD that the object carries
 */
export function refusalOf(
  findings: readonly Finding[],
  change: 'added' | 'modified' | 'renamed',
  options: readonly string[] = [],
): Effect | undefined {
  const found = findings
    .filter(({ severity }) => severity === 'error')
    .flatMap((finding) => {
      const row = rowOf(finding);
      const isAsked = row?.isStrict !== true || !options.includes('Validate=false');
      return row === undefined || !isAsked ? [] : [{ finding, row, isLater: row.isLater === true }];
    })
    // A VM that is made is rejected, or comes and does not start.
    .map(({ finding, row, isLater }) => ({
      finding,
      row,
      isLater: isLater && (change === 'modified' || finding.why === LATE),
    }))
    .sort((a, b) => Number(a.isLater) - Number(b.isLater));
  const [first] = found;
  if (first === undefined) {
    return undefined;
  }
  const { finding, row, isLater } = first;
  const source = finding.source ?? 'polyvirt check';
  return isLater
    ? {
        effect: change === 'modified' ? 'next-start-fails' : 'start-fails',
        severity: 'disruptive',
        text: `${change === 'modified' ? 'It runs on, and cannot be started any more' : 'It is made, and cannot be started'}: ${finding.what} (${finding.code}).`,
        source,
      }
    : {
        effect: 'rejected',
        severity: 'rejected',
        text: `Refused${row.isStrict === true ? ' under strict validation, as Argo CD and kubectl ask for it' : ''}: ${finding.what} (${finding.code}).`,
        ...(row.isStrict === true ? { otherwise: 'the field is dropped, where the sync has Validate=false' } : {}),
        source,
      };
}
