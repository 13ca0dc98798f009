import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { asNumber, asText, isMap } from '../kube/object';
import { isPositiveQuantity } from '../kube/quantity';
import { atLeast } from '../kube/release';
import { generationOf } from '../placement/presets';
import { AT_ONCE, type ControllerContext, wrong } from './check-fields';
import { checkPlacement } from './check-placement';
import { DNS_POLICIES, EVICTION_STRATEGIES, OPERATING_SYSTEMS } from './facts';
import { checkImage } from './image-source';
import { flavorOf } from './spawned';
import { at, CLOUD_PATH, configText, listOf, type MachineDeploymentView, mapOf, PROVIDER_PATH } from './view';

/** Values that the webhook rejects, or that it lets through so that each machine fails later. */
export function checkValues(view: MachineDeploymentView, context: ControllerContext): Finding[] {
  return [
    ...checkOperatingSystem(view, context),
    ...checkKeys(view),
    ...(generationOf(context.controller) === 'flat'
      ? checkFlat(view)
      : [
          // What is in a flat place is rejected there, with where it belongs.
          ...(isFlatlyWritten(view) ? [] : [...checkSize(view, context), ...checkDisks(view, context)]),
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
          `machine-controller ${controller} cannot make ${name === undefined ? 'machines without an operating system' : `${shownValue(name)} machines`} on KubeVirt`,
          AT_ONCE,
          chooseFrom(asText(name ?? ''), known),
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

function checkSize(view: MachineDeploymentView, { controller }: ControllerContext): Finding[] {
  const { cloud } = view;
  const template = mapOf(at(cloud, 'virtualMachine', 'template'));
  const path = 'virtualMachine.template';
  const decider = isMap(at(cloud, 'virtualMachine', 'instancetype'))
    ? 'instance type'
    : flavorOf(view, controller) !== ''
      ? 'flavor'
      : undefined;
  if (decider !== undefined) {
    return ['cpus', 'memory'].flatMap((key) =>
      configText(template[key]) === ''
        ? []
        : [
            {
              code: 'PV601',
              severity: 'warning' as const,
              path: `${CLOUD_PATH}.${path}.${key}`,
              what: `${key} is set although the ${decider} decides it`,
              why: 'The controller ignores it, so machines have another size than the manifest says',
              fix: `leave ${key} out, or the ${decider}`,
              source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
            },
          ],
    );
  }
  const cores = asNumber(at(template, 'vcpus', 'cores') ?? 0);
  return [
    ...(cores !== 0 ? [] : checkAmount(template.cpus, `${path}.cpus`, '2', true)),
    ...(cores === 0 || configText(template.cpus) === ''
      ? []
      : [
          {
            code: 'PV601',
            severity: 'warning' as const,
            path: `${CLOUD_PATH}.${path}.cpus`,
            what: 'cpus is set next to vcpus.cores, which wins',
            why: 'The controller ignores cpus, so machines have another size than the manifest says',
            fix: 'keep one of the two',
            source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
          },
        ]),
    ...checkAmount(template.memory, `${path}.memory`, '4Gi', true),
  ];
}

function checkDisks({ cloud }: MachineDeploymentView, { controller }: ControllerContext): Finding[] {
  const path = 'virtualMachine.template.primaryDisk';
  const disk = mapOf(at(cloud, 'virtualMachine', 'template', 'primaryDisk'));
  const secondary = listOf(at(cloud, 'virtualMachine', 'template', 'secondaryDisks')).map(mapOf);
  const hasHeaders = listOf(disk.extraHeaders).length > 0 && configText(disk.extraHeadersSecretRef) !== '';
  return [
    ...checkAmount(disk.size, `${path}.size`, '25Gi', true),
    ...checkPresent(disk.storageClassName, `${path}.storageClassName`, 'a storage class: the controller looks it up'),
    ...checkPresent(disk.osImage, `${path}.osImage`, 'the address of an image, or the name of a claim'),
    ...checkImage(disk, `${CLOUD_PATH}.${path}`, controller),
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
    ...secondary.flatMap((each, i) => [
      ...checkAmount(each.size, `virtualMachine.template.secondaryDisks[${i}].size`, '25Gi', true),
      ...checkAccess(each.storageAccessType, disk.storageAccessType, i),
    ]),
  ];
}

/** Further disks are mounted as the first one is, whatever they say. */
function checkAccess(own: unknown, first: unknown, i: number): Finding[] {
  const text = configText(own);
  return text === '' || text === configText(first)
    ? []
    : [
        {
          code: 'PV601',
          severity: 'warning',
          path: `${CLOUD_PATH}.virtualMachine.template.secondaryDisks[${i}].storageAccessType`,
          what: 'an additional disk is mounted like the first one, whatever its own storageAccessType',
          why: 'The controller reads it but uses the value of primaryDisk',
          fix: 'leave it out, and write it for primaryDisk where all disks are to have it',
          source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, getDataVolumeTemplates',
        },
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

function checkAmount(value: unknown, path: string, example: string, isNeeded: boolean): Finding[] {
  const text = configText(value);
  if (text === undefined || isPositiveQuantity(text) || (text === '' && !isNeeded)) {
    return [];
  }
  return [
    wrong(
      `${CLOUD_PATH}.${path}`,
      text === '' ? `there is no ${path.split('.').at(-1)}` : `${shownValue(text)} is not an amount`,
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
            `${shownValue(text)} is not one of ${allowed.join(', ')}`,
            severity === 'error' ? AT_ONCE : 'The controller passes over it and decides by itself',
            chooseFrom(text, allowed),
          ),
          severity,
        },
      ];
}
