import type { Finding } from '../findings/finding';
import { checkChoices, checkDemands } from '../placement/check';
import type { PlacementDeclaration } from '../placement/declaration';
import { demandsOf } from '../placement/demands';
import { checkInstancePlacement, type InstancePlacement, instancePlacement } from '../placement/instance-dialect';

/** What is known of one way of placing machines. */
interface Known {
  written?: InstancePlacement | undefined;
  isWritten?: true;
  isRight?: true;
}

/** The machines of a fleet are placed in a few ways, and what is made of each does not depend on the machine. */
const KNOWN = new Map<string, Known>();
const MOST_KNOWN = 1000;

/** A placement as the spec of an instance has it; the caller's own. */
export function placedInstance(placement: PlacementDeclaration | undefined): InstancePlacement | undefined {
  if (placement === undefined) {
    return undefined;
  }
  const known = knownOf(placement);
  if (known.isWritten === undefined) {
    known.written = instancePlacement(demandsOf(placement)).written;
    known.isWritten = true;
  }
  return copyOf(known.written) as InstancePlacement | undefined;
}

/** What is wrong with the placement of a machine by itself. */
export function checkPlacedInstance(placement: PlacementDeclaration): Finding[] {
  const known = knownOf(placement);
  if (known.isRight) {
    return [];
  }
  const choices = checkChoices(placement);
  if (choices.length > 0) {
    return choices;
  }
  const demands = demandsOf(placement);
  const findings = [...checkDemands(demands), ...checkInstancePlacement(demands)];
  // What is wrong may be something that its text does not show.
  if (findings.length === 0) {
    known.isRight = true;
  }
  return findings;
}

/** Each machine asks twice: when it is judged, and when it is written. */
const LAST: { placement?: PlacementDeclaration; known: Known } = { known: {} };

function knownOf(placement: PlacementDeclaration): Known {
  if (placement !== LAST.placement) {
    LAST.known = knownByText(placement);
    LAST.placement = placement;
  }
  return LAST.known;
}

function knownByText(placement: PlacementDeclaration): Known {
  const text = textOf(placement);
  const known = text === undefined ? {} : KNOWN.get(text);
  if (known !== undefined) {
    return known;
  }
  if (KNOWN.size === MOST_KNOWN) {
    KNOWN.clear();
  }
  const fresh: Known = {};
  KNOWN.set(text!, fresh);
  return fresh;
}

/** JavaScript can hand over what has no text: a number as a BigInt. */
function textOf(placement: PlacementDeclaration): string | undefined {
  try {
    return JSON.stringify(placement);
  } catch {
    return undefined;
  }
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copyOf);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    copy[key] = copyOf((value as Record<string, unknown>)[key]);
  }
  return copy;
}
