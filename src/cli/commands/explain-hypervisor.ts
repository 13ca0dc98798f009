import { hypervisorNames, profileOf } from '../../hypervisors/catalogue';
import { chooseHypervisor } from '../../hypervisors/check-declared';
import type { HypervisorDeclaration } from '../../hypervisors/declaration';
import { domainHooks } from '../../hypervisors/domain-hooks';
import { FEATURE_NAMES, FEATURES } from '../../hypervisors/features';
import { type HypervisorProfile, PROPERTIES, PROPERTY_TITLES } from '../../hypervisors/profile';
import { launcherEnvironment, PROPERTY_EFFECTS } from '../../hypervisors/property-effects';
import type { Release } from '../../kube/release';
import { answerOf, type HypervisorRow, hypervisorMatrix, shownProperty } from '../../report/hypervisors-table';
import { type ExplainFormat, writeReport } from '../format/explain-format';
import type { CommandIo, ExitCode } from '../start/io';
import { type ClusterOptions, clustersFor } from './options';

/** A hypervisor as it is on one platform, or in the catalogue. */
interface ShownHypervisor {
  readonly profile: HypervisorProfile;
  readonly declaration: HypervisorDeclaration;
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
    : {
        profile,
        declaration: declared.find((each) => each.name === name) ?? { name },
        row,
        kubevirt,
        ...(of === undefined ? {} : { of }),
      };
}

/** For programs: the shape of docs/schemas/explain-hypervisor.schema.json. */
function report({ profile, declaration, row, kubevirt, of }: ShownHypervisor): object {
  const { because, features: _, ...rest } = row;
  return {
    kubevirt,
    ...(of === undefined ? {} : { platform: of }),
    ...rest,
    title: profile.title,
    runsInLauncher: profile.runsInLauncher,
    reason: because,
    native: profile.native ?? null,
    effects: Object.fromEntries(
      PROPERTIES.map((property) => {
        const { places, variable, effect } = PROPERTY_EFFECTS[property];
        return [property, { places, variable: variable ?? null, effect }];
      }),
    ),
    environment: profile.runsInLauncher ? launcherEnvironment(profile, declaration) : {},
    domain: row.realisations.includes('plugin') ? domainHooks(profile).flatMap(({ what }) => what) : [],
    features: Object.fromEntries(
      FEATURE_NAMES.map((feature) => {
        const cell = profile.features[feature];
        return [feature, { value: answerOf(cell), confidence: cell.confidence, source: cell.source }];
      }),
    ),
  };
}

const BY_POLICY: readonly string[] = ['pod-policy', 'plugin'];

/** Each property with what becomes of it where the hypervisor comes so; what only a Plugin changes has no effect without one. */
function effectsOf({ row, kubevirt }: ShownHypervisor): [property: string, effect: string][] {
  const ways = row.realisations.filter((each) => BY_POLICY.includes(each));
  if (ways.length === 0) {
    return [
      [
        '',
        `No property has an effect: KubeVirt ${kubevirt} takes this hypervisor neither by pod-policy nor by plugin.`,
      ],
    ];
  }
  const hasPlugin = ways.includes('plugin');
  return [
    ['', `Effect of each property, by ${ways.join(' or ')}:`],
    ...PROPERTIES.map((property): [string, string] => {
      const { places, variable, effect } = PROPERTY_EFFECTS[property];
      const isOfPlugin = places.every((each) => each === 'domain');
      const said = isOfPlugin && !hasPlugin ? 'none: only a Plugin changes the domain' : effect;
      return [PROPERTY_TITLES[property], `${variable === undefined ? '' : `${variable}: `}${said}`];
    }),
    ...(hasPlugin
      ? []
      : [['', `With KubeVirt ${kubevirt} it has no Plugin: what a Plugin does is not done.`] as [string, string]]),
  ];
}

/** What the Plugin of polyvirt changes; and what stays as it is, whatever is written. */
function pluginOf({ profile, row }: ShownHypervisor): string[] {
  if (!row.realisations.includes('plugin')) {
    return [];
  }
  return [
    'Domain, by plugin:',
    ...domainHooks(profile).flatMap(({ what }) => what.map((each) => `  ${each}`)),
    '  not changed: the connection URI and the libvirt daemon, which are fixed in KubeVirt’s launcher binary (qemu:///…,',
    '  virtqemud); the process that virt-handler looks for; disks of container images, which are qcow2; what is plugged in later',
    '',
  ];
}

/** The contract with a launcher image: the variables of its compute container. */
function environmentOf({ profile, declaration, row }: ShownHypervisor): string[] {
  if (!row.realisations.some((each) => BY_POLICY.includes(each))) {
    return [];
  }
  return [
    `Environment of the compute container, by ${row.realisations.filter((each) => BY_POLICY.includes(each)).join(' or ')}:`,
    ...Object.entries(launcherEnvironment(profile, declaration)).map(([name, value]) => `  ${name}=${value}`),
    '',
  ];
}

function pageOf(shown: ShownHypervisor): string {
  const { profile, row, kubevirt, of } = shown;
  const { name, title, driver, because, native, runsInLauncher } = profile;
  const { architectures } = row;
  const width = Math.max(...PROPERTIES.map((property) => PROPERTY_TITLES[property].length));
  const wide = Math.max(...FEATURE_NAMES.map((feature) => FEATURES[feature].length));
  return [
    `${name}: ${title}, by the ${driver} driver of libvirt${of === undefined ? '' : `, as the platform ${of} has it`}`,
    '',
    `${runsInLauncher ? 'Runs in a launcher pod' : 'Does not run in a launcher pod'}: ${because}.`,
    `Realisations with KubeVirt ${kubevirt}: ${row.realisations.join(', ') || 'none'}.`,
    `Architectures: ${shownProperty(architectures)}  (${architectures.confidence}: ${architectures.source})`,
    ...(native === undefined ? [] : [`KubeVirt calls it ${native}.`]),
    '',
    `Properties, KubeVirt ${kubevirt}:`,
    ...PROPERTIES.map((property) => {
      const cell = row.properties[property];
      return `  ${PROPERTY_TITLES[property].padEnd(width)}  ${shownProperty(cell)}  (${cell.confidence}: ${cell.source})`;
    }),
    '',
    ...effectsOf(shown).map(([property, effect]) =>
      property === '' ? effect : `  ${property.padEnd(width)}  ${effect}`,
    ),
    '',
    ...pluginOf(shown),
    ...environmentOf(shown),
    'Features of a virtual machine:',
    ...FEATURE_NAMES.map((feature) => {
      const cell = profile.features[feature];
      return `  ${FEATURES[feature].padEnd(wide)}  ${answerOf(cell).padEnd(7)}  (${cell.confidence}: ${cell.source})`;
    }),
  ].join('\n');
}
