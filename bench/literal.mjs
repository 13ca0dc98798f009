// A part with holes, as a literal of some language: that is the program of a peer.
import { HOLE } from './fleet.mjs';

/**
 * How a language writes things. `holes` gives the expression of each hole, of the number `i`; `text` joins pieces of text and
 * expressions, which are marked, to one string.
 */
export function literal(part, language) {
  if (typeof part === 'string') {
    return textOf(part, language);
  }
  if (Array.isArray(part)) {
    return language.list(part.map((item) => literal(item, language)));
  }
  if (typeof part === 'object' && part !== null) {
    return language.map(Object.entries(part).map(([key, value]) => [key, literal(value, language)]));
  }
  return String(part);
}

function textOf(text, { holes, text: join }) {
  const whole = /^__([A-Z]+)__$/.exec(text);
  if (whole !== null) {
    return holes[whole[1]];
  }
  const pieces = text.split(HOLE); // every second one is the name of a hole
  return join(pieces.map((piece, i) => (i % 2 === 0 ? { text: piece } : { expression: holes[piece] })));
}

const quoted = (pieces, open, close) =>
  `"${pieces.map((p) => ('text' in p ? JSON.stringify(p.text).slice(1, -1) : `${open}${p.expression}${close}`)).join('')}"`;

const JSON_LIKE = {
  list: (items) => `[${items.join(', ')}]`,
  map: (entries) => `{ ${entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')} }`,
};

export const JAVASCRIPT = {
  ...JSON_LIKE,
  text: (pieces) =>
    pieces.length === 1
      ? JSON.stringify(pieces[0].text)
      : `\`${pieces.map((p) => ('text' in p ? JSON.stringify(p.text).slice(1, -1) : `\${${p.expression}}`)).join('')}\``,
  holes: {
    I: 'i',
    ARCHITECTURE: 'ARCHITECTURES[i % 3]!',
    TYPE: 'TYPES[i % 3]!',
    CORES: '1 + (i % 8)',
    GIB: '1 + (i % 16)',
    ZONE: 'i % 4',
    APPLICATION: 'i % 20',
    IDENTITY: '100_000_000_000 + i',
  },
};

export const JSONNET = {
  ...JSON_LIKE,
  text: (pieces) =>
    pieces
      .filter((p) => p.text !== '')
      .map((p) => ('text' in p ? JSON.stringify(p.text) : `(${p.expression})`))
      .join(' + ') || '""',
  holes: {
    I: 'i',
    ARCHITECTURE: 'architectures[i % 3]',
    TYPE: 'types[i % 3]',
    CORES: '1 + i % 8',
    GIB: '1 + i % 16',
    ZONE: 'i % 4',
    APPLICATION: 'i % 20',
    IDENTITY: '100000000000 + i',
  },
};

export const CUE = {
  ...JSON_LIKE,
  text: (pieces) => quoted(pieces, '\\(', ')'),
  holes: {
    I: 'i',
    ARCHITECTURE: '_architectures[mod(i, 3)]',
    TYPE: '_types[mod(i, 3)]',
    CORES: '1 + mod(i, 8)',
    GIB: '1 + mod(i, 16)',
    ZONE: 'mod(i, 4)',
    APPLICATION: 'mod(i, 20)',
    IDENTITY: '100000000000 + i',
  },
};

export const PKL = {
  list: (items) => `new Listing { ${items.join('; ')} }`,
  map: (entries) =>
    `new Mapping { ${entries.map(([key, value]) => `[${JSON.stringify(key)}] = ${value}`).join('; ')} }`,
  text: (pieces) => quoted(pieces, '\\(', ')'),
  holes: {
    I: 'i',
    ARCHITECTURE: 'architectures[i % 3]',
    TYPE: 'types[i % 3]',
    CORES: '1 + i % 8',
    GIB: '1 + i % 16',
    ZONE: 'i % 4',
    APPLICATION: 'i % 20',
    IDENTITY: '100000000000 + i',
  },
};

/** Holes of a text template. */
export const GO_TEMPLATE = {
  I: '{{ $i }}',
  ARCHITECTURE: '{{ index $architectures (mod $i 3) }}',
  TYPE: '{{ index $types (mod $i 3) }}',
  CORES: '{{ add 1 (mod $i 8) }}',
  GIB: '{{ add 1 (mod $i 16) }}',
  ZONE: '{{ mod $i 4 }}',
  APPLICATION: '{{ mod $i 20 }}',
  IDENTITY: '{{ add 100000000000 $i }}',
};
