import type { Release } from '../kube/release';

/** What an API version of HyperConverged is in a release. */
export interface HcoApiFact {
  readonly since: Release;
  readonly what: string;
  readonly source: string;
}

/** The API versions of HyperConverged by release. */
export const HCO_APIS: readonly HcoApiFact[] = [
  {
    since: '1.18',
    what: 'API v1 is served beside v1beta1, which stays the one that is stored',
    source: 'HCO v1.18.0 deploy/crds/hco00.crd.yaml',
  },
  {
    since: '1.19',
    what: 'API v1 is the one that is stored; v1beta1 is still served, and frozen: what is new is in v1 only',
    source: 'HCO branch release-1.19; pull requests 4254 and 4234',
  },
];

/** A field of v1beta1 and where v1 has the same. */
export interface HcoMove {
  readonly v1beta1: string;
  readonly v1: string;
}

const move = (v1beta1: string, v1: string): HcoMove => ({ v1beta1: `spec.${v1beta1}`, v1: `spec.${v1}` });

/** Where fields of v1beta1 are in v1. HCO api/v1beta1/conversion.go, 1.18 and release-1.19. */
export const HCO_MOVES: readonly HcoMove[] = [
  move('dataImportCronTemplates', 'workloadSources.dataImportCronTemplates'),
  move('enableCommonBootImageImport', 'workloadSources.enableCommonBootImageImport'),
  move('commonBootImageNamespace', 'workloadSources.commonBootImageNamespace'),
  move('commonTemplatesNamespace', 'workloadSources.commonTemplatesNamespace'),
  move('CommonInstancetypesDeployment', 'workloadSources.commonInstancetypesDeployment'),
  move('workloads.nodePlacement', 'deployment.nodePlacements.workload'),
  move('infra.nodePlacement', 'deployment.nodePlacements.infra'),
  move('defaultCPUModel', 'virtualization.virtualMachineOptions.defaultCPUModel'),
  move('defaultRuntimeClass', 'virtualization.virtualMachineOptions.defaultRuntimeClass'),
  move('obsoleteCPUs.cpuModels', 'virtualization.obsoleteCPUModels'),
  move('evictionStrategy', 'virtualization.evictionStrategy'),
  move('liveMigrationConfig', 'virtualization.liveMigrationConfig'),
  move('uninstallStrategy', 'deployment.uninstallStrategy'),
  move('logVerbosityConfig', 'deployment.logVerbosityConfig'),
  move('deployVmConsoleProxy', 'deployment.deployVmConsoleProxy'),
  move('tlsSecurityProfile', 'security.tlsSecurityProfile'),
  move('certConfig', 'security.certConfig'),
];
