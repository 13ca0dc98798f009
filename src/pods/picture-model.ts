import { oneLine } from '../findings/escape/characters';
import { groupName, groupsOf, type ReportGroup } from './place-groups';
import type { NodeReport, PlaceReport } from './place-report';

/** Above this many nodes, those that are alike become one card. */
const FOLDED_ABOVE = 200;

/** A workload, or several that are alike, in a card. */
interface Chip {
  readonly label: string;
  readonly count: number;
  /** Whether it can run there for sure. */
  readonly sure: boolean;
}

/** A node, or several that take the same workloads. */
export interface Card {
  readonly label: string;
  readonly nodes: readonly NodeReport[];
  readonly chips: readonly Chip[];
}

/** Nodes of one architecture in one zone. */
export interface NodeBlock {
  readonly architecture: string;
  readonly nodes: number;
  readonly cards: readonly Card[];
}

/** A zone; without a name, the nodes of which none is known. */
export interface Zone {
  readonly name: string | undefined;
  readonly nodes: number;
  readonly blocks: readonly NodeBlock[];
}

/** What is drawn. */
export interface Picture {
  readonly zones: readonly Zone[];
  /** Those that fit nowhere. */
  readonly outside: readonly ReportGroup[];
  readonly cards: number;
  /** What was folded, in words; nothing where every node has a card of its own. */
  readonly folded?: string;
}

/** Zones, nodes by architecture, and workloads in them. */
export function pictureOf(report: PlaceReport): Picture {
  const groups = groupsOf(report.workloads);
  const chips = chipsByNode(groups);
  const shorten = shortener(report.nodes);
  const single = report.nodes.map((node) => ({
    label: shorten(node.name),
    nodes: [node],
    chips: chips.get(node.name) ?? [],
  }));
  const { cards, folded } = foldedCards(single, report.nodes.length);
  return {
    zones: zonesOf(cards),
    outside: groups.filter(({ first }) => first.pending),
    cards: cards.length,
    ...(folded === undefined ? {} : { folded }),
  };
}

/** Many nodes are called by their address: the part before the first dot is enough where no two have the same. */
function shortener(nodes: readonly NodeReport[]): (name: string) => string {
  const short = (name: string) => name.split('.')[0]!;
  const isEnough = new Set(nodes.map(({ name }) => short(name))).size === nodes.length;
  return isEnough ? short : (name) => name;
}

/** A workload is in every node that it can run on; one that runs, or was put somewhere, is there only. */
function chipsByNode(groups: readonly ReportGroup[]): ReadonlyMap<string, Chip[]> {
  const chips = new Map<string, Chip[]>();
  const add = (node: string, chip: Chip) => {
    const known = chips.get(node);
    if (known === undefined) {
      chips.set(node, [chip]);
    } else {
      known.push(chip);
    }
  };
  for (const group of groups) {
    const { first, all } = group;
    const sure = { label: groupName(group), count: all.length, sure: true };
    const only = first.runsOn ?? first.placedOn;
    if (only !== undefined) {
      add(only, sure);
      continue;
    }
    first.fits.forEach((node) => {
      add(node, sure);
    });
    const open = { ...sure, sure: false };
    first.unknown.forEach(({ node }) => {
      add(node, open);
    });
  }
  return chips;
}

/** Alike first by what they take, then by where they are, then by what they are: until few enough are left. */
const FOLDS: readonly { readonly key: (card: Card) => string; readonly words: string }[] = [
  {
    key: ({ nodes: [node], chips }) =>
      [placeOf(node!), node!.cordoned, ...chips.map(({ label, sure }) => `${label}${sure ? '' : '?'}`)].join('\0'),
    words: 'nodes of one zone and architecture that take the same workloads are one card',
  },
  {
    key: ({ nodes: [node] }) => placeOf(node!),
    words: 'all nodes of one zone and architecture are one card, with every workload that one of them takes',
  },
  {
    key: ({ nodes: [node] }) => node!.architecture,
    words: 'all nodes of one architecture are one card, with every workload that one of them takes',
  },
];

function placeOf({ zone, architecture }: NodeReport): string {
  return `${zone ?? ''}\0${architecture}`;
}

