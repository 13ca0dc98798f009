import { emitYaml } from '../../kube/yaml/emit';
import { usualDifferences } from '../drift';
import { HEALTH_CHECKS } from '../health/checks';
import type { InstallOptions } from './options';

/**
 * What a plugin never reads. A pattern is matched against the path from the top, and `*` stops at a slash, so that nested
 * folders need one for each depth. Source: argoproj/argo-cd v3.5.1 util/cmp/stream.go.
 */
export const TAR_EXCLUSIONS = ['.git', ...[0, 1, 2, 3].map((depth) => `${'*/'.repeat(depth)}node_modules`)];

/** `argocd-cmd-params-cm`, as far as it matters here. */
export function commandParameters({ timeoutS }: InstallOptions): Record<string, string> {
  return {
    // Two callers, two limits: one alone gives an Application that syncs and cannot be shown, or the other way round.
    'controller.repo.server.timeout.seconds': String(timeoutS),
    'server.repo.server.timeout.seconds': String(timeoutS),
    'reposerver.plugin.tar.exclusions': TAR_EXCLUSIONS.join(';'),
  };
}

/** Kinds whose status changes all the time; a change of health counts all the same. */
const RESTLESS: readonly (readonly [group: string, kind: string])[] = [
  ['kubevirt.io', 'VirtualMachine'],
  ['kubevirt.io', 'VirtualMachineInstance'],
  ['cdi.kubevirt.io', 'DataVolume'],
  ['cdi.kubevirt.io', 'DataImportCron'],
  ['cluster.k8s.io', 'Machine'],
  ['cluster.k8s.io', 'MachineDeployment'],
];

/** `argocd-cm`: health, what operators write, what is not worth a refresh. */
export function customizations(): Record<string, string> {
  return Object.fromEntries([
    ...HEALTH_CHECKS.map(({ group, kind, lua }) => [`resource.customizations.health.${group}_${kind}`, lua]),
    ...usualDifferences().map(({ group, kind, jsonPointers }) => [
      `resource.customizations.ignoreDifferences.${group}_${kind}`,
      emitYaml({ jsonPointers }),
    ]),
    ...restlessUpdates(),
  ]);
}

/** The part of `argocd-cm` about updates of restless kinds. */
export function restlessUpdates(): (readonly [key: string, text: string])[] {
  return RESTLESS.map(
    ([group, kind]) =>
      [
        `resource.customizations.ignoreResourceUpdates.${group}_${kind}`,
        emitYaml({ jsonPointers: ['/status'] }),
      ] as const,
  );
}
