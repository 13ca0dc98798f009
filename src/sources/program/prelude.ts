import { FROM_OUTSIDE, refuse } from './refusal';

/**
 * Makes what engines and machines answer differently the same everywhere, or rejects it.
 *
 * It runs before a program, in its process at the desk and in the wall: what one renders, the other renders too, to the byte.
 * Dates are in UTC; the clock, chance and the data of languages are rejected.
 */
export function beAlikeEverywhere(): void {
  compareAlike();
  refuseLanguages();
  refuseClock();
  fixChance();
}

/** Under this key packages find random numbers that are the same in every run: `read-module` writes it into them. */
export const FIXED_CHANCE = 'polyvirt.random';

/** Under this key packages find the environment, in the wall an empty one: they ask for names that are none of the program's. */
export const PACKAGE_ENV = 'polyvirt.env';

/** Gives packages an environment. */
export function givePackages(env: object): void {
  define(globalThis, PACKAGE_ENV, env);
}

/** Packages take random numbers for names that nothing sees; in a manifest they would be other ones each time. */
function fixChance(): void {
  let state = 0x9e3779b9;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  define(globalThis, FIXED_CHANCE, next);
  Math.random = () => refuse('random numbers (Math.random)', FROM_OUTSIDE);
}

/** The same in a process of Node, whose time zone is that of its machine. */
export function beAlikeInProcess(): void {
  process.env.TZ = 'UTC';
  givePackages(process.env);
  beAlikeEverywhere();
}

/** Code units compare alike everywhere. */
const BY_CODE = 'compare by <, or sort() without a function, which go by code units everywhere';

/** Languages of which upper and lower case are those of Unicode. */
const PLAIN = /^(en|und|de|fr|es|it|nl|pt)\b/i;

function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, configurable: true, writable: true, enumerable: false });
}

function compareAlike(): void {
  define(
    String.prototype,
    'localeCompare',
    function localeCompare(this: string, other: unknown, locales?: unknown, options?: unknown) {
      if (options !== undefined || (locales !== undefined && !/^(en|und)\b/i.test(String(locales)))) {
        refuse('localeCompare with a language or options', BY_CODE);
      }
      return compareAscii(String(this), String(other)) ?? refuse('localeCompare of text beyond ASCII', BY_CODE);
    },
  );
  for (const [local, plain] of [
    ['toLocaleUpperCase', String.prototype.toUpperCase],
    ['toLocaleLowerCase', String.prototype.toLowerCase],
  ] as const) {
    define(String.prototype, local, function changeCase(this: string, locales?: unknown) {
      const isPlain = locales === undefined || PLAIN.test(String(locales));
      return isPlain ? plain.call(this) : refuse(`${local} with a language`, 'call it without one');
    });
  }
}

/** Formats of numbers and dates differ with the data that an engine has of languages. */
function refuseLanguages(): void {
  const fix = 'write the text out, as with toFixed(), toISOString() or padStart()';
  const { prototype: typed } = Object.getPrototypeOf(Uint8Array) as { prototype: object };
  for (const holder of [Number.prototype, BigInt.prototype, Array.prototype, typed]) {
    define(holder, 'toLocaleString', () => refuse('texts in a language (toLocaleString)', fix));
  }
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    define(Date.prototype, name, () => refuse(`texts in a language (${name})`, fix));
  }
  const refused = (name: string | symbol) =>
    function refusedIntl() {
      refuse(`texts in a language (Intl.${String(name)})`, fix);
    };
  define(
    globalThis,
    'Intl',
    new Proxy({}, { get: (_target, name) => (typeof name === 'symbol' ? undefined : refused(name)) }),
  );
}

/** Forms that every engine reads alike: those of ISO 8601, and what `toUTCString()` writes. */
const READ_ALIKE =
  /^(\d{4}(-\d\d(-\d\d)?)?(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/;

/** A date that is given is fine; the date that it is now is not. */
function refuseClock(): void {
  const now = () => refuse('the clock (the time that it is now)', FROM_OUTSIDE);
  const read = (text: unknown) => {
    if (typeof text === 'string' && !READ_ALIKE.test(text)) {
      refuse('dates that are not in ISO 8601', 'write it as in 2026-01-31 or 2026-01-31T12:00:00Z');
    }
    return text;
  };
  const Given = Date;
  const Clockless = new Proxy(Given, {
    apply: now,
    construct: (target, args: unknown[], newTarget) =>
      args.length === 0
        ? now()
        : (Reflect.construct(target, args.length === 1 ? [read(args[0])] : args, newTarget) as object),
    get: (target, name, receiver) =>
      name === 'now' ? now : name === 'parse' ? parse : Reflect.get(target, name, receiver),
  });
  const parse = (text: unknown) => Given.parse(String(read(String(text))));
  define(Given.prototype, 'constructor', Clockless);
  define(globalThis, 'Date', Clockless);
  inUtc(Given.prototype);
}

/** The names of time zones, which engines write differently; the caller sees to it that the zone is UTC. */
function inUtc(dates: Date): void {
  const { toUTCString } = dates;
  // Of `Sat, 31 Jan 2026 12:00:00 GMT`.
  const text = (of: (day: string, time: string) => string) =>
    function dateText(this: Date) {
      const [, weekday, date, month, year, time] =
        /^(\w+), (\d+) (\w+) (-?\d+) (\S+) GMT$/.exec(toUTCString.call(this)) ?? [];
      return time === undefined
        ? 'Invalid Date'
        : of(`${weekday} ${month} ${date} ${year}`, `${time} GMT+0000 (Coordinated Universal Time)`);
    };
  for (const [name, of] of [
    ['toString', (day: string, time: string) => `${day} ${time}`],
    ['toDateString', (day: string) => day],
    ['toTimeString', (_day: string, time: string) => time],
  ] as const) {
    define(dates, name, text(of));
  }
}

/** ASCII in the order of the root collation of CLDR, without letters: what Node with full data of languages goes by. */
const ORDER = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789';

/** Where a character comes; letters after all others, whatever their case. Nothing beyond ASCII, nor of what is ignored there. */
function weightOf(code: number): number | undefined {
  const letter = code | 0x20;
  if (letter >= 97 && letter <= 122) {
    return letter;
  }
  const place = ORDER.indexOf(String.fromCharCode(code));
  return place === -1 ? undefined : place;
}

/**
 * Compares two texts as `localeCompare` does: first without case, then lower case before upper case.
 *
 * @returns nothing where either has a character whose place depends on more than this table
 */
export function compareAscii(a: string, b: string): -1 | 0 | 1 | undefined {
  let byCase = 0;
  let byLetter = 0;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a, b].map((text) => (i < text.length ? weightOf(text.charCodeAt(i)) : -1));
    if (left === undefined || right === undefined) {
      return undefined;
    }
    byLetter ||= left - right;
    // A lower case letter has the larger code.
    byCase ||= left === right && left !== -1 ? b.charCodeAt(i) - a.charCodeAt(i) : 0;
  }
  return Math.sign(byLetter || byCase) as -1 | 0 | 1;
}
