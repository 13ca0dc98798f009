import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isLabelValue, isQualifiedName } from '../kube/names';
import { isMap } from '../kube/object';
import { isPositiveQuantity } from '../kube/quantity';
import { atLeast } from '../kube/release';
import { generationOf } from '../placement/machine-controller';
import type { ControllerContext } from './check-fields';
import { configText } from './config-var';
import { DNS_POLICIES, EVICTION_STRATEGIES, OPERATING_SYSTEMS } from './facts';
import { at, CLOUD_PATH, listOf, type MachineDeploymentView, mapOf, PROVIDER_PATH } from './view';

/** Values that the webhook refuses, or that it lets through so that each machine fails later. */
export function checkValues(view: MachineDeploymentView, context: ControllerContext): Finding[] {
  return [
    ...checkOperatingSystem(view, context),
    ...checkKeys(view),
    ...(generationOf(context.controller) === 'flat'
      ? checkFlat(view)
      : [
          // What is in a flat place is refused there, with where it belongs.
          ...(isFlatlyWritten(view) ? [] : [...checkSize(view), ...checkDisks(view)]),
          ...checkRuntime(view),
          ...checkPlacement(view, context),
        ]),
  ];
}

function isFlatlyWritten({ cloud }: MachineDeploymentView): boolean {
  return (
    !isMap(cloud.virtualMachine) && ['cpus', 'memory', 'pvcSize', 'sourceURL'].some((key) => Object.hasOwn(cloud, key))
  );
}

function checkOperatingSystem({ provider }: MachineDeploymentView, { controller }: ControllerContext): Finding[] {
  const name = provider.operatingSystem;
  const known = Object.keys(OPERATING_SYSTEMS).filter((each) => {
    const { before } = OPERATING_SYSTEMS[each]!;
    return before === undefined || !atLeast(controller, before);
  });
  return typeof name === 'string' && known.includes(name)
    ? []
    : [
        wrong(
          `${PROVIDER_PATH}.operatingSystem`,
          `machine-controller ${controller} cannot make ${name === undefined ? 'machines without an operating system' : `${JSON.stringify(name)} machines`} on KubeVirt`,
          AT_ONCE,
          chooseFrom(String(name ?? ''), known),
        ),
      ];
}

const SSH_KEY =
  /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) +[A-Za-z0-9+/]+={0,2}( .*)?$/s;

function checkKeys({ provider }: MachineDeploymentView): Finding[] {
  return listOf(provider.sshPublicKeys).flatMap((key, i) =>
    typeof key === 'string' && SSH_KEY.test(key.trim())
      ? []
      : [
          wrong(
            `${PROVIDER_PATH}.sshPublicKeys[${i}]`,
            'this is not a public key',
            AT_ONCE,
            'write one line as it is in authorized_keys: the type, the key, and a comment',
          ),
        ],
  );
}

function checkFlat({ cloud }: MachineDeploymentView): Finding[] {
  return [
    ...checkAmount(cloud.cpus, 'cpus', '2', true),
    ...checkAmount(cloud.memory, 'memory', '4Gi', true),
    ...checkAmount(cloud.pvcSize, 'pvcSize', '25Gi', true),
    ...checkDns(cloud, ''),
  ];
}

function checkSize({ cloud }: MachineDeploymentView): Finding[] {
  const template = mapOf(at(cloud, 'virtualMachine', 'template'));
  const path = 'virtualMachine.template';
  if (isMap(at(cloud, 'virtualMachine', 'instancetype'))) {
    return ['cpus', 'memory'].flatMap((key) =>
      configText(template[key]) === ''
        ? []
        : [
            {
              code: 'PV601',
              severity: 'warning' as const,
              path: `${CLOUD_PATH}.${path}.${key}`,
              what: `${key} is written although the instance type decides it`,
              why: 'The controller passes over it, so that machines are of another size than the manifest says',
              fix: `leave ${key} out, or the instance type`,
              source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
            },
          ],
    );
  }
  const cores = Number(at(template, 'vcpus', 'cores') ?? 0);
  return [
    ...(cores !== 0 ? [] : checkAmount(template.cpus, `${path}.cpus`, '2', true)),
    ...(cores === 0 || configText(template.cpus) === ''
      ? []
      : [
          {
            code: 'PV601',
            severity: 'warning' as const,
            path: `${CLOUD_PATH}.${path}.cpus`,
            what: 'cpus is written beside vcpus.cores, which wins',
            why: 'The controller passes over cpus, so that machines have another size than the manifest says',
            fix: 'keep one of the two',
            source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
          },
        ]),
    ...checkAmount(template.memory, `${path}.memory`, '4Gi', true),
  ];
}