function foldedCards(
  single: readonly Card[],
  count: number,
): { readonly cards: readonly Card[]; readonly folded?: string } {
  let cards = single;
  let folded: string | undefined;
  for (const { key, words } of FOLDS) {
    if (cards.length <= FOLDED_ABOVE) {
      break;
    }
    cards = fold(single, key);
    folded = `${count} nodes in ${cards.length} ${cards.length === 1 ? 'card' : 'cards'}: ${words}`;
  }
  return { cards, ...(folded === undefined ? {} : { folded }) };
}

function fold(cards: readonly Card[], keyOf: (card: Card) => string): Card[] {
  const groups = new Map<string, Card[]>();
  for (const card of cards) {
    const key = keyOf(card);
    groups.set(key, [...(groups.get(key) ?? []), card]);
  }
  return [...groups.values()].map((alike) => {
    const [first] = alike;
    return alike.length === 1 ? first! : merged(alike);
  });
}

function merged(alike: readonly Card[]): Card {
  const chips = new Map<string, Chip>();
  for (const chip of alike.flatMap((card) => card.chips)) {
    const known = chips.get(chip.label);
    chips.set(chip.label, known === undefined || (chip.sure && !known.sure) ? chip : known);
  }
  const label = `${alike.length} nodes: ${alike[0]!.label} … ${alike.at(-1)!.label}`;
  return { label, nodes: alike.flatMap(({ nodes }) => nodes), chips: [...chips.values()] };
}

function zonesOf(cards: readonly Card[]): Zone[] {
  const zones = new Map<string, Map<string, Card[]>>();
  for (const card of cards) {
    const zonesHere = new Set(card.nodes.map(({ zone }) => zone ?? ''));
    const zone = zonesHere.size === 1 ? [...zonesHere][0]! : '';
    const blocks = zones.get(zone) ?? new Map<string, Card[]>();
    const { architecture } = card.nodes[0]!;
    blocks.set(architecture, [...(blocks.get(architecture) ?? []), card]);
    zones.set(zone, blocks);
  }
  const countOf = (some: readonly Card[]) => some.reduce((sum, { nodes }) => sum + nodes.length, 0);
  return [...zones]
    .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1))
    .map(([name, blocks]) => ({
      name: name === '' ? undefined : name,
      nodes: [...blocks.values()].reduce((sum, some) => sum + countOf(some), 0),
      blocks: [...blocks]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([architecture, some]) => ({ architecture, nodes: countOf(some), cards: some })),
    }));
}

/** How wide a letter is in a monospaced font, beside its size; a little more than in any common one. */
const LETTER = 0.615;

/** How many are meant: shortened, it would be another number. */
const NUMBER = / and \d+ alike$/;

/** A name that fits a width, as it is shown: the middle goes, as names often differ at their end. */
export function fitted(name: string, width: number, size: number): string {
  const most = Math.floor(width / (LETTER * size));
  const shown = oneLine(name);
  const letters = [...shown];
  if (widthOf(letters) <= most) {
    return shown;
  }
  const told = NUMBER.exec(shown)?.[0].length ?? 0;
  const tail = told > 0 && told < most - 1 ? told : Math.min(6, Math.floor((most - 1) / 2));
  const end = lastOf(letters, tail);
  let start = letters.slice(0, Math.max(0, letters.length - end.length));
  while (start.length > 0 && widthOf(start) + widthOf(end) + 1 > most) {
    start = start.slice(0, -1);
  }
  return `${start.join('')}…${end.join('')}`;
}

function lastOf(letters: readonly string[], most: number): readonly string[] {
  let end = letters.slice(-most);
  while (end.length > 0 && widthOf(end) > most) {
    end = end.slice(1);
  }
  return end;
}

/** Letters outside of Latin may be twice as wide. */
function widthOf(letters: readonly string[]): number {
  return letters.reduce((sum, letter) => sum + (letter.codePointAt(0)! < 0x250 ? 1 : 2), 0);
}

/** Text in lines that fit a width, broken between words; a word that is longer is cut. */
export function wrapped(text: string, width: number, size: number, mostLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf([...longer]) > Math.floor(width / (LETTER * size))) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  const all = [...lines, line].map((each) => fitted(each, width, size));
  return all.length <= mostLines ? all : [...all.slice(0, mostLines - 1), `${all[mostLines - 1]!.slice(0, -1)}…`];
}
