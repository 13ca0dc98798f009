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

/** Presets and constraints that the webhook rejects, or lets through so that each machine fails later. */
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
              what: 'a preset without a type has no effect, whatever its key and values',
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
          ? [wrong(`${CLOUD_PATH}.${path}`, `${key} appears twice with ${when}`, LATER, 'keep one of the two')]
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
          what: `machines are spread over ${keys.join(', ')}, but no longer over hosts`,
          why:
            'The controller spreads machines over hosts only if there are no constraints: all machines of one zone ' +
            'may share a host',
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
    what: `the controller sets ${key} of a VM itself: the value in the template is lost`,
    why: 'Selectors for VMs with this label would match other VMs, or none',
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
      what: `machines must run on ${preset.values.join(', ')} nodes, but KubeVirt creates them as ${standard}`,
      why:
        'The controller cannot set the architecture of a machine, so it gets KubeVirt’s default and also requires ' +
        `a node with ${ARCH_LABEL}=${standard}: it stays Pending forever`,
      fix:
        `add a preference with preferredArchitecture: ${preset.values[0]}, or let ${preset.values[0]} be the ` +
        'default architecture of KubeVirt',
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
            what: `nodes are labelled with the ${part} ${told}, but nothing keeps them there`,
            why:
              'A location is only a label of machines and nodes: the scheduler of the infra cluster ignores it, so ' +
              'the label may be wrong',
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
          what: `machines should migrate when their node is drained, but ${onOneHost ? `must stay on ${preset.values[0]}` : 'their disk can be mounted on one node only'}`,
          why: 'No other node can run the machine, so a drain of its node waits forever',
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
            what: 'the manifest contains the kubeconfig',
            why:
              'Everyone who can read the manifest, its Git history or the MachineDeployment can control the infra ' +
              'cluster',
            fix:
              'put it into a Secret and write secretKeyRef: { namespace, name, key }, or leave it out where the ' +
              'controller gets it from its environment; then make a new one',
            source: 'machine-controller sdk/providerconfig/types.go',
          },
        ];
  });
}
