import type { Finding } from '../findings/finding';
import { isLabelValue } from '../kube/names';
import type { Release } from '../kube/release';
import { NEWEST_CONTROLLER } from '../machines/facts';
import { fieldFact, hasField, releasesOf } from '../machines/fields';
import type { MachinePoolDeclaration } from '../machines/pool';
import { type ProviderContext, poolDemands, poolGeneration, poolPlacement } from '../machines/provider-spec';
import { checkChoices, checkDemands } from '../placement/check';
import { instancePlacement } from '../placement/instance-dialect';
import { checkArchitectures, checkClusterApi } from './check-cluster-api';
import { checkCount, checkLabels, checkQuantity } from './check-metadata';
import type { PlatformContext } from './context';

/** What a pool is written for on a platform. */
export function providerContext({ target, nodes }: PlatformContext): ProviderContext {
  return {
    controller: target.machineController ?? NEWEST_CONTROLLER,
    ...(nodes === undefined
      ? {}
      : {
          valuesOf: (key) => {
            const values = nodes.map(({ labels }) => labels[key]).filter((value) => value !== undefined);
            return [...new Set(values)].sort();
          },
        }),
  };
}

/** What is wrong with a pool as declared. What its controller makes of it is judged on the object. */
export function checkMachinePool(pool: MachinePoolDeclaration, platform: PlatformContext): Finding[] {
  const choices = checkChoices(pool.placement);
  const context = providerContext(platform);
  const demands = poolDemands(pool);
  return [
    ...checkTarget(pool, platform),
    ...checkAmounts(pool),
    ...checkLabels(pool.selector ?? {}, 'selector', true),
    ...checkLabels(pool.template?.labels ?? {}, 'template.labels', true),
    ...checkLabels(pool.node?.labels ?? {}, 'node.labels', true),
    ...checkSelectorValue(pool),
    ...(pool.dialect === 'capk' ? checkClusterApi(pool) : checkProvider(pool, context.controller)),
    ...(choices.length > 0
      ? choices
      : [
          ...checkDemands(demands),
          ...(pool.dialect === 'capk'
            ? [...instancePlacement(demands, { md: pool.name }).findings, ...checkArchitectures(pool, platform)]
            : poolPlacement(pool, context).findings),
        ]),
  ];
}

function checkTarget({ dialect }: MachinePoolDeclaration, { target }: PlatformContext): Finding[] {
  if (dialect === 'proposal') {
    return [
      {
        code: 'PV612',
        severity: 'info',
        path: 'dialect',
        what: 'this is written for a controller as it was once proposed',
        why: 'No release of machine-controller reads it: from 1.44 on its webhook refuses the object, before that it passes over the presets',
        fix: 'apply it only where you run such a controller; otherwise leave dialect out',
        source: 'kubermatic docs/proposals/kubevirt-node-placement.md',
      },
    ];
  }
  return dialect === 'capk' || target.machineController !== undefined
    ? []
    : [
        {
          code: 'PV004',
          severity: 'error',
          what: 'the target does not say which machine-controller the cluster runs',
          why: 'A provider spec of one release is refused by another, and a preset that one obeys the other ignores',
          fix: `write it, as target: { machineController: '1.66' }, or choose dialect: capk`,
        },
      ];
}

function checkAmounts(pool: MachinePoolDeclaration): Finding[] {
  return [
    ...checkQuantity(pool.cpus, 'cpus', '2'),
    ...checkQuantity(pool.memory, 'memory', '4Gi'),
    ...checkQuantity(pool.primaryDisk?.size, 'primaryDisk.size', '25Gi'),
    ...(pool.secondaryDisks ?? []).flatMap(({ size }, i) => checkQuantity(size, `secondaryDisks[${i}].size`, '25Gi')),
    ...checkCount(pool.cores, 'cores'),
  ];
}

/** The selector is made of names, which may be too long for a label together. */
function checkSelectorValue({ name, clusterName, selector }: MachinePoolDeclaration): Finding[] {
  const value = ['md', clusterName, name].filter((part) => part !== undefined).join('-');
  return selector !== undefined || isLabelValue(value)
    ? []
    : [
        {
          code: 'PV604',
          severity: 'error',
          path: 'name',
          what: `machines would be labelled ${value}, which is too long or malformed for a label`,
          why: 'The API server refuses the MachineDeployment',
          fix: 'use a shorter name, or write selector',
        },
      ];
}

