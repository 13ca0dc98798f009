import { ADMISSION_ROWS } from './admission-rows';
import type { InstanceRow } from './instance-row';

/** One thing that the creation of an instance refuses. */
export interface AdmissionRow extends Omit<InstanceRow, 'tell'> {
  /** Whether a VirtualMachine is refused at once, or only the instance that it makes later. */
  readonly at: 'machine' | 'instance';
  readonly source: string;
}

const WHY: Readonly<Record<AdmissionRow['at'], string>> = {
  machine: 'KubeVirt’s admission refuses it',
  instance: 'KubeVirt refuses the instance; a VirtualMachine is accepted and shown as synced, and then never starts',
};

/** What KubeVirt would refuse when it creates an instance. */
export const ADMISSION: readonly InstanceRow[] = ADMISSION_ROWS.map((row) => ({
  ...row,
  tell: (refusal) => ({ code: 'PV105', severity: 'error', ...refusal, why: WHY[row.at], source: row.source }),
}));