function checkDisks({ cloud }: MachineDeploymentView): Finding[] {
  const path = 'virtualMachine.template.primaryDisk';
  const disk = mapOf(at(cloud, 'virtualMachine', 'template', 'primaryDisk'));
  const secondary = listOf(at(cloud, 'virtualMachine', 'template', 'secondaryDisks')).map(mapOf);
  const hasHeaders = listOf(disk.extraHeaders).length > 0 && configText(disk.extraHeadersSecretRef) !== '';
  return [
    ...checkAmount(disk.size, `${path}.size`, '25Gi', true),
    ...checkPresent(disk.storageClassName, `${path}.storageClassName`, 'a storage class: the controller looks it up'),
    ...checkPresent(disk.osImage, `${path}.osImage`, 'the address of an image, or the name of a claim'),
    ...checkOneOf(disk.source, `${path}.source`, ['http', 'registry', 'pvc'], 'warning'),
    ...checkOneOf(disk.pullMethod, `${path}.pullMethod`, ['node', 'pod'], 'error'),
    ...checkOneOf(disk.storageTarget, `${path}.storageTarget`, ['storage', 'pvc'], 'warning'),
    ...(hasHeaders
      ? [
          wrong(
            `${CLOUD_PATH}.${path}.extraHeaders`,
            'there are extraHeaders and extraHeadersSecretRef',
            AT_ONCE,
            'keep one of the two',
          ),
        ]
      : []),
    ...secondary.flatMap((each, i) =>
      checkAmount(each.size, `virtualMachine.template.secondaryDisks[${i}].size`, '25Gi', true),
    ),
  ];
}

function checkRuntime({ cloud }: MachineDeploymentView): Finding[] {
  const machine = mapOf(cloud.virtualMachine);
  return [
    ...checkDns(machine, 'virtualMachine.'),
    ...checkOneOf(machine.evictionStrategy, 'virtualMachine.evictionStrategy', EVICTION_STRATEGIES, 'error'),
  ];
}

function checkDns(map: Readonly<Record<string, unknown>>, prefix: string): Finding[] {
  const policy = configText(map.dnsPolicy);
  const servers = listOf(mapOf(map.dnsConfig).nameservers);
  return [
    ...checkOneOf(map.dnsPolicy, `${prefix}dnsPolicy`, DNS_POLICIES, 'error'),
    ...(policy === 'None' && servers.length === 0
      ? [
          wrong(
            `${CLOUD_PATH}.${prefix}dnsConfig.nameservers`,
            'dnsPolicy is None and there is no name server',
            AT_ONCE,
            'write at least one name server, or another policy',
          ),
        ]
      : []),
  ];
}

function checkPlacement({ cloud }: MachineDeploymentView, { controller }: ControllerContext): Finding[] {
  const presets = generationOf(controller) === 'presets';
  const affinity = mapOf(cloud.affinity);
  const preset = mapOf(affinity.nodeAffinityPreset);
  const type = configText(preset.type)?.toLowerCase();
  const key = configText(preset.key);
  const path = 'affinity.nodeAffinityPreset';
  const values = listOf(preset.values);
  return [
    ...(presets ? ['podAffinityPreset', 'podAntiAffinityPreset'] : []).flatMap((name) =>
      checkType(affinity[name], `affinity.${name}`),
    ),
    ...checkType(preset.type, `${path}.type`),
    ...(type !== 'soft' && type !== 'hard'
      ? type === '' && (key !== '' || values.length > 0)
        ? [
            {
              code: 'PV601',
              severity: 'warning' as const,
              path: `${CLOUD_PATH}.${path}.type`,
              what: 'a preset without a type does nothing, whatever its key and values',
              why: 'The MachineDeployment is accepted, and its machines run wherever there is room',
              fix: 'write soft or hard, or leave the preset out',
              source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, getAffinity',
            },
          ]
        : []
      : [
          ...(key === undefined || isQualifiedName(key)
            ? []
            : [
                wrong(
                  `${CLOUD_PATH}.${path}.key`,
                  key === '' ? 'the preset has no key' : `${JSON.stringify(key)} is not the key of a label`,
                  LATER,
                  'write the key of a label of the nodes',
                ),
              ]),
          ...values.flatMap((value, i) => {
            const text = configText(value);
            return text === undefined || isLabelValue(text)
              ? []
              : [
                  wrong(
                    `${CLOUD_PATH}.${path}.values[${i}]`,
                    `${JSON.stringify(text)} cannot be the value of a label`,
                    LATER,
                    'use letters, digits and - _ . , at most 63',
                  ),
                ];
          }),
          ...(presets && values.length === 0
            ? [
                wrong(
                  `${CLOUD_PATH}.${path}.values`,
                  `machine-controller ${controller} makes an empty list of no values`,
                  LATER,
                  'list the values, or use machine-controller 1.56 or later',
                ),
              ]
            : []),
        ]),
    ...(presets ? [] : checkSpread(cloud)),
  ];
}

