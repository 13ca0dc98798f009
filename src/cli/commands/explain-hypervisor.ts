import { chooseHypervisor } from '../../hypervisors/check-declared';
import { conceivable } from '../../hypervisors/choose';
import type { HypervisorDeclaration } from '../../hypervisors/declaration';
import { FEATURE_NAMES, FEATURES } from '../../hypervisors/features';
import { answerOf, type HypervisorRow, hypervisorMatrix } from '../../hypervisors/matrix';
import type { HypervisorProfile } from '../../hypervisors/profile';
import { PROPERTIES, PROPERTY_TITLES } from '../../hypervisors/profile';
import { hypervisorNames, profileOf } from '../../hypervisors/resolve';
import type { Release } from '../../kube/release';
import { shownProperty } from '../../report/hypervisors-table';
import { type ExplainFormat, writeReport } from '../format/explain-format';
import type { CommandIo, ExitCode } from '../start/io';
import { type ClusterOptions, clustersFor } from './cluster-options';

/** A hypervisor as it is on one platform, or in the catalogue. */
interface ShownHypervisor {
  readonly profile: HypervisorProfile;
  readonly row: HypervisorRow;
  readonly kubevirt: Release;
  /** Name of the platform that says something of it. */
  readonly of?: string;
}

/** `polyvirt explain hypervisor/NAME`: everything that is known of one, and what it rests on. */
export async function explainHypervisor(
  asked: string,
  options: ClusterOptions & { readonly format: ExplainFormat },
  io: CommandIo,
): Promise<ExitCode> {
  const { platforms, other } = await clustersFor(options);
  const declaredOn = platforms.map(({ name, context }) => ({
    name,
    kubevirt: context.target.kubevirt,
    declared: context.hypervisorsInUse?.declared ?? [],
  }));
  const own = declaredOn.find(({ declared }) => declared.some(({ name }) => name === asked));
  const { kubevirt } = own ?? declaredOn[0] ?? other.context.target;
  const shown = shownOf(asked, own?.declared ?? [], kubevirt, own?.name);
  if (shown === undefined) {
    const all = declaredOn.flatMap(({ declared }) => declared);
    const fix = chooseHypervisor(asked, all).replace(/^did you mean ("[^"]+")\?.*/, 'did you mean $1?');
    const where = platforms.length === 0 ? 'the catalogue has' : 'neither the catalogue nor the platform at hand has';
    io.err(
      `error: ${where} ${platforms.length === 0 ? 'no' : 'a'} hypervisor "${asked}". ${fix.charAt(0).toUpperCase()}${fix.slice(1)} (${hypervisorNames(all).join(', ')})\n`,
    );
    return 1;
  }
  writeReport(
    io,
    options.format,
    () => `${pageOf(shown)}\n`,
    () => report(shown),
  );
  return 0;
}

function shownOf(
  name: string,
  declared: readonly HypervisorDeclaration[],
  kubevirt: Release,
  of: string | undefined,
): ShownHypervisor | undefined {
  const profile = profileOf(name, declared);
  const row = hypervisorMatrix(kubevirt, declared).find((each) => each.name === name);
  return profile === undefined || row === undefined
    ? undefined
    : { profile, row, kubevirt, ...(of === undefined ? {} : { of }) };
}

/** For programs: the shape of docs/schemas/explain-hypervisor.schema.json. */
function report({ profile, row, kubevirt, of }: ShownHypervisor): object {
  const { because, features: _, ...rest } = row;
  return {
    kubevirt,
    ...(of === undefined ? {} : { platform: of }),
    ...rest,
    title: profile.title,
    runsInLauncher: profile.runsInLauncher,
    reason: because,
    native: profile.native ?? null,
    features: Object.fromEntries(
      FEATURE_NAMES.map((feature) => {
        const cell = profile.features[feature];
        return [feature, { value: answerOf(cell), confidence: cell.confidence, source: cell.source }];
      }),
    ),
  };
}

function pageOf({ profile, row, kubevirt, of }: ShownHypervisor): string {
  const { name, title, driver, because, native, runsInLauncher } = profile;
  const { architectures } = row;
  const width = Math.max(...PROPERTIES.map((property) => PROPERTY_TITLES[property].length));
  const wide = Math.max(...FEATURE_NAMES.map((feature) => FEATURES[feature].length));
  return [
    `${name}: ${title}, by the ${driver} driver of libvirt${of === undefined ? '' : `, as the platform ${of} has it`}`,
    '',
    `${runsInLauncher ? 'Runs in a launcher pod' : 'Does not run in a launcher pod'}: ${because}.`,
    `Realisations: ${conceivable(profile).join(', ') || 'none'}.`,
    `Architectures: ${shownProperty(architectures)}  (${architectures.confidence}: ${architectures.source})`,
    ...(native === undefined ? [] : [`KubeVirt calls it ${native}.`]),
    '',
    `Properties, KubeVirt ${kubevirt}:`,
    ...PROPERTIES.map((property) => {
      const cell = row.properties[property];
      return `  ${PROPERTY_TITLES[property].padEnd(width)}  ${shownProperty(cell)}  (${cell.confidence}: ${cell.source})`;
    }),
    '',
    'Features of a virtual machine:',
    ...FEATURE_NAMES.map((feature) => {
      const cell = profile.features[feature];
      return `  ${FEATURES[feature].padEnd(wide)}  ${answerOf(cell).padEnd(7)}  (${cell.confidence}: ${cell.source})`;
    }),
  ].join('\n');
}
