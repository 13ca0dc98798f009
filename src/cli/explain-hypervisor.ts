import { CATALOGUE, catalogued } from '../hypervisors/catalogue';
import { chooseHypervisor } from '../hypervisors/check-declared';
import { conceivable } from '../hypervisors/choose';
import { FEATURE_NAMES, FEATURES } from '../hypervisors/features';
import { answerOf, hypervisorMatrix } from '../hypervisors/matrix';
import type { HypervisorProfile } from '../hypervisors/profile';
import { PROPERTIES, PROPERTY_TITLES } from '../hypervisors/profile';
import { NEWEST_KUBEVIRT } from '../target/resolve';
import { shownProperty } from './hypervisors-table';
import type { ExitCode, Io } from './io';

/** `polyvirt explain hypervisor/NAME`: everything that is known of one, and what it rests on. */
export function explainHypervisor(asked: string, io: Io): ExitCode {
  const profile = catalogued(asked);
  if (profile === undefined) {
    const fix = chooseHypervisor(asked, []).replace(/^did you mean ("[^"]+")\?.*/, 'did you mean $1?');
    io.err(
      `error: the catalogue has no hypervisor "${asked}". ${fix.charAt(0).toUpperCase()}${fix.slice(1)} (${CATALOGUE.map(({ name }) => name).join(', ')})\n`,
    );
    return 1;
  }
  io.out(`${pageOf(profile)}\n`);
  return 0;
}

function pageOf(profile: HypervisorProfile): string {
  const { name, title, driver, because, native, runsInLauncher } = profile;
  const row = hypervisorMatrix(NEWEST_KUBEVIRT).find((each) => each.name === name)!;
  const width = Math.max(...PROPERTIES.map((property) => PROPERTY_TITLES[property].length));
  const wide = Math.max(...FEATURE_NAMES.map((feature) => FEATURES[feature].length));
  return [
    `${name}: ${title}, by the ${driver} driver of libvirt`,
    '',
    `${runsInLauncher ? 'Runs in a launcher pod' : 'Does not run in a launcher pod'}: ${because}.`,
    `Realisations: ${conceivable(profile).join(', ') || 'none'}.`,
    ...(native === undefined ? [] : [`KubeVirt calls it ${native}.`]),
    '',
    `Properties, KubeVirt ${NEWEST_KUBEVIRT}:`,
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
