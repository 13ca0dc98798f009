import { ContentTrie, follow, type TrieNode } from '../kube/content-trie';
import type { PlatformContext } from './context';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** Stands for all machines that are alike: differ in nothing but who they are and what they are told. */
export type Likeness = TrieNode;

/** Some thousand kinds of machines. */
const MOST_PLACES = 100_000;

/** Of a platform with more nodes than these it takes longer to see whether another one is like it than is won. */
const MOST_NODES = 100;

/** Platforms, and below each its machines. */
const ALL = new ContentTrie(MOST_PLACES);
const GROUNDS = new WeakMap<PlatformContext, TrieNode | undefined>();

/** Those of which there was a machine. */
const MET = new WeakSet<TrieNode>();

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
  let place = groundOf(platform);
  for (const key in declaration) {
    if (!OWN.has(key)) {
      place = follow(place?.next(key), alikeIn(key, declaration[key as keyof VirtualMachineDeclaration]));
    }
  }
  if (place === undefined || MET.has(place)) {
    return place;
  }
  MET.add(place);
  return undefined;
}

/**
 * Who a machine is, and what it carries for others to find it by. What is here belongs into the kind in `model/manifests/alike-machine`, or
 * among its own texts; everything else that a declaration has, or will have, counts by itself.
 */
const OWN: ReadonlySet<string> = new Set(['name', 'namespace', 'labels', 'annotations', 'template', 'hostname']);

/** What machines can be alike in, of what they have under a key. */
function alikeIn(key: string, value: unknown): unknown {
  switch (key) {
    case 'firmware':
      return (value as VirtualMachineDeclaration['firmware'])?.bootloader;
    case 'cloudInit':
      return value !== undefined;
    default:
      return value;
  }
}

/** Where the machines of a platform begin: platforms that differ only in what they are called have the same. */
function groundOf(platform: PlatformContext): TrieNode | undefined {
  if (!GROUNDS.has(platform)) {
    const { name: _name, namespace: _namespace, ...alike } = platform;
    const isLarge = (platform.nodes?.length ?? 0) > MOST_NODES;
    GROUNDS.set(platform, isLarge ? new ContentTrie(MOST_PLACES).root : follow(ALL.root, alike));
  }
  return GROUNDS.get(platform);
}
