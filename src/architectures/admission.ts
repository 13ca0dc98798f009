import type { Finding } from '../findings/finding';
import type { Release } from '../kube/release';
import { ADMISSION_ROWS } from './admission-rows';
import type { Architecture } from './facts';
import type { InstanceSpec } from './instance-view';
import { type InstanceRow, rowsInForce } from './rows-in-force';

/** What the cluster is configured to, as far as admission asks for it. */
export interface AdmissionContext {
  readonly architecture: Architecture;
  readonly kubevirt: Release;
  /** Globs that replace KubeVirt's own for this architecture. */
  readonly emulatedMachines?: readonly string[] | undefined;
  /** What the cluster writes into guests of every architecture that name no machine type. */
  readonly machineType?: string | undefined;
  /** Whether it is looked at as the template of a VirtualMachine, before defaults, or as an instance. */
  readonly isMachine?: boolean;
}

/** One thing that the creation of an instance refuses. */
export interface AdmissionRow extends InstanceRow {
  /** Whether a VirtualMachine is refused at once, or only the instance that it makes later. */
  readonly at: 'machine' | 'instance';
  readonly refuses: (spec: InstanceSpec, context: AdmissionContext) => readonly Refusal[];
  readonly source: string;
}

/** What is refused, where, and what to write instead. */
export interface Refusal {
  /** Below the instance's spec. */
  readonly path: string;
  readonly what: string;
  readonly fix: string;
  /** What would make it right and what somebody else, as a preference, may add. */
  readonly wants?: string;
}

const WHY: Readonly<Record<AdmissionRow['at'], string>> = {
  machine: 'KubeVirt’s admission refuses it',
  instance: 'KubeVirt refuses the instance; a VirtualMachine is accepted and shown as synced, and then never starts',
};

const rowsOf = rowsInForce(ADMISSION_ROWS);

/** A finding with what would make it right, for whoever knows whether somebody else may add that. */
export type AdmissionFinding = Finding & Pick<Refusal, 'wants'>;

const NOTHING_WRONG: readonly never[] = [];

/** What KubeVirt would refuse when it creates this instance on this architecture. */
export function checkAdmission(spec: InstanceSpec, context: AdmissionContext): readonly AdmissionFinding[] {
  let findings: AdmissionFinding[] | undefined;
  for (const { refuses, at, source } of rowsOf(context.architecture, context.kubevirt).about(spec)) {
    for (const refusal of refuses(spec, context)) {
      findings ??= [];
      findings.push({ code: 'PV105', severity: 'error', ...refusal, why: WHY[at], source });
    }
  }
  return findings ?? NOTHING_WRONG;
}
