import { celTexts } from '../kube/cel';
import { asText, isEmpty, isMap } from '../kube/object';
import { nothingAt, oneOf, onlyWatchdog, onlyWatchdogInCel } from './admission-conditions';
import { ARCHITECTURES } from './facts';
import type { AdmissionRow } from './instance-row';
import { at, foundInSpec, inSpec, isThere, itemsAt, itemsWhere, listAt } from './instance-view';

const ADMITTER = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const ARM64 = 'kubevirt pkg/virt-api/webhooks/arm64.go';
const S390X = 'kubevirt pkg/virt-api/webhooks/s390x.go';
const AMD64 = 'kubevirt pkg/virt-api/webhooks/amd64.go';

const PANIC_DEVICES = itemsAt('domain.devices.panicDevices');
const STRANGE_PANIC_DEVICE = '!(each.?model.orValue("isa") in ["hyperv", "isa", "pvpanic"])';

/** Devices other than disks, of `ADMISSION_ROWS`. */
export const DEVICE_ROWS: readonly AdmissionRow[] = [
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    ...nothingAt('domain.devices.watchdog', 'arm64 guests have no watchdog', 'leave it out'),
    source: ARM64,
  },
  {
    architectures: ['amd64'],
    kubevirt: { since: '1.6' },
    at: 'instance',
    about: 'domain.devices.watchdog',
    rejects: onlyWatchdog,
    cel: onlyWatchdogInCel('amd64'),
    source: AMD64,
  },
  {
    architectures: ['s390x'],
    kubevirt: { since: '1.6' },
    at: 'instance',
    about: 'domain.devices.watchdog',
    rejects: onlyWatchdog,
    cel: onlyWatchdogInCel('s390x'),
    source: S390X,
  },
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    ...nothingAt('domain.devices.sound', 'arm64 guests have no sound', 'leave it out'),
    source: ARM64,
  },
  {
    architectures: ['amd64', 's390x'],
    kubevirt: {},
    at: 'machine',
    ...oneOf('domain.devices.sound.model', ['ich9', 'ac97'], (model) => `there is no sound device ${model}`),
    source: ADMITTER,
  },
  {
    architectures: ['amd64', 's390x'],
    kubevirt: {},
    at: 'machine',
    about: 'domain.devices.sound',
    when: (sound) => isMap(sound) && isEmpty(sound.name),
    rejects: () => [{ path: 'domain.devices.sound.name', what: 'the sound device has no name', fix: 'name it' }],
    cel: [
      {
        ...foundInSpec('domain.devices.sound', (sound) => `${sound}.?name.orValue("") == ""`),
        path: 'domain.devices.sound.name',
        what: 'the sound device has no name',
        fix: 'name it',
      },
    ],
    source: ADMITTER,
  },
  video('amd64', ['vga', 'cirrus', 'virtio', 'ramfb', 'bochs'], AMD64),
  video('arm64', ['virtio', 'ramfb'], ARM64),
  video('s390x', ['virtio'], S390X),
  {
    architectures: ARCHITECTURES,
    kubevirt: { since: '1.6' },
    at: 'machine',
    about: 'domain.devices.video',
    rejects: (spec) =>
      at(spec, 'domain.devices.autoattachGraphicsDevice') !== false
        ? []
        : [
            {
              path: 'domain.devices.video',
              what: 'a video device is set, but no graphics device is attached',
              fix: 'leave video out, or autoattachGraphicsDevice: false',
            },
          ],
    cel: [
      {
        refused:
          `${isThere('domain.devices.video')} && ${inSpec('domain.devices.autoattachGraphicsDevice')}.orValue(true) ` +
          '== false',
        path: 'domain.devices.video',
        what: 'a video device is set, but no graphics device is attached',
        fix: 'leave video out, or autoattachGraphicsDevice: false',
      },
    ],
    source: ADMITTER,
  },
  {
    architectures: ['s390x'],
    kubevirt: { since: '1.6' },
    at: 'machine',
    about: 'domain.devices.panicDevices[]',
    rejects: (spec) =>
      listAt(spec, 'domain.devices.panicDevices').length === 0
        ? []
        : [{ path: 'domain.devices.panicDevices', what: 's390x guests have no panic devices', fix: 'leave them out' }],
    cel: [
      {
        refused: `size(${itemsAt('domain.devices.panicDevices')}) > 0`,
        path: 'domain.devices.panicDevices',
        what: 's390x guests have no panic devices',
        fix: 'leave them out',
      },
    ],
    source: S390X,
  },
  {
    architectures: ['amd64', 'arm64'],
    kubevirt: { since: '1.6' },
    at: 'machine',
    about: 'domain.devices.panicDevices[]',
    rejects: (spec) =>
      listAt(spec, 'domain.devices.panicDevices').flatMap(({ model }, i) =>
        typeof model !== 'string' || ['hyperv', 'isa', 'pvpanic'].includes(model)
          ? []
          : [
              {
                path: `domain.devices.panicDevices[${i}].model`,
                what: `there is no panic device ${model}`,
                fix: 'write hyperv, isa or pvpanic',
              },
            ],
      ),
    cel: [
      {
        refused: `${PANIC_DEVICES}.exists(each, ${STRANGE_PANIC_DEVICE})`,
        value: `${PANIC_DEVICES}.filter(each, ${STRANGE_PANIC_DEVICE}).map(each, each.model).join(", ")`,
        path: 'domain.devices.panicDevices',
        what: 'there is no such panic device',
        fix: 'write hyperv, isa or pvpanic',
      },
    ],
    source: ADMITTER,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    about: 'domain.devices.inputs[]',
    rejects: (spec, { isVm }) =>
      listAt(spec, 'domain.devices.inputs').flatMap(({ name, type, bus }, i) => {
        const path = `domain.devices.inputs[${typeof name === 'string' ? name : i}]`;
        return [
          // One without a type becomes a tablet, but a VirtualMachine is looked at before that.
          ...(type === 'tablet' || (isEmpty(type) && isVm === false)
            ? []
            : [
                {
                  path: `${path}.type`,
                  what: isEmpty(type) ? 'the input device has no type' : `there is no input device ${asText(type)}`,
                  fix: 'write tablet',
                  wants: 'domain.devices.inputs',
                },
              ]),
          ...(isEmpty(bus) || bus === 'virtio' || bus === 'usb'
            ? []
            : [
                {
                  path: `${path}.bus`,
                  what: `an input device cannot use ${asText(bus)}`,
                  fix: 'write virtio or usb',
                },
              ]),
        ];
      }),
    cel: [
      {
        ...itemsWhere(
          itemsAt('domain.devices.inputs'),
          'each.?type.orValue("") != "tablet" && (variables.isVm || each.?type.orValue("") != "")',
        ),
        path: 'domain.devices.inputs',
        what: 'the only input device there is has the type tablet',
        fix: 'write tablet',
      },
      {
        ...itemsWhere(itemsAt('domain.devices.inputs'), '!(each.?bus.orValue("") in ["", "virtio", "usb"])'),
        path: 'domain.devices.inputs',
        what: 'an input device cannot use this bus',
        fix: 'write virtio or usb',
      },
    ],
    source: ADMITTER,
  },
];

function video(
  architecture: AdmissionRow['architectures'][number],
  allowed: readonly string[],
  source: string,
): AdmissionRow {
  return {
    architectures: [architecture],
    kubevirt: { since: '1.6' },
    at: 'instance',
    about: 'domain.devices.video',
    when: (device) => isMap(device) && !allowed.includes(asText(device.type ?? '')),
    rejects: (spec) => {
      const type = at(spec, 'domain.devices.video.type');
      return [
        {
          path: 'domain.devices.video.type',
          what: isEmpty(type)
            ? 'the video device has no type'
            : `${architecture} guests have no video device ${asText(type)}`,
          fix: `write ${allowed.join(' or ')}`,
          wants: 'domain.devices.video.type',
        },
      ];
    },
    cel: [
      {
        ...foundInSpec('domain.devices.video', (device) => `!(${device}.?type.orValue("") in ${celTexts(allowed)})`),
        value: `string(${inSpec('domain.devices.video.type')}.orValue(""))`,
        path: 'domain.devices.video.type',
        what: `${architecture} guests do not support this video device`,
        fix: `write ${allowed.join(' or ')}`,
      },
    ],
    source,
  };
}
