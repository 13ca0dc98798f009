import { isMap } from '../kube/object';
import { holdsIn } from '../kube/release';
import type { DefaultingContext } from './defaulting';
import type { Filled } from './draft';
import { ARCHITECTURE_FACTS } from './facts';
import { at, type InstanceSpec } from './instance-view';

/** What the launcher decides when the guest starts. The object does not show it. */
export function launcherChoices(spec: InstanceSpec, context: DefaultingContext): Filled[] {
  const efi = at(spec, 'domain.firmware.bootloader.efi');
  const { video, source } = ARCHITECTURE_FACTS[context.architecture];
  const type = isMap(efi) ? video.efi : video.bios;
  const hasScreen = at(spec, 'domain.devices.autoattachGraphicsDevice') !== false;
  return [
    firmware(efi, context),
    ...(hasScreen && at(spec, 'domain.devices.video.type') === undefined
      ? [
          {
            path: 'domain.devices.video.type',
            value: type,
            from: 'default' as const,
            reason: `what the launcher gives ${context.architecture} guests that boot like this`,
            source,
          },
        ]
      : []),
  ];
}

/** Where the first code that a guest runs comes from. */
function firmware(efi: unknown, { architecture, kubevirt, configuration }: DefaultingContext): Filled {
  const facts = ARCHITECTURE_FACTS[architecture];
  const { source } = facts;
  const path = 'domain.firmware';
  if (!isMap(efi)) {
    return { path, value: facts.firmware, from: 'default', reason: 'no UEFI is asked for', source };
  }
  const keys = ['ovmfPath', `architectureConfiguration.${architecture}.ovmfPath`];
  const key = keys.find((each) => ![undefined, null, ''].includes(at(configuration, each) as string));
  const configured = key === undefined ? undefined : at(configuration, key);
  const own = facts.ovmfPath.find((range) => holdsIn(range, kubevirt))?.path;
  return typeof configured === 'string' && configured !== ''
    ? {
        path,
        value: `UEFI from ${configured}`,
        from: 'platform',
        reason: `${key} of the KubeVirt resource`,
        source,
      }
    : {
        path,
        value: own === undefined ? 'UEFI, which the launcher does not have' : `UEFI from ${own}`,
        from: 'default',
        reason: `where the launcher of KubeVirt ${kubevirt} has it`,
        source,
      };
}
