import type { Argument, Option } from 'commander';
import { ARCHITECTURES } from '../../architectures/facts';
import { CODES } from '../../findings/codes';
import { GATE_NAMES } from '../../gates/stages';
import { SUPPORT_STATUSES } from '../../gates/support';
import { catalogue } from '../../hypervisors/catalogue';
import { type Component, KNOWN_RELEASES } from '../../target/facts';
import type { Candidate, Completion } from './candidates';

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
