import type { PlatformContext } from './context';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** Stands for all machines that are alike: differ in nothing but who they are and what they are told. */
export type Likeness = object;

/** More than these, and machines are not alike. */
const MOST = 1000;

/** By everything that machines can be alike in; nothing where there has been one machine only. */
type Likenesses = Map<string, Likeness | undefined>;

const KNOWN = new WeakMap<PlatformContext, Likenesses>();

/** Those of the platform before, and what they rest on: the platforms of a fleet are often alike too. */
let before: { readonly ground: string; readonly likenesses: Likenesses } | undefined;

/** Of more nodes than these it takes longer to write down what they are than is won. */
const MOST_NODES = 100;

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
  const known = likenessesOf(platform);
  const found = known.get(text);
  if (found !== undefined) {
    return found;
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

function likenessesOf(platform: PlatformContext): Likenesses {
  let likenesses = KNOWN.get(platform);
  if (likenesses === undefined) {
    const ground = groundOf(platform);
    likenesses = ground !== undefined && ground === before?.ground ? before.likenesses : new Map<string, undefined>();
    before = ground === undefined ? undefined : { ground, likenesses };
    KNOWN.set(platform, likenesses);
  }
  return likenesses;
}

/** All that is known of a platform but what it is called. Nothing where that is too much, or not all of it has a text. */
function groundOf(platform: PlatformContext): string | undefined {
  const { nodes = [] } = platform;
  return nodes.length > MOST_NODES || nodes.some(({ awaits }) => awaits !== undefined)
    ? undefined
    : JSON.stringify({ ...platform, name: undefined, namespace: undefined });
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
