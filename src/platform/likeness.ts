import type { PlatformContext } from './context';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** Stands for all machines of a platform that are alike: differ in nothing but who they are and what they are told. */
export type Likeness = object;

/** More than these, and machines are not alike in this platform. */
const MOST = 1000;

/** By everything that machines can be alike in; nothing where there has been one machine only. */
const LIKENESSES = new WeakMap<PlatformContext, Map<string, Likeness | undefined>>();

/** Each machine is asked for twice: when it is judged, and when it is written. */
let last: { declaration: object; platform: object; likeness: Likeness | undefined } | undefined;

/**
 * What a machine is like; the same for machines that are alike. Nothing where nobody knows.
 *
 * The machines of a fleet are of a few kinds: what follows from the kind is found out once. The first of a kind has none: there
 * may be no other.
 */
export function likenessOf(declaration: VirtualMachineDeclaration, platform: PlatformContext): Likeness | undefined {
  if (last?.declaration !== declaration || last.platform !== platform) {
    last = { declaration, platform, likeness: findLikeness(declaration, platform) };
  }
  return last.likeness;
}

function findLikeness(declaration: VirtualMachineDeclaration, platform: PlatformContext): Likeness | undefined {
  const text = textOf(declaration);
  if (text === undefined) {
    return undefined;
  }
  let known = LIKENESSES.get(platform);
  if (known === undefined) {
    known = new Map();
    LIKENESSES.set(platform, known);
  }
  const before = known.get(text);
  if (before !== undefined) {
    return before;
  }
  if (known.has(text)) {
    const likeness = {};
    known.set(text, likeness);
    return likeness;
  }
  if (known.size < MOST) {
    known.set(text, undefined);
  }
  return undefined;
}

/** Everything but who a machine is and what it is told. JavaScript can hand over what has no text: a number as a BigInt. */
function textOf(declaration: VirtualMachineDeclaration): string | undefined {
  const { firmware, cloudInit } = declaration;
  try {
    return JSON.stringify({
      ...declaration,
      name: undefined,
      namespace: undefined,
      labels: undefined,
      annotations: undefined,
      template: undefined,
      hostname: undefined,
      firmware: firmware?.bootloader,
      cloudInit: cloudInit !== undefined,
    });
  } catch {
    return undefined;
  }
}
