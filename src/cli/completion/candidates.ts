import { type Argument, Command as Commander, type Option } from 'commander';
import { ARCHITECTURES } from '../../architectures/facts';
import { CODES } from '../../findings/codes';
import { oneLine } from '../../findings/escape/characters';
import { GATE_NAMES } from '../../gates/stages';
import { SUPPORT_STATUSES } from '../../gates/support';
import { catalogue } from '../../hypervisors/catalogue';
import { type Component, KNOWN_RELEASES } from '../../target/facts';
import type { CommandEntry, CommandGroup } from '../start/command';

/** One word that the shell may put in place of the one being typed. */
export interface Candidate {
  readonly word: string;
  readonly about?: string;
}

/** Answer to the shell: words, and whether it adds file names or leaves the cursor at the end of the word. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly files?: 'any' | 'folders';
  /** More of the same word follows, as after `gate/`. */
  readonly open?: boolean;
}

export type Commands = Readonly<Record<string, CommandEntry | CommandGroup>>;

const HELP: Candidate = { word: '--help', about: 'display help for command' };
const VERSION: Candidate = { word: '--version', about: 'print the version, and the date of its KubeVirt data' };

/**
 * Completes a command line of which the last word is being typed.
 *
 * Commands and options come from the same definitions as `--help`, so there is no second list to keep.
 */
export function completionOf(words: readonly string[], commands: Commands): Completion {
  const [first = '', ...rest] = words;
  if (rest.length === 0) {
    return startingWith(first, first.startsWith('-') ? [HELP, VERSION] : namesOf(commands));
  }
  const entry = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (entry === undefined) {
    return { candidates: [] };
  }
  return 'commands' in entry
    ? completionOf(rest, entry.commands)
    : ofCommand(entry.load().configure(new Commander(first)), rest);
}

function namesOf(commands: Commands): Candidate[] {
  return Object.entries(commands).map(([word, { summary }]) => ({ word, about: summary }));
}