function checkSpread(cloud: Readonly<Record<string, unknown>>): Finding[] {
  const seen = new Set<string>();
  return listOf(cloud.topologySpreadConstraints)
    .map(mapOf)
    .flatMap((constraint, i) => {
      const path = `topologySpreadConstraints[${i}]`;
      const key = configText(constraint.topologyKey);
      const when = configText(constraint.whenUnsatisfiable);
      const skew = configText(constraint.maxSkew);
      const pair = `${key}\0${when}`;
      const isTwice = seen.has(pair);
      seen.add(pair);
      return [
        ...(skew === undefined || (/^\d{1,10}$/.test(skew) && Number(skew) >= 1 && Number(skew) < 2 ** 31)
          ? []
          : [
              wrong(
                `${CLOUD_PATH}.${path}.maxSkew`,
                `${JSON.stringify(skew)} is not a skew`,
                AT_ONCE,
                'write a whole number from 1, in quotes',
              ),
            ]),
        ...(key === undefined || isQualifiedName(key)
          ? []
          : [
              wrong(
                `${CLOUD_PATH}.${path}.topologyKey`,
                `${JSON.stringify(key)} is not the key of a label`,
                LATER,
                'write the key of a label of the nodes, as kubernetes.io/hostname',
              ),
            ]),
        ...(when === undefined || when === 'DoNotSchedule' || when === 'ScheduleAnyway'
          ? []
          : [
              wrong(
                `${CLOUD_PATH}.${path}.whenUnsatisfiable`,
                `${JSON.stringify(when)} is nothing that a scheduler knows`,
                LATER,
                chooseFrom(when, ['DoNotSchedule', 'ScheduleAnyway']),
              ),
            ]),
        ...(isTwice
          ? [wrong(`${CLOUD_PATH}.${path}`, `${key} is there twice with ${when}`, LATER, 'keep one of the two')]
          : []),
      ];
    });
}

function checkType(value: unknown, path: string): Finding[] {
  const text = configText(value);
  return text === undefined || ['', 'soft', 'hard'].includes(text.toLowerCase())
    ? []
    : [
        wrong(
          `${CLOUD_PATH}.${path}`,
          `${JSON.stringify(text)} is not a type of preset`,
          AT_ONCE,
          chooseFrom(text, ['soft', 'hard']),
        ),
      ];
}

function checkAmount(value: unknown, path: string, example: string, isNeeded: boolean): Finding[] {
  const text = configText(value);
  if (text === undefined || isPositiveQuantity(text) || (text === '' && !isNeeded)) {
    return [];
  }
  return [
    wrong(
      `${CLOUD_PATH}.${path}`,
      text === '' ? `there is no ${path.split('.').at(-1)}` : `${JSON.stringify(text)} is not an amount`,
      AT_ONCE,
      `write an amount, as ${example}`,
    ),
  ];
}

function checkPresent(value: unknown, path: string, what: string): Finding[] {
  return configText(value) === ''
    ? [wrong(`${CLOUD_PATH}.${path}`, `there is no ${path.split('.').at(-1)}`, AT_ONCE, `write ${what}`)]
    : [];
}

function checkOneOf(
  value: unknown,
  path: string,
  allowed: readonly string[],
  severity: 'error' | 'warning',
): Finding[] {
  const text = value === null ? '' : configText(value);
  return text === undefined || text === '' || allowed.includes(text)
    ? []
    : [
        {
          ...wrong(
            `${CLOUD_PATH}.${path}`,
            `${JSON.stringify(text)} is not one of ${allowed.join(', ')}`,
            severity === 'error' ? AT_ONCE : 'The controller passes over it and decides by itself',
            chooseFrom(text, allowed),
          ),
          severity,
        },
      ];
}

const AT_ONCE = 'The webhook of the controller refuses the MachineDeployment';
const LATER = 'The MachineDeployment is accepted, and KubeVirt then refuses each of its machines';

function wrong(path: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV603',
    severity: 'error',
    path,
    what,
    why,
    fix,
    source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
  };
}
