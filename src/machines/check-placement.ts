import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { isLabelValue, isQualifiedName } from '../kube/names';
import { HOST_LABEL } from '../placement/demands';
import { generationOf } from '../placement/presets';
import { AT_ONCE, type ControllerContext, LATER, wrong } from './check-fields';
import { CLOUD_PATH, configText, listOf, type MachineDeploymentView, mapOf } from './view';

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
