import { isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { isLabelValue, isQualifiedName } from '../kube/names';
import { atLeast, type Release } from '../kube/release';
import { HOST_LABEL } from '../placement/demands';
import { generationOf } from '../placement/presets';
import { AT_ONCE, type ControllerContext, LATER, wrong } from './check-fields';
import { OWN_LABELS, TOPOLOGY_LABELS } from './facts';
import { at, CLOUD_PATH, configText, listOf, type MachineDeploymentView, mapOf } from './view';

/** Presets and constraints that the webhook refuses, or lets through so that each machine fails later. */
export function checkPlacement({ cloud }: MachineDeploymentView, { controller }: ControllerContext): Finding[] {
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
                  key === '' ? 'the preset has no key' : `${shownValue(key)} is not the key of a label`,
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
                    `${shownValue(text)} cannot be the value of a label`,
                    LATER,
                    'use letters, digits and - _ . , at most 63',
                  ),
                ];
          }),
          ...(presets && values.length > 0
            ? [
                {
                  ...wrong(
                    `${CLOUD_PATH}.${path}.values`,
                    `machine-controller ${controller} adds as many empty values to the list`,
                    'A node whose label has no value is as good as one with a value of the list',
                    'see that no node has the label without a value, or use machine-controller 1.56 or later',
                  ),
                  severity: 'warning' as const,
                },
              ]
            : []),
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
    ...(presets ? [] : checkSpreads(cloud)),
  ];
}

