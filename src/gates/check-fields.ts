import type { Finding } from '../findings/finding';
import { type FoundValue, PathTrie, valuesAt } from '../kube/path';
import { holdsIn, type Release } from '../kube/release';
import { type GateLists, isOn } from './enablement';
import type { GatedFieldEffect, GateField, GuestView } from './fields';
import { GUEST_FIELDS } from './guest-fields';
import { judgeListed } from './judge';
import { OBJECT_FIELDS } from './object-fields';
import type { FeatureGates } from './registry';

/** What is known of the gates of a cluster. */
export interface GateState {
  readonly gates: FeatureGates;
  readonly lists: GateLists;
  /** Whether the KubeVirt of the cluster is at hand: without it only the defaults are known. */
  readonly isKnown: boolean;
  /** Who lists the gates where the KubeVirt was not found, and not KubeVirt by itself. */
  readonly owner?: string;
  /** How to turn a gate on, where not by the lists of a KubeVirt. */
  readonly fixFor?: (gate: string) => string;
  /** Why the lists may be others, where that is so. */
  readonly note?: string;
}

/** What comes of a field whose gate is off. */
export const WHY_GATED: Readonly<Record<Exclude<GatedFieldEffect, 'works'>, string>> = {
  refused: 'Admission rejects the object',
  'refused by some':
    'Each virt-api rejects architectures other than its own, so it depends on the pod that happens to answer',
  'refused anyway': 'Admission rejects the object, whatever the gates say',
  'not started': 'It is accepted, and no guest starts: the launcher pods cannot be made or run',
  pending: 'It is accepted, and the pod of the guest stays Pending forever',
  ignored: 'It is accepted, and nothing comes of it',
};

/** The fields of a guest whose gate is off. Paths are below its template. */
export function checkGuestFields(guest: GuestView, state: GateState): readonly Finding[] {
  return checkFound(guestRowsOf(state.gates.kubevirt), guest, state);
}

/** The same of another object, `kind.group`. */
export function checkObjectFields(object: unknown, kind: string, state: GateState): readonly Finding[] {
  const rows = objectRowsOf(kind, state.gates.kubevirt);
  return rows === undefined ? NOTHING : checkFound(rows, { template: object, architectures: [] }, state);
}

type Rows = PathTrie<GateField>;

/** The rows that can say something in a release; clusters have many guests and one release. */
const guestRows = new Map<Release, Rows>();

function guestRowsOf(kubevirt: Release): Rows {
  const rows = guestRows.get(kubevirt) ?? rowsIn(GUEST_FIELDS, kubevirt);
  guestRows.set(kubevirt, rows);
  return rows;
}

/** By release, then kind; most kinds have none. */
const objectRows = new Map<Release, ReadonlyMap<string, Rows>>();
const OBJECT_KINDS = [...new Set(OBJECT_FIELDS.flatMap(({ kinds = [] }) => kinds))];

function objectRowsOf(kind: string, kubevirt: Release): Rows | undefined {
  let ofRelease = objectRows.get(kubevirt);
  if (ofRelease === undefined) {
    const rowsOf = (each: string) => OBJECT_FIELDS.filter(({ kinds }) => kinds?.includes(each) === true);
    ofRelease = new Map(OBJECT_KINDS.map((each) => [each, rowsIn(rowsOf(each), kubevirt)]));
    objectRows.set(kubevirt, ofRelease);
  }
  return ofRelease.get(kind);
}

function rowsIn(fields: readonly GateField[], kubevirt: Release): Rows {
  const rows = fields.filter((row) => row.effect !== 'works' && holdsIn(row, kubevirt));
  return new PathTrie(rows, ({ path }) => path);
}

const NOTHING: readonly never[] = [];

function checkFound(rows: Rows, guest: GuestView, state: GateState): readonly Finding[] {
  const found = rows.find(guest.template, ({ when }, value) => when === undefined || when.holds(value, guest));
  return found.length === 0
    ? NOTHING
    : found.flatMap(({ row, path, value }) => checkRow(row, [{ path, value }], state));
}