/** Where each declared key is in the provider spec, in nested ones and, where there is one, in flat ones. */
const PLACES: Readonly<Partial<Record<string, { readonly nested: string; readonly flat?: string }>>> = {
  projectID: { nested: 'projectID' },
  kubeconfig: { nested: 'auth.kubeconfig', flat: 'kubeconfig' },
  instancetype: { nested: 'virtualMachine.instancetype.name' },
  preference: { nested: 'virtualMachine.preference.name' },
  cpus: { nested: 'virtualMachine.template.cpus', flat: 'cpus' },
  cores: { nested: 'virtualMachine.template.vcpus.cores' },
  memory: { nested: 'virtualMachine.template.memory', flat: 'memory' },
  'primaryDisk.size': { nested: 'virtualMachine.template.primaryDisk.size', flat: 'pvcSize' },
  'primaryDisk.storageClassName': {
    nested: 'virtualMachine.template.primaryDisk.storageClassName',
    flat: 'storageClassName',
  },
  'primaryDisk.osImage': { nested: 'virtualMachine.template.primaryDisk.osImage', flat: 'sourceURL' },
  'primaryDisk.source': { nested: 'virtualMachine.template.primaryDisk.source' },
  'primaryDisk.pullMethod': { nested: 'virtualMachine.template.primaryDisk.pullMethod' },
  'primaryDisk.storageAccessType': { nested: 'virtualMachine.template.primaryDisk.storageAccessType' },
  'primaryDisk.storageTarget': { nested: 'virtualMachine.template.primaryDisk.storageTarget' },
  'primaryDisk.extraHeaders': { nested: 'virtualMachine.template.primaryDisk.extraHeaders' },
  'primaryDisk.extraHeadersSecretRef': { nested: 'virtualMachine.template.primaryDisk.extraHeadersSecretRef' },
  'primaryDisk.dataVolumeSecretRef': { nested: 'virtualMachine.template.primaryDisk.dataVolumeSecretRef' },
  secondaryDisks: { nested: 'virtualMachine.template.secondaryDisks[].size' },
  dnsPolicy: { nested: 'virtualMachine.dnsPolicy', flat: 'dnsPolicy' },
  dnsConfig: { nested: 'virtualMachine.dnsConfig.nameservers', flat: 'dnsConfig' },
  location: { nested: 'virtualMachine.location.zone' },
  providerNetwork: { nested: 'virtualMachine.providerNetwork.name' },
  enableNetworkMultiQueue: { nested: 'virtualMachine.enableNetworkMultiQueue' },
  evictionStrategy: { nested: 'virtualMachine.evictionStrategy' },
};

function checkProvider(pool: MachinePoolDeclaration, controller: Release): Finding[] {
  return [
    ...checkSaidFields(pool, controller),
    ...(pool.clusterApi === undefined
      ? []
      : [
          {
            code: 'PV907',
            severity: 'error' as const,
            path: 'clusterApi',
            what: 'clusterApi is written for a pool that Cluster API does not make',
            why: 'The machine-controller has nothing like it: it would be left out without a word',
            fix: 'add dialect: capk, or leave clusterApi out',
          },
        ]),
  ];
}

/** What is declared and has no place in the provider spec of this release. */
function checkSaidFields(pool: MachinePoolDeclaration, controller: Release): Finding[] {
  const generation = poolGeneration(pool, controller);
  const isFlat = generation === 'flat' || generation === 'proposal';
  return Object.entries(PLACES).flatMap(([path, place]) => {
    const [key = '', part] = path.split('.');
    const holder = pool[key as keyof MachinePoolDeclaration];
    const value = part === undefined ? holder : (holder as Readonly<Record<string, unknown>> | undefined)?.[part];
    const there = isFlat ? place!.flat !== undefined : hasField(place!.nested, controller);
    if (value === undefined || there) {
      return [];
    }
    const fact = fieldFact(place!.nested);
    return [
      {
        code: 'PV907',
        severity: 'error' as const,
        path,
        what: `machine-controller ${generation === 'proposal' ? 'as proposed' : controller} has no ${place!.nested}${fact === undefined ? '' : `: ${releasesOf(fact)}`}`,
        why: 'Its strict reader refuses the MachineDeployment',
        fix: `leave ${path} out, or target a release that has it`,
        source: 'machine-controller sdk/cloudprovider/kubevirt/types.go',
      },
    ];
  });
}
