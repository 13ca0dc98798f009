// Makes well-formed data wrong, by its structure or by its bytes.
import { oddKey, oddValue, Raw } from './odd-values.mjs';

/**
 * A copy of the data with something changed in it.
 *
 * @param pool parts of other data, to be put where they do not belong
 * @param fields paths that the schema of some kind knows, to be filled with anything
 */
export function mutated(random, data, pool, fields = []) {
  let copy = structured(data);
  for (let i = 1 + random.below(random.one([1, 1, 2, 4, 8])); i > 0; i--) {
    copy = changed(random, copy, pool, fields);
  }
  return copy;
}

/** A copy; what is very deep is not copied, as nothing changes there. */
function structured(value, depth = 0) {
  if (typeof value !== 'object' || value === null || value instanceof Raw || depth > 500) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => structured(item, depth + 1));
  }
  const copy = Object.create(null);
  for (const key of Object.keys(value)) {
    copy[key] = structured(value[key], depth + 1);
  }
  return copy;
}

function changed(random, root, pool, fields) {
  if (fields.length > 0 && random.chance(0.25)) {
    return withField(random, root, random.one(fields));
  }
  const places = [];
  gather(root, places, 0);
  if (places.length === 0) {
    return oddValue(random);
  }
  // The outer parts are few among many and matter most.
  const outer = places.filter(({ depth }) => depth < 3);
  const { holder, key } = random.one(outer.length > 0 && random.chance(0.35) ? outer : places);
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      holder[key] = oddValue(random);
      break;
    case 3:
      remove(holder, key);
      break;
    case 4:
      if (Array.isArray(holder)) {
        holder.push(holder[key]);
      } else {
        holder[oddKey(random)] = structured(holder[key]);
      }
      break;
    case 5:
      holder[key] = structured(random.one(pool));
      break;
    case 6:
      holder[key] = random.chance(0.5) ? [holder[key]] : { [random.one(['name', 'key', oddKey(random)])]: holder[key] };
      break;
    case 7:
      renamed(random, holder, key);
      break;
    default:
      holder[key] =
        typeof holder[key] === 'string'
          ? changedText(random, holder[key])
          : random.one([String(typeof holder[key]), -1, 0, null]);
  }
  return root;
}

function gather(value, places, depth) {
  if (typeof value !== 'object' || value === null || value instanceof Raw || depth > 40) {
    return;
  }
  for (const key of Object.keys(value)) {
    places.push({ holder: value, key, depth });
    gather(value[key], places, depth + 1);
  }
}

function remove(holder, key) {
  if (Array.isArray(holder)) {
    holder.splice(Number(key), 1);
  } else {
    delete holder[key];
  }
}

function renamed(random, holder, key) {
  const value = holder[key];
  remove(holder, key);
  if (Array.isArray(holder)) {
    holder.unshift(value);
  } else {
    holder[random.chance(0.5) ? oddKey(random) : changedText(random, key)] = value;
  }
}

/** Puts something at a path, and what is needed to get there. `[]` is an item of a list. */
function withField(random, root, path) {
  if (typeof root !== 'object' || root === null || root instanceof Raw) {
    return root;
  }
  let at = root;
  path.forEach((step, i) => {
    const isLast = i === path.length - 1;
    const next = isLast
      ? random.chance(0.6)
        ? oddValue(random)
        : fitting(random, step)
      : path[i + 1] === '[]'
        ? []
        : Object.create(null);
    const key = step === '[]' ? random.below((at.length ?? 0) + 1) : step;
    if (isLast || typeof at[key] !== 'object' || at[key] === null || at[key] instanceof Raw) {
      at[key] = next;
    }
    at = at[key];
  });
  return root;
}

function fitting(random, key) {
  return random.one([
    {},
    [],
    true,
    1,
    '1',
    '1Gi',
    key,
    [key],
    { name: 'a' },
    [{ name: 'a' }],
    { matchLabels: { a: 'b' } },
  ]);
}

function changedText(random, text) {
  const at = random.below(text.length + 1);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) +
        random.one(['-', '/', '.', ' ', '\n', ',', ':', '=', '\u001b', 'é', '0', '"']) +
        text.slice(at)
      );
    case 2:
      return text.toUpperCase();
    case 3:
      return text + text;
    default:
      return text.slice(0, at) + text.slice(at + 1);
  }
}

const SIGNS = [
  '\0',
  '\t',
  '\n',
  '\r',
  ' ',
  '"',
  "'",
  '#',
  '%',
  '&',
  '*',
  '-',
  '---\n',
  '...\n',
  ':',
  '?',
  '@',
  '[',
  ']',
  '`',
  '{',
  '|',
  '>',
  '}',
  '!',
  '<<: ',
  '&a ',
  '*a',
  '\u0085',
  '\u2028',
  '\ufeff',
];

/** Bytes with something changed in them: much of it is no YAML, and some is no text. */
export function mutatedBytes(random, text) {
  let bytes = Buffer.from(text);
  for (let i = 1 + random.below(6); i > 0; i--) {
    const at = random.below(bytes.length + 1);
    const length = random.below(random.one([2, 8, 60]));
    const before = bytes.subarray(0, at);
    switch (random.below(6)) {
      case 0:
        bytes = Buffer.concat([before, bytes.subarray(at + length)]);
        break;
      case 1:
        bytes = Buffer.concat([before, Buffer.from(random.one(SIGNS)), bytes.subarray(at)]);
        break;
      case 2:
        bytes = Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
        break;
      case 3: {
        const from = random.below(bytes.length + 1);
        bytes = Buffer.concat([before, bytes.subarray(from, from + length), bytes.subarray(at)]);
        break;
      }
      case 4:
        bytes = Buffer.concat([
          before,
          Buffer.from(random.one(SIGNS).repeat(random.one([2, 20, 400]))),
          bytes.subarray(at),
        ]);
        break;
      default:
        bytes = before;
    }
  }
  return bytes;
}

/** Data as YAML, on one line: JSON, and what JSON cannot say. Without recursion, as data may be deep. */
export function written(root) {
  const out = [];
  const work = [{ value: root }];
  while (work.length > 0) {
    const next = work.pop();
    if (next.text !== undefined) {
      out.push(next.text);
      continue;
    }
    const { value } = next;
    if (value instanceof Raw) {
      out.push(value.text);
    } else if (Array.isArray(value)) {
      work.push({ text: ']' });
      for (let i = value.length - 1; i >= 0; i--) {
        work.push({ value: value[i] }, { text: i === 0 ? '' : ', ' });
      }
      out.push('[');
    } else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      work.push({ text: '}' });
      for (let i = keys.length - 1; i >= 0; i--) {
        work.push({ value: value[keys[i]] }, { text: `${i === 0 ? '' : ', '}${JSON.stringify(keys[i])}: ` });
      }
      out.push('{');
    } else {
      out.push(Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'null'));
    }
  }
  return `${out.join('')}\n`;
}
