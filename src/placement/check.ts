import type { Finding } from '../findings/finding';
import type { PlacementDeclaration } from './declaration';
import { problemOfChoice } from './demands';

/** What JavaScript may hand over that the types and the schema refuse: a choice of nodes that is none, or two. */
export function checkChoices(placement: PlacementDeclaration | undefined, path = 'placement'): Finding[] {
  return (['hard', 'soft', 'avoid'] as const).flatMap((list) =>
    (placement?.[list] ?? []).flatMap((nodes, i) => {
      const problem = problemOfChoice(nodes);
      return problem === undefined
        ? []
        : [
            malformed(
              `${path}.${list}[${i}]`,
              problem,
              'write exactly one of key (with values), architectures and zones',
            ),
          ];
    }),
  );
}

/** Something in a placement that cannot be. */
export function malformed(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV512',
    severity: 'error',
    path,
    what,
    why: 'KubeVirt refuses the VM, with some controllers only after the pool was accepted',
    fix,
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook: k8s validation of affinity and spread constraints',
  };
}

/** Something that virt-api accepts, and that no pod may have. */
export function refusedPod(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV516',
    severity: 'error',
    path,
    what,
    why: 'virt-api accepts the VM, and the API server refuses its launcher pod: it is shown as synced, and never starts',
    fix,
    source: 'kubernetes pkg/apis/core/validation/validation.go',
  };
}