/** The gates that a guest uses, by its fields, in a release. */
export function gatesUsedBy(guest: GuestView, { kubevirt }: FeatureGates): Set<string> {
  const rows = GUEST_FIELDS.filter((row) => holdsIn(row, kubevirt) && usesOf(row, guest).length > 0);
  return new Set(rows.map(({ gate }) => gate));
}

/** Whether the fields of a guest show that it uses a gate. */
export function hasGuestFields(gate: string): boolean {
  return GUEST_FIELDS.some((row) => row.gate === gate && row.path !== 'spec');
}

/** The fields that a gate is about, in a release. */
export function fieldsOf(gate: string, { kubevirt }: FeatureGates): GateField[] {
  return [...GUEST_FIELDS, ...OBJECT_FIELDS].filter((row) => row.gate === gate && holdsIn(row, kubevirt));
}

function usesOf({ path, when }: GateField, guest: GuestView): FoundValue[] {
  return valuesAt(guest.template, path).filter(({ value }) => when === undefined || when.holds(value, guest));
}

function checkRow(row: GateField, uses: readonly FoundValue[], state: GateState): Finding[] {
  const { effect } = row;
  if (uses.length === 0 || effect === 'works' || !holdsIn(row, state.gates.kubevirt)) {
    return [];
  }
  if (effect === 'refused anyway') {
    return uses.map((use) => refusedAnyway(row, use, state));
  }
  const isOnHere = (gate: string) => isOn(gate, state.lists, state.gates.kubevirt, (name) => state.gates.stageOf(name));
  if (isOnHere(row.gate) || (row.or !== undefined && isOnHere(row.or))) {
    return [];
  }
  return uses.map(({ path }) => ({
    code: 'PV208',
    severity: state.isKnown ? (effect === 'refused' ? 'error' : 'warning') : 'info',
    path,
    what: `this needs the feature gate ${row.gate}, which is off ${state.isKnown ? '' : 'by default '}in ${state.owner ?? `KubeVirt ${state.gates.kubevirt}`}`,
    why: `${WHY_GATED[effect]}${row.note === undefined ? '' : `. ${row.note}`}`,
    fix: fixFor(row, state),
    source: row.source,
  }));
}

function fixFor({ gate }: GateField, { lists, isKnown, fixFor: own }: GateState): string {
  if (own !== undefined) {
    return own(gate);
  }
  if (!isKnown) {
    return (
      `see that the KubeVirt of the cluster lists ${gate} in featureGates; check it together with the VMs to ` +
      'be sure'
    );
  }
  if (gate === 'PersistentReservation' && lists.persistentReservation === false) {
    return 'write persistentReservationConfiguration.enabled: true, which stands above the gate, or leave the field out';
  }
  return lists.disabledFeatureGates?.includes(gate) === true
    ? `remove ${gate} from disabledFeatureGates of the KubeVirt, or leave the field out`
    : `add ${gate} to featureGates of the KubeVirt, or leave the field out`;
}

function refusedAnyway({ gate, note, source }: GateField, { path }: FoundValue, { gates }: GateState): Finding {
  const isGone = gates.stageOf(gate) === 'Discontinued';
  return {
    code: isGone ? 'PV204' : 'PV208',
    severity: 'error',
    path,
    what: isGone
      ? `this was behind the feature gate ${gate}, which is discontinued in KubeVirt ${gates.kubevirt}`
      : `this cannot be there when the object is created, with the feature gate ${gate} or without`,
    why: `${WHY_GATED['refused anyway']}${note === undefined ? '' : `. ${note}`}`,
    fix: isGone ? `use ${gate === 'Passt' ? 'passtBinding or ' : ''}a network binding plugin` : 'leave the field out',
    source,
  };
}

/** Gates that a cluster lists and that are on by that: one that is on by itself was not chosen. */
export function chosenGates({ gates, lists, isKnown }: GateState): string[] {
  const { kubevirt } = gates;
  return [...new Set(isKnown ? (lists.featureGates ?? []) : [])].filter(
    (gate) => isOn(gate, lists, kubevirt, (name) => gates.stageOf(name)) && judgeListed(gate, gates)?.leftOut !== true,
  );
}
