import { withCommonParts } from '../kube/as-common';
import type { PlacementDeclaration } from '../placement/declaration';
import { demandsOf } from '../placement/demands';
import { type InstancePlacement, instancePlacement } from '../placement/instance-dialect';

/** What is known of one way of placing machines. */
interface Known {
  written?: InstancePlacement | undefined;
  isWritten?: true;
  /** Whether it is known of more than one machine. */
  isShared?: true;
}

/** The machines of a fleet are placed in a few ways, and what is made of each does not depend on the machine. */
const KNOWN = new Map<string, Known>();
const MOST_KNOWN = 1000;

/** A placement as the spec of an instance has it: parts that all machines have in common that are placed like that. */
export function placedInstance(placement: PlacementDeclaration | undefined): InstancePlacement | undefined {
  if (placement === undefined) {
    return undefined;
  }
  const known = knownOf(placement);
  if (known.isWritten === undefined) {
    const { written } = instancePlacement(demandsOf(placement));
    known.written = written && known.isShared ? withCommonParts(written) : written;
    known.isWritten = true;
  }
  return known.written;
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
  const known = text === undefined ? undefined : KNOWN.get(text);
  if (known !== undefined || text === undefined || KNOWN.size === MOST_KNOWN) {
    return known ?? {};
  }
  const fresh: Known = { isShared: true };
  KNOWN.set(text, fresh);
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
