import { isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import { HOST_LABEL } from '../placement/demands';
import type { ControllerContext } from './check-fields';
import { OWN_LABELS, TOPOLOGY_LABELS } from './facts';
import { at, CLOUD_PATH, configText, listOf, type MachineDeploymentView, mapOf } from './view';

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
