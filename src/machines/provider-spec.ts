import type { Release } from '../kube/release';
import type { WrittenPlacement } from '../placement/declaration';
import { allDemands, type Demands, demandsOf } from '../placement/demands';
import { type MachinePlacement, machinePlacement } from '../placement/machine-dialect';
import { demandsOfPresets, type Generation, generationOf } from '../placement/presets';
import { canonicalQuantity, withoutEmpty } from './canonical';
import { hasField } from './facts';
import type { MachinePoolDeclaration } from './pool';

/** What a provider spec is written for. */
export interface ProviderContext {
  readonly controller: Release;
  /** Values that the nodes have of a label; nothing where they are not known. */
  readonly valuesOf?: (key: string) => readonly string[] | undefined;
}

/** Everything that a pool asks of placement, in either spelling. */
export function poolDemands({ placement, presets }: MachinePoolDeclaration): Demands {
  return allDemands(demandsOf(placement), demandsOfPresets(presets));
}

/** Which kind of provider spec a pool gets. */
export function poolGeneration({ dialect }: MachinePoolDeclaration, controller: Release): Generation {
  return dialect === 'proposal' ? 'proposal' : generationOf(controller);
}

/** The placement of a pool as its controller takes it. */
export function poolPlacement(
  pool: MachinePoolDeclaration,
  { controller, valuesOf }: ProviderContext,
): WrittenPlacement<MachinePlacement> {
  return machinePlacement(poolDemands(pool), {
    generation: poolGeneration(pool, controller),
    ...(valuesOf === undefined ? {} : { valuesOf }),
  });
}

/** The `cloudProviderSpec` of a pool, as its controller reads it. */
export function cloudProviderSpec(pool: MachinePoolDeclaration, context: ProviderContext): object {
  const { written } = poolPlacement(pool, context);
  const generation = poolGeneration(pool, context.controller);
  const spec =
    generation === 'flat' || generation === 'proposal'
      ? flatSpec(pool, written)
      : nestedSpec(pool, written, context.controller);
  // An empty map or list is not the same bytes as none, and other bytes replace every machine.
  return withoutEmpty(spec) ?? {};
}

/** The keys of the first controllers, and of the proposal, which puts its presets beside them. */
function flatSpec(pool: MachinePoolDeclaration, presets: MachinePlacement): object {
  const { topologySpreadConstraints, ...written } = presets;
  return {
    kubeconfig: secretOf(pool),
    cpus: amountOf(pool.cpus),
    memory: amountOf(pool.memory),
    namespace: pool.infraNamespace,
    sourceURL: pool.primaryDisk?.osImage,
    pvcSize: amountOf(pool.primaryDisk?.size),
    storageClassName: pool.primaryDisk?.storageClassName,
    dnsPolicy: pool.dnsPolicy,
    dnsConfig: pool.dnsConfig,
    ...written,
  };
}

function nestedSpec(pool: MachinePoolDeclaration, placement: MachinePlacement, controller: Release): object {
  const { topologySpreadConstraints, ...affinity } = placement;
  return {
    // Earlier controllers know whose machines they make from their environment only.
    clusterName: hasField('clusterName', controller) ? pool.clusterName : undefined,
    projectID: pool.projectID,
    auth: { kubeconfig: secretOf(pool) },
    virtualMachine: {
      instancetype: pool.instancetype,
      preference: pool.preference,
      template: {
        cpus: amountOf(pool.cpus),
        vcpus: { cores: pool.cores },
        memory: amountOf(pool.memory),
        primaryDisk: pool.primaryDisk && withAmount(pool.primaryDisk),
        secondaryDisks: pool.secondaryDisks?.map(withAmount),
      },
      dnsPolicy: pool.dnsPolicy,
      dnsConfig: pool.dnsConfig,
      location: pool.location,
      providerNetwork: pool.providerNetwork && providerNetwork(pool.providerNetwork),
      enableNetworkMultiQueue: pool.enableNetworkMultiQueue,
      evictionStrategy: pool.evictionStrategy,
    },
    affinity,
    topologySpreadConstraints,
  };
}

function withAmount<T extends { readonly size: string }>(disk: T): T {
  return { ...disk, size: canonicalQuantity(disk.size) };
}

/** The keys without a value are written by the controller's own types, and so by everything that reads them back. */
function providerNetwork({
  name = '',
  vpc = '',
  subnet,
}: NonNullable<MachinePoolDeclaration['providerNetwork']>): object {
  return { name, vpc: { name: vpc, subnet: { name: subnet } } };
}

function secretOf({ kubeconfig }: MachinePoolDeclaration): object | undefined {
  return kubeconfig === undefined ? undefined : { secretKeyRef: { ...kubeconfig } };
}

function amountOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : canonicalQuantity(text);
}
