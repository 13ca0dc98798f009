import { type CelTwin, celTexts } from '../kube/cel';
import { isEmpty, isMap } from '../kube/object';
import { BOOTS_SECURELY, HAS_SMM } from './admission-conditions';
import type { AdmissionContext, Refusal } from './instance-row';
import { at, type InstanceSpec, inSpec, isThere, isTrue, itemsWhere, listAt } from './instance-view';

const PATH = 'domain.launchSecurity';

/** The kinds of memory encryption that amd64 has; a guest uses one. */
const KINDS = ['sev', 'snp', 'tdx'];

/** Before KubeVirt 1.7 only SEV is looked at, whatever the architecture. */
export function checkSev(spec: InstanceSpec, { architecture, isVm }: AdmissionContext): Refusal[] {
  if (!isMap(at(spec, `${PATH}.sev`))) {
    return [];
  }
  // An instance for arm64 gets UEFI without secure boot before it is looked at.
  const isGiven = architecture === 'arm64' && isVm === false && !isMap(at(spec, 'domain.firmware.bootloader'));
  return [...(isGiven ? [] : checkFirmware(spec, 'sev')), ...checkRest(spec, 'sev')];
}

const HAS_EFI = 'variables.efi != null';

/** `checkSev` in CEL. */
export const SEV: readonly CelTwin[] = inCelOf(
  'sev',
  isThere(`${PATH}.sev`),
  '(!variables.isVm && variables.architecture in ["", "arm64"])',
);

/** `checkLaunchSecurity` in CEL. */
export const LAUNCH_SECURITY: readonly CelTwin[] = [
  {
    refused: `${isThere(PATH)} && size(${celTexts(KINDS)}.filter(kind, ${inSpec(PATH)}[?kind].orValue(null) != null)) != 1`,
    path: PATH,
    what: 'launchSecurity needs exactly one kind',
    fix: `write one of ${KINDS.join(', ')}`,
  },
  ...KINDS.flatMap((kind) =>
    inCelOf(
      kind,
      [
        isThere(`${PATH}.${kind}`),
        ...KINDS.filter((each) => each !== kind).map((each) => `!(${isThere(`${PATH}.${each}`)})`),
      ].join(' && '),
    ),
  ),
];

/**
 * What one kind asks of the rest of the guest, in CEL.
 *
 * @param given of type bool: whether UEFI is given to a guest that says nothing
 */
function inCelOf(kind: string, isAsked: string, given?: string): CelTwin[] {
  const efi = 'domain.firmware.bootloader.efi';
  const noBootloader = `!(${isThere('domain.firmware.bootloader')})`;
  return [
    {
      refused: `${isAsked} && !(${HAS_EFI})${given === undefined ? '' : ` && !(${given} && ${noBootloader})`}`,
      path: 'domain.firmware.bootloader',
      what: `${kind} needs UEFI`,
      fix: 'write efi: {secureBoot: false}',
      isOfNothing: true,
    },
    ...(kind === 'tdx'
      ? [
          {
            refused: `${isAsked} && ${HAS_SMM}`,
            path: 'domain.features.smm',
            what: 'TDX does not support system management mode',
            fix: 'leave smm out',
          },
        ]
      : [
          {
            refused: `${isAsked} && ${BOOTS_SECURELY}`,
            path: `${efi}.secureBoot`,
            what: `${kind} has no secure boot`,
            fix: 'write secureBoot: false',
          },
        ]),
    ...(kind === 'sev'
      ? [
          {
            refused: `${isAsked} && ${isThere(`${PATH}.sev.attestation`)} && ${inSpec('startStrategy')}.orValue("") != "Paused"`,
            path: 'startStrategy',
            what: 'SEV attestation needs a guest that starts paused',
            fix: 'write startStrategy: Paused',
          },
        ]
      : [
          {
            refused: `${isAsked} && ${isTrue(`${efi}.persistent`)}`,
            path: `${efi}.persistent`,
            what: `${kind} has no persistent UEFI variables`,
            fix: 'leave persistent out',
          },
        ]),
    {
      ...whereAsked(isAsked, itemsWhere('variables.interfaces', 'each.?bootOrder.orValue(0) != 0')),
      path: 'domain.devices.interfaces',
      what: `${kind} guests cannot boot from the network`,
      fix: 'leave bootOrder out',
    },
  ];
}

function whereAsked(
  isAsked: string,
  { refused, ...rest }: Pick<CelTwin, 'refused' | 'value'>,
): Pick<CelTwin, 'refused' | 'value'> {
  return { refused: `${isAsked} && ${refused}`, ...rest };
}

/** What encrypted memory on amd64 asks of the rest of the guest, from KubeVirt 1.7. */
export function checkLaunchSecurity(spec: InstanceSpec): Refusal[] {
  const security = at(spec, PATH);
  if (!isMap(security)) {
    return [];
  }
  const kinds = KINDS.filter((kind) => !isEmpty(security[kind]));
  if (kinds.length !== 1) {
    return [
      {
        path: PATH,
        what:
          kinds.length === 0 ? 'launch security of no kind' : `launch security of several kinds: ${kinds.join(', ')}`,
        fix: `write one of ${KINDS.join(', ')}`,
      },
    ];
  }
  return [...checkFirmware(spec, kinds[0]!), ...checkRest(spec, kinds[0]!)];
}

function checkFirmware(spec: InstanceSpec, kind: string): Refusal[] {
  const efi = at(spec, 'domain.firmware.bootloader.efi');
  if (!isMap(efi)) {
    return [
      {
        path: 'domain.firmware.bootloader',
        what: `${kind} needs UEFI`,
        fix: 'write efi: {secureBoot: false}',
        wants: 'domain.firmware.bootloader.efi',
      },
    ];
  }
  const refusals: Refusal[] = [];
  if (kind !== 'tdx' && efi.secureBoot !== false) {
    refusals.push({
      path: 'domain.firmware.bootloader.efi.secureBoot',
      what: `${kind} has no secure boot`,
      fix: 'write secureBoot: false',
    });
  }
  if (kind !== 'sev' && efi.persistent === true) {
    refusals.push({
      path: 'domain.firmware.bootloader.efi.persistent',
      what: `${kind} has no persistent UEFI variables`,
      fix: 'leave persistent out',
    });
  }
  return refusals;
}

function checkRest(spec: InstanceSpec, kind: string): Refusal[] {
  const refusals: Refusal[] = [];
  const smm = at(spec, 'domain.features.smm');
  if (kind === 'tdx' && isMap(smm) && smm.enabled !== false) {
    refusals.push({
      path: 'domain.features.smm',
      what: 'TDX does not support system management mode',
      fix: 'leave smm out',
    });
  }
  if (at(spec, `${PATH}.sev.attestation`) !== undefined && at(spec, 'startStrategy') !== 'Paused') {
    refusals.push({
      path: 'startStrategy',
      what: 'SEV attestation needs a guest that starts paused',
      fix: 'write startStrategy: Paused',
    });
  }
  listAt(spec, 'domain.devices.interfaces').forEach(({ name, bootOrder }, i) => {
    if (!isEmpty(bootOrder)) {
      refusals.push({
        path: `domain.devices.interfaces[${typeof name === 'string' ? name : i}].bootOrder`,
        what: `${kind} guests cannot boot from the network`,
        fix: 'leave bootOrder out',
      });
    }
  });
  return refusals;
}
