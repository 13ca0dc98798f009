import { PathTrie } from '../kube/path';
import { holdsIn, type Release } from '../kube/release';
import type { Architecture } from './facts';
import { ADMISSION, type AdmissionContext, type AdmissionFinding, type InstanceRow } from './instance-row';
import type { InstanceSpec } from './instance-view';
import { TRAPS } from './traps';

const ROWS: readonly InstanceRow[] = [...ADMISSION, ...TRAPS];
const NOTHING_WRONG: readonly never[] = [];

/** What KubeVirt would refuse when it creates this instance on this architecture, and what would not work all the same. */
export function checkInstance(spec: InstanceSpec, context: AdmissionContext): readonly AdmissionFinding[] {
  let findings: AdmissionFinding[] | undefined;
  for (const { refuses, tell } of rowsInForce(context.architecture, context.kubevirt).about(spec)) {
    for (const refusal of refuses(spec, context)) {
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