function ofCommand(commander: Commander, words: readonly string[]): Completion {
  const before = words.slice(0, -1);
  const typed = words.at(-1)!;
  const { awaiting, positions, used, isOver } = walked(commander, before);
  if (awaiting !== undefined && (awaiting.required || !typed.startsWith('-'))) {
    const values = optionValues(awaiting, typed);
    // A list of values may be over: what follows it is an argument.
    return awaiting.variadic && before.at(-1) !== awaiting.long && before.at(-1) !== awaiting.short
      ? typed.startsWith('-')
        ? optionsOf(commander, used, typed)
        : merged(startingWith(typed, values), ofArgument(commander, positions, typed))
      : startingWith(typed, values);
  }
  const [, name, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const option = isOver ? undefined : commander.options.find(({ long }) => long === name);
  if (option !== undefined) {
    const { candidates, ...others } = startingWith(value!, optionValues(option, value!));
    return {
      ...others,
      candidates: candidates.map(({ word, ...about }) => ({ ...about, word: `${name}=${word}` })),
    };
  }
  return typed.startsWith('-') && typed !== '-' && !isOver
    ? optionsOf(commander, used, typed)
    : ofArgument(commander, positions, typed);
}

/** Where the words before the cursor lead. */
interface Walked {
  /** Option whose value is being typed. */
  readonly awaiting?: Option;
  /** Number of arguments so far. */
  readonly positions: number;
  readonly used: ReadonlySet<Option>;
  /** Whether `--` ended the options. */
  readonly isOver: boolean;
}

function walked({ options }: Commander, words: readonly string[]): Walked {
  let awaiting: Option | undefined;
  let positions = 0;
  const used = new Set<Option>();
  for (const [i, word] of words.entries()) {
    if (word === '--') {
      return { positions: positions + words.length - i - 1, used, isOver: true };
    }
    if (word.startsWith('-') && word !== '-') {
      const option = options.find(({ long, short }) => [long, short].includes(word.replace(/=.*/s, '')));
      awaiting = option !== undefined && takesValue(option) && !word.includes('=') ? option : undefined;
      if (option !== undefined) {
        used.add(option);
      }
    } else if (awaiting === undefined) {
      positions += 1;
    } else if (!awaiting.variadic) {
      awaiting = undefined;
    }
  }
  return { positions, used, isOver: false, ...(awaiting === undefined ? {} : { awaiting }) };
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** Options that were not given yet; one with a parser of its own collects, as `--set` does. */
function optionsOf({ options }: Commander, used: ReadonlySet<Option>, typed: string): Completion {
  const offered = options
    .filter((option) => !option.hidden && (option.parseArg !== undefined || !used.has(option)))
    .map(({ long, short, description }) => ({ word: long ?? short!, about: description }));
  return startingWith(typed, [...offered, HELP]);
}

function ofArgument({ registeredArguments }: Commander, position: number, typed: string): Completion {
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[position] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? { candidates: [] } : startingWith(typed, argumentValues(argument, typed));
}

function merged(a: Completion, b: Completion): Completion {
  return { ...b, ...a, candidates: [...a.candidates, ...b.candidates] };
}

function startingWith(typed: string, offered: Completion | readonly Candidate[]): Completion {
  const { candidates, ...others } = 'candidates' in offered ? offered : { candidates: offered };
  return { ...others, candidates: candidates.filter(({ word }) => word.startsWith(typed)) };
}

/**
 * Completes the last word of a command line, as lines: a word, a tab and what it is; then a colon and a sum of 2 (no space after it), 4 (no file names) and 16
 * (folders only).
 *
 * The protocol of cobra's `__complete`, which `kubectl` reads from `kubectl_complete-polyvirt`.
 */
export function completionLines(words: readonly string[], commands: Commands): string {
  const { candidates, files, open }: Completion = completionOf(words, commands);
  const lines = candidates.map(({ word, about }) => (about === undefined ? word : `${word}\t${oneLine(about)}`));
  const directive = (open === true ? 2 : 0) + (files === undefined ? 4 : files === 'folders' ? 16 : 0);
  return [...lines, `:${directive}`].map((line) => `${line}\n`).join('');
}

const NONE: Completion = { candidates: [] };
const FILES: Completion = { candidates: [], files: 'any' };
const FOLDERS: Completion = { candidates: [], files: 'folders' };

/** Values of an option: its choices, or what the name of its value stands for, as `<architecture...>` does. */
export function optionValues({ argChoices, flags, long }: Option, typed: string): Completion {
  if (argChoices !== undefined) {
    return words(argChoices);
  }
  const [, name = ''] = /[<[]([^>\].]+)(?:\.\.\.)?[>\]]/.exec(flags) ?? [];
  return name === 'release' ? releasesFor(long ?? '') : (VALUES[name]?.(typed) ?? NONE);
}

/** Values of an argument; one without a list of its own names files. */
export function argumentValues(argument: Argument, typed: string): Completion {
  if (argument.argChoices !== undefined) {
    return words(argument.argChoices);
  }
  return argument.name() === 'subject' ? subjects(typed) : FILES;
}

/** By the name between the brackets. */
const VALUES: Readonly<Record<string, (typed: string) => Completion>> = {
  architecture: () => words(ARCHITECTURES),
  status: () => words([...SUPPORT_STATUSES, 'Unspecified'].map((status) => status.toLowerCase())),
  file: () => FILES,
  path: () => FILES,
  crd: () => FILES,
  dir: () => FOLDERS,
  folder: () => FOLDERS,
  how: () => ({ ...FILES, ...words(['auto', 'folders', 'one']) }),
  what: () => ({ ...words([...ARCHITECTURES.map((name) => `arch=${name}`), 'zone=']), open: true }),
  'code=severity': (typed) => ({
    ...words(codes().flatMap((code) => after(code, '=', ['error', 'warning', 'info'], typed))),
    open: !typed.includes('='),
  }),
};

function releasesFor(option: string): Completion {
  const known = (component: Component) => {
    const { releases = [], branch } = KNOWN_RELEASES[component] ?? {};
    return [...releases, ...(branch === undefined ? [] : [branch])];
  };
  switch (option) {
    case '--kubevirt':
      return words(known('kubevirt'));
    case '--hco':
      return words(known('hco'));
    case '--machine-controller':
      return words(known('machineController'));
    case '--to':
    case '--from':
      return words([...known('kubevirt'), ...known('hco').map((release) => `hco:${release}`)]);
    default:
      return NONE;
  }
}

/** Subjects of `explain`: codes with their titles; of gates and hypervisors the names once their prefix is typed. */
function subjects(typed: string): Completion {
  const [prefix] = typed.split('/');
  if (typed.includes('/')) {
    return words(
      prefix === 'gate'
        ? GATE_NAMES.map((name) => `gate/${name}`)
        : prefix === 'hypervisor'
          ? catalogue().map(({ name }) => `hypervisor/${name}`)
          : [],
    );
  }
  const kinds = ['VirtualMachine/', 'MachineDeployment/', 'gate/', 'hypervisor/'];
  const isKind = kinds.some((kind) => typed !== '' && kind.startsWith(typed));
  return {
    candidates: [...Object.entries(CODES).map(([word, about]) => ({ word, about })), ...asCandidates(kinds)],
    open: isKind,
  };
}

/** What comes before a sign, and once it is typed what comes after it. */
function after(word: string, sign: string, values: readonly string[], typed: string): string[] {
  return typed.startsWith(`${word}${sign}`) ? values.map((value) => `${word}${sign}${value}`) : [`${word}${sign}`];
}

function codes(): string[] {
  return Object.keys(CODES);
}

function words(all: readonly string[]): Completion {
  return { candidates: asCandidates(all) };
}

function asCandidates(all: readonly string[]): Candidate[] {
  return all.map((word) => ({ word }));
}
