import type { Finding } from '../findings/finding';
import type { CelTwin } from '../kube/cel';
import { PathTrie } from '../kube/path';
import { holdsIn, type Release, type ReleaseRange } from '../kube/release';
import { ADMISSION_ROWS } from './admission-rows';
import type { Architecture } from './facts';
import type { InstanceSpec } from './instance-view';
import { TRAPS } from './traps';

/** Something that is wrong with instances of some architectures, in some releases of KubeVirt. */
export interface InstanceRow {
  readonly architectures: readonly Architecture[];
  readonly kubevirt: ReleaseRange;
  /** The field that it is about: it says nothing of an instance without. Absent where it asks every instance. */
  readonly about?: string;
  /** Whether it may say something of this value of the field; of any, where absent. */
  readonly when?: (value: unknown) => boolean;
  /** Asked only of an instance that has such a value. */
  readonly rejects: (spec: InstanceSpec, context: AdmissionContext) => readonly Refusal[];
  /** The same for admission policies: what is rejected, in CEL. */
  readonly cel: InCel;
  readonly tell: (refusal: Refusal) => AdmissionFinding;
}

/** What a row rejects in CEL; of some rows it depends on the release. */
export type InCel = readonly CelTwin[] | ((kubevirt: Release) => readonly CelTwin[]);

/** What is rejected, where, and what to write instead. */
export interface Refusal {
  /** Below the instance's spec. */
  readonly path: string;
  readonly what: string;
  readonly fix: string;
  /** What would make it right, and what a preference may add. */
  readonly wants?: string;
}

/** A finding with what would make it right, for callers that know whether a preference adds that. */
export type AdmissionFinding = Finding &
  Pick<Refusal, 'wants'> & {
    /** True where its path is below the spec of the VirtualMachine, not of its instance. */
    readonly isOfVm?: true;
  };

/** What the cluster is configured to, as far as admission asks for it. */
export interface AdmissionContext {
  readonly architecture: Architecture;
  readonly kubevirt: Release;
  /** Globs that replace KubeVirt's own for this architecture. */
  readonly emulatedMachines?: readonly string[] | undefined;
  /** The cluster's machine type for guests of every architecture that name none. */
  readonly machineType?: string | undefined;
  /** Whether it is looked at as the template of a VirtualMachine, before defaults, or as an instance. */
  readonly isVm?: boolean;
}

/** One thing that the creation of an instance rejects. */
export interface AdmissionRow extends Omit<InstanceRow, 'tell'> {
  /** Whether a VirtualMachine is rejected at once, or only the instance that it makes later. */
  readonly at: 'machine' | 'instance';
  readonly source: string;
}

/** Why a VirtualMachine is rejected with its instance, at each change. */
export const REFUSED_WITH_VM = 'KubeVirt’s admission rejects it';

const WHY: Readonly<Record<AdmissionRow['at'], string>> = {
  machine: REFUSED_WITH_VM,
  instance: 'KubeVirt rejects the instance: the VirtualMachine is accepted and shown as Synced, but never starts',
};

/** What KubeVirt would reject when it creates an instance. */
const ADMISSION: readonly InstanceRow[] = ADMISSION_ROWS.map((row) => ({
  ...row,
  tell: (refusal) => ({ code: 'PV105', severity: 'error', ...refusal, why: WHY[row.at], source: row.source }),
}));

const ROWS: readonly InstanceRow[] = [...ADMISSION, ...TRAPS];
const NOTHING_WRONG: readonly never[] = [];

/** What KubeVirt would reject when it creates this instance on this architecture, and what would not work all the same. */
export function checkInstance(spec: InstanceSpec, context: AdmissionContext): readonly AdmissionFinding[] {
  let findings: AdmissionFinding[] | undefined;
  for (const { rejects, tell } of rowsInForce(context.architecture, context.kubevirt).about(spec)) {
    for (const refusal of rejects(spec, context)) {
      findings ??= [];
      findings.push(tell(refusal));
    }
  }
  return findings ?? NOTHING_WRONG;
}

/** The rows that hold for an architecture in a release. */
class RowsInForce {
  private readonly _rows: readonly InstanceRow[];
  private readonly _ofFields: PathTrie<InstanceRow>;
  private readonly _ofAll: readonly InstanceRow[];

  constructor(architecture: Architecture, kubevirt: Release) {
    this._rows = ROWS.filter((row) => row.architectures.includes(architecture) && holdsIn(row.kubevirt, kubevirt));
    this._ofAll = this._rows.filter(({ about }) => about === undefined);
    this._ofFields = new PathTrie(
      this._rows.filter(({ about }) => about !== undefined),
      ({ about }) => about!,
    );
  }

  /**
   * Those that may have something to say of an instance, in the order of the tables.
   *
   * Hardly any row is about a field that an instance has: one walk finds that out for all of them.
   */
  public about(spec: InstanceSpec): readonly InstanceRow[] {
    const found = this._ofFields.find(spec, isMeant);
    if (found.length === 0) {
      return this._ofAll;
    }
    const met = new Set(found.map(({ row }) => row));
    return this._rows.filter((row) => row.about === undefined || met.has(row));
  }
}

function isMeant({ when }: InstanceRow, value: unknown): boolean {
  return when === undefined || when(value);
}

const chosen = new Map<Architecture, Map<Release, RowsInForce>>();

/** Chosen once, since all VMs of a cluster ask for the same. */
function rowsInForce(architecture: Architecture, kubevirt: Release): RowsInForce {
  const known = chosen.get(architecture)?.get(kubevirt);
  if (known !== undefined) {
    return known;
  }
  const found = new RowsInForce(architecture, kubevirt);
  const ofArchitecture = chosen.get(architecture) ?? new Map<Release, RowsInForce>();
  chosen.set(architecture, ofArchitecture.set(kubevirt, found));
  return found;
}
