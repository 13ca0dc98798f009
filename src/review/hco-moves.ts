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
