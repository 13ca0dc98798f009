import { type Example, unindented } from '../../src/rules/page';
import { PAGES } from '../../src/rules/pages';
import { PLATFORMS } from './platforms';

/** Something bad that gives a code, as far as its doors are not derived from each other. */
export interface Case {
  readonly code: string;
  /** A platform file whose keys say it. */
  readonly platform?: Written;
  /** Manifests that say it, with the releases that they are for; CRDs among them may be those of the cluster. */
  readonly manifests?: Written & { readonly target: Releases; readonly hasCrds: boolean };
}

type Releases = Readonly<Record<string, string>>;

/** A text, and the lines of it that findings of the code are at, from 1. */
interface Written {
  readonly text: string;
  readonly lines: readonly number[];
}

/** The target of the flags of a command, where it has no others. */
const TARGET_FLAGS: Readonly<Record<string, string>> = {
  '--kubevirt': 'kubevirt',
  '--hco': 'hco',
  '--machine-controller': 'machineController',
};

/** One case for every code: its example, and a platform of ours where the example is none. */
export const CASES: readonly Case[] = PAGES.map(({ code, example }) => {
  const ours = PLATFORMS[code];
  return {
    ...caseOf(code, example()),
    ...(ours === undefined ? {} : { platform: marked(ours) }),
  };
});

function caseOf(code: string, { language, text, output }: Example): Case {
  const written = { text: `${unindented(text)}\n`, lines: linesOf(code, unindented(output)) };
  const [command, ...flags] = /^# polyvirt (.*)/.exec(written.text)?.[1]?.split(' ') ?? [];
  if (language !== 'yaml') {
    return { code };
  }
  if (command === 'synth' && flags.length === 0) {
    return { code, platform: written };
  }
  const hasCrds = flags[0] === '--crds';
  const target = command === 'check' ? targetOf(hasCrds ? [] : flags) : undefined;
  return target === undefined ? { code } : { code, manifests: { ...written, target, hasCrds } };
}

function targetOf([flag, release, ...rest]: readonly string[]): Releases | undefined {
  if (flag === undefined) {
    return {};
  }
  const key = TARGET_FLAGS[flag];
  const others = targetOf(rest);
  return key === undefined || release === undefined || others === undefined ? undefined : { ...others, [key]: release };
}

/** Where the output of an example says that findings are. */
function linesOf(code: string, output: string): number[] {
  return [...output.matchAll(new RegExp(`^\\w+ ${code} .*?at [\\w-]+\\.yaml:(\\d+)`, 'gm'))].map(([, line]) =>
    Number(line),
  );
}

/** A platform whose bad lines end with a mark. */
function marked(spec: string): Written {
  const text = `apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec:\n${spec}`;
  const lines = text.split('\n').flatMap((line, i) => (line.endsWith('# here') ? [i + 1] : []));
  return { text, lines };
}