function checkSpreads(cloud: Readonly<Record<string, unknown>>): Finding[] {
  const wrong = checkSpread(cloud);
  return wrong.length > 0 ? wrong : checkDefaultSpread(cloud);
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
        ...checkSkew(skew, `${CLOUD_PATH}.${path}.maxSkew`),
        ...(key === undefined || isQualifiedName(key)
          ? []
          : [
              wrong(
                `${CLOUD_PATH}.${path}.topologyKey`,
                `${shownValue(key)} is not the key of a label`,
                LATER,
                'write the key of a label of the nodes, as kubernetes.io/hostname',
              ),
            ]),
        ...(when === undefined || when === 'DoNotSchedule' || when === 'ScheduleAnyway'
          ? []
          : [
              wrong(
                `${CLOUD_PATH}.${path}.whenUnsatisfiable`,
                `${shownValue(when)} is nothing that a scheduler knows`,
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

/** The controller takes any number of 32 bits; that it is at least 1 only KubeVirt asks for. */
function checkSkew(skew: string | undefined, path: string): Finding[] {
  if (skew === undefined) {
    return [];
  }
  const number = /^[+-]?\d+$/.test(skew) ? BigInt(skew.replace('+', '')) : undefined;
  const isRead = number !== undefined && number >= -(2n ** 31n) && number < 2n ** 31n;
  return isRead && number >= 1n
    ? []
    : [
        wrong(
          path,
          `${shownValue(skew)} is not a skew`,
          isRead ? LATER : AT_ONCE,
          'write a whole number from 1, in quotes',
        ),
      ];
}

/** The controller spreads over hosts by itself, until the pool has a constraint of any kind. */
function checkDefaultSpread(cloud: Readonly<Record<string, unknown>>): Finding[] {
  const keys = listOf(cloud.topologySpreadConstraints).map((each) => configText(mapOf(each).topologyKey));
  return keys.length === 0 || keys.includes(HOST_LABEL) || keys.includes(undefined)
    ? []
    : [
        {
          code: 'PV613',
          severity: 'info',
          path: `${CLOUD_PATH}.topologySpreadConstraints`,
          what: `machines are spread over ${keys.join(', ')}, and no more over hosts`,
          why: 'The controller spreads machines over hosts where it can, but only where no constraint is written: all machines of one place may share a host',
          fix: `add a constraint for ${HOST_LABEL} with ScheduleAnyway, or leave it so on purpose`,
          source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, getTopologySpreadConstraints',
        },
      ];
}

function checkType(value: unknown, path: string): Finding[] {
  const text = configText(value);
  return text === undefined || ['', 'soft', 'hard'].includes(text.toLowerCase())
    ? []
    : [
        wrong(
          `${CLOUD_PATH}.${path}`,
          `${shownValue(text)} is not a type of preset`,
          AT_ONCE,
          chooseFrom(text, ['soft', 'hard']),
        ),
      ];
}

/** Promises of a pool that nothing keeps. */
export function checkPromises(
  view: MachineDeploymentView,
  { controller }: ControllerContext,
  defaultArchitecture: string | undefined,
): Finding[] {
  return [
    ...checkArchitecture(view, defaultArchitecture),
    ...checkLocation(view),
    ...checkMigration(view),
    ...checkSecret(view),
    ...checkOwnLabels(view, controller),
  ];
}

/** Labels of machines go to the virtual machines, but for those that the controller writes itself. */
function checkOwnLabels({ machine }: MachineDeploymentView, controller: Release): Finding[] {
  const lost = atLeast(controller, OWN_LABELS.copiedSince)
    ? OWN_LABELS.keys.filter((key) => Object.hasOwn(machine.labels, key))
    : [];
  return lost.map((key) => ({
    code: 'PV601',
    severity: 'warning' as const,
    path: `spec.template.metadata.labels["${key}"]`,
    what: `the controller writes ${key} of a virtual machine itself: that of the template is lost`,
    why: 'What selects virtual machines by this label finds others, or none',
    fix: 'use a key of your own',
    source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, newVirtualMachine',
  }));
}

/** The preset of a pool where it must hold: its key and values. */
export function hardPreset({ cloud }: MachineDeploymentView): { key: string; values: string[] } | undefined {
  const preset = mapOf(at(cloud, 'affinity', 'nodeAffinityPreset'));
  const key = configText(preset.key);
  if (configText(preset.type)?.toLowerCase() !== 'hard' || key === undefined) {
    return undefined;
  }
  const values = listOf(preset.values).map(configText);
  return values.includes(undefined) ? undefined : { key, values: values as string[] };
}

/** The controller cannot say of which architecture a machine is, so that KubeVirt gives it its own default. */
function checkArchitecture(view: MachineDeploymentView, standard: string | undefined): Finding[] {
  const preset = hardPreset(view);
  if (preset?.key !== ARCH_LABEL || preset.values.length === 0 || standard === undefined || !isArchitecture(standard)) {
    return [];
  }
  if (preset.values.includes(standard) || isMapWithName(at(view.cloud, 'virtualMachine', 'preference'))) {
    return [];
  }
  return [
    {
      code: 'PV606',
      severity: 'error',
      path: `${CLOUD_PATH}.affinity.nodeAffinityPreset`,
      what: `machines must go to ${preset.values.join(', ')} nodes, and KubeVirt makes them ${standard}`,
      why: `The controller cannot say the architecture of a machine, so that it gets KubeVirt’s default and asks for a node with ${ARCH_LABEL}=${standard} as well: it stays Pending for ever`,
      fix: `add a preference with preferredArchitecture: ${preset.values[0]}, or let ${preset.values[0]} be the default architecture of KubeVirt`,
      source: 'kubevirt pkg/defaults/defaults.go; machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
    },
  ];
}

function isMapWithName(value: unknown): boolean {
  return configText(mapOf(value).name) !== '';
}

/** A location is a label only. */
function checkLocation(view: MachineDeploymentView): Finding[] {
  const location = mapOf(at(view.cloud, 'virtualMachine', 'location'));
  const preset = hardPreset(view);
  return (['region', 'zone'] as const).flatMap((part) => {
    const told = location[part];
    const key = TOPOLOGY_LABELS[part];
    const isKept = preset?.key === key && preset.values.length === 1 && preset.values[0] === told;
    // A zone that is kept is in its region.
    const isImplied = part === 'region' && preset?.key === TOPOLOGY_LABELS.zone && preset.values.length === 1;
    return typeof told !== 'string' || told === '' || isKept || isImplied
      ? []
      : [
          {
            code: 'PV610',
            severity: 'warning' as const,
            path: `${CLOUD_PATH}.virtualMachine.location.${part}`,
            what: `nodes say that they are in the ${part} ${told}, and nothing keeps them there`,
            why: 'A location is a label of machines and nodes: it does not tell the scheduler of the infra cluster anything, and what is scheduled by it may be elsewhere',
            fix: `let the placement say it: hard, ${key}, ${told}`,
            source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
          },
        ];
  });
}

function checkMigration(view: MachineDeploymentView): Finding[] {
  const machine = mapOf(view.cloud.virtualMachine);
  const disk = mapOf(at(machine, 'template', 'primaryDisk'));
  const preset = hardPreset(view);
  if (machine.evictionStrategy !== 'LiveMigrate') {
    return [];
  }
  const onOneHost = preset?.key === HOST_LABEL && preset.values.length === 1;
  const onOneNode = configText(disk.storageAccessType) === 'ReadWriteOnce';
  return onOneHost || onOneNode
    ? [
        {
          code: 'PV611',
          severity: 'warning',
          path: `${CLOUD_PATH}.virtualMachine.evictionStrategy`,
          what: `machines are to migrate when their node is drained, and ${onOneHost ? `must stay on ${preset.values[0]}` : 'their disk can be mounted on one node only'}`,
          why: 'No other node can take the machine, so that the drain of its node waits for ever',
          fix: onOneHost
            ? 'allow several hosts, or write External'
            : 'use storage that is ReadWriteMany, or write External',
          source: 'kubevirt/kubevirt#5565',
        },
      ]
    : [];
}

function checkSecret({ cloud }: MachineDeploymentView): Finding[] {
  const places = [
    ['auth.kubeconfig', at(cloud, 'auth', 'kubeconfig')],
    ['kubeconfig', cloud.kubeconfig],
  ] as const;
  return places.flatMap(([path, value]) => {
    const text = configText(value);
    return value === undefined || value === null || text === undefined || text === ''
      ? []
      : [
          {
            code: 'PV608',
            severity: 'error' as const,
            path: `${CLOUD_PATH}.${path}`,
            what: 'the kubeconfig itself is in the manifest',
            why: 'Every reader of the manifest, of its history in git or of the MachineDeployment can control the infra cluster',
            fix: 'put it into a Secret and write secretKeyRef: { namespace, name, key }, or leave it out where the controller gets it from its environment; then make a new one',
            source: 'machine-controller sdk/providerconfig/types.go',
          },
        ];
  });
}
