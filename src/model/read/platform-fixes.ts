import { isArchitecture } from '../../architectures/architecture';
import { ARCHITECTURES } from '../../architectures/facts';
import { shownValue } from '../../findings/secrets/shown-value';
import { chooseFrom } from '../../findings/suggestion';
import { alertSeries, firing } from '../../golden-images/alerts';
import { BUILT_IN_IMAGES } from '../../golden-images/facts';
import type { ImagesPicture } from '../../golden-images/picture';
import { own } from '../../kube/object';
import type { YamlEdit } from '../../kube/yaml/edit';
import type { PlatformFile } from './read-platform';

/** A fix as it was asked for: `PV303=narrow:amd64`. */
export interface AskedFix {
  readonly code: string;
  readonly name: string;
  readonly argument: string;
}

/** What a fix looks at. */
interface FixInput {
  readonly declaration: PlatformFile;
  readonly picture: ImagesPicture;
  readonly argument: string;
}

interface Fix {
  /** What is wrong with the argument; nothing where it is well. */
  readonly refuse: (argument: string) => string | undefined;
  readonly edits: (input: FixInput) => YamlEdit[] | FixProblem;
}

/** Why a fix is none for a platform. */
interface FixProblem {
  readonly problem: string;
}

const NO_ARGUMENT: Fix['refuse'] = (argument) => (argument === '' ? undefined : 'it takes nothing behind a colon');

/** The fixes that can be written into a platform file, by code and name. */
const FIXES: Readonly<Record<string, Readonly<Record<string, Fix>>>> = {
  PV301: { disable: { refuse: NO_ARGUMENT, edits: disableUnsupported } },
  PV302: { annotate: { refuse: refuseArchitectures, edits: annotate } },
  PV303: {
    enable: {
      refuse: NO_ARGUMENT,
      edits: () => [{ at: ['spec', 'hyperConverged', 'enableMultiArchBootImageImport'], set: true }],
    },
    narrow: {
      refuse: (argument) =>
        argument.includes(',') ? 'it takes one architecture, as amd64' : refuseArchitectures(argument),
      edits: narrow,
    },
  },
};

/** Reads `PV303=narrow:amd64`, or says why it is no fix. */
export function parseFix(written: string): AskedFix | { readonly problem: string } {
  const [, code = '', name = '', argument = ''] = /^(PV\d{3})=([a-z]+)(?::(.*))?$/.exec(written) ?? [];
  const ofCode = own(FIXES, code);
  if (ofCode === undefined) {
    const known = Object.entries(FIXES).flatMap(([each, fixes]) => Object.keys(fixes).map((fix) => `${each}=${fix}`));
    return { problem: `${shownValue(written)} is not a fix; ${chooseFrom(written, known)}` };
  }
  const fix = own(ofCode, name);
  if (fix === undefined) {
    return { problem: `${code} has no fix "${name}"; ${chooseFrom(name, Object.keys(ofCode))}` };
  }
  const refused = fix.refuse(argument);
  return refused === undefined ? { code, name, argument } : { problem: `${code}=${name}: ${refused}` };
}

/** The changes of a platform file that a fix comes to; the code is taken to be among its findings. */
export function fixEdits({ code, name }: AskedFix, input: FixInput): YamlEdit[] | FixProblem {
  return own(own(FIXES, code) ?? {}, name)?.edits(input) ?? [];
}

/** Workloads are left to one architecture that they have already. */
function narrow({ declaration, picture, argument }: FixInput): YamlEdit[] | FixProblem {
  const workloads = picture.cluster?.workloads ?? [];
  if (!workloads.includes(argument)) {
    return { problem: `workload nodes are ${workloads.join(', ')}` };
  }
  const at = ['spec', 'hyperConverged', 'workloads', 'architectures'];
  const listed: readonly string[] = declaration.hyperConverged?.workloads?.architectures ?? [];
  const kept = listed.indexOf(argument);
  // Where it is in a list already the others go, so that comments of the list stay.
  return kept === -1
    ? [{ at, set: [argument] }]
    : fromTheEnd(listed.map((_, i) => i).filter((i) => i !== kept)).map((i) => ({ at: [...at, i], remove: true }));
}

/** From the end, so that the places of the others stay what they are. */
function fromTheEnd(places: readonly number[]): number[] {
  return [...places].sort((a, b) => b - a);
}

function refuseArchitectures(argument: string): string | undefined {
  const words = argument.split(',');
  const wrong = words.find((word) => !isArchitecture(word));
  return wrong === undefined
    ? undefined
    : `write architectures behind a colon, as amd64; ${chooseFrom(wrong, ARCHITECTURES)}`;
}

/** Every image that would be without architectures gets these. */
function annotate({ declaration, picture, argument }: FixInput): YamlEdit[] | FixProblem {
  const architectures = [...new Set(argument.split(','))];
  const workloads = picture.cluster?.workloads;
  if (workloads !== undefined && !architectures.some((each) => workloads.includes(each))) {
    return { problem: `workload nodes are ${workloads.join(', ')}, so that the images would not be imported at all` };
  }
  const names = firing('HCOGoldenImageWithNoArchitectureAnnotation', alertSeries(picture)).map(
    ({ labels }) => labels.data_import_cron_name,
  );
  return picture.images
    .filter((image) => image.index !== undefined && names.includes(image.name.toLowerCase()))
    .filter(({ index }) => declaration.goldenImages?.[index!] !== undefined)
    .map(({ index }) => ({ at: ['spec', 'goldenImages', index!, 'architectures'], set: architectures }));
}

/** Images of your own go; built-in ones are switched off, also where they are overridden. */
function disableUnsupported({ declaration, picture }: FixInput): YamlEdit[] {
  const names = firing('HCOGoldenImageWithNoSupportedArchitecture', alertSeries(picture)).map(
    ({ labels }) => labels.data_import_cron_name,
  );
  const images = picture.images.filter(({ name }) => names.includes(name.toLowerCase()));
  const off = (cron: string) => ({
    name: BUILT_IN_IMAGES.find((image) => image.cron === cron)?.dataSource ?? cron,
    disabled: true,
  });
  const overridden = images.filter(({ common, index }) => common && index !== undefined);
  const builtIn = images.filter(({ index }) => index === undefined);
  const others = images.filter(({ common, index }) => !common && index !== undefined);
  const count = declaration.goldenImages?.length ?? 0;
  return [
    ...overridden.flatMap(({ index, name }) =>
      switchedOff(declaration.goldenImages?.[index!] ?? {}, index!, off(name)),
    ),
    ...builtIn.map(({ name }, i): YamlEdit => ({ at: ['spec', 'goldenImages', count + i], set: off(name) })),
    ...fromTheEnd(others.map(({ index }) => index!)).map(
      (index): YamlEdit => ({ at: ['spec', 'goldenImages', index], remove: true }),
    ),
  ];
}

/** Key by key, so that the comments of what stays do. */
function switchedOff(written: object, index: number, wanted: { name: string; disabled: boolean }): YamlEdit[] {
  const at = (key: string) => ['spec', 'goldenImages', index, key];
  return [
    ...Object.entries(wanted)
      .filter(([key, value]) => (written as Readonly<Record<string, unknown>>)[key] !== value)
      .map(([key, value]): YamlEdit => ({ at: at(key), set: value })),
    ...Object.keys(written)
      .filter((key) => !Object.hasOwn(wanted, key))
      .map((key): YamlEdit => ({ at: at(key), remove: true })),
  ];
}
