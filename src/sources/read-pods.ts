import { isPod } from '../cluster/pod-view-of';
import { hasErrors } from '../findings/finding';
import { shownSource } from '../host/read-text';
import { WorkspaceError } from '../host/workspace-error';
import type { KubeObject } from '../kube/object';
import { readObjects } from './read-objects';

/** Reads what `kubectl get pods -A -o yaml` or `-o json` printed. */
export function readPods(path: string): readonly KubeObject[] {
  const { objects, findings } = readObjects([path]);
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings, true);
  }
  const pods = objects.filter(isPod);
  if (pods.length > 0) {
    return pods;
  }
  const others =
    objects.length === 0 ? '' : `, but ${objects.length} other ${objects.length === 1 ? 'object' : 'objects'}`;
  throw new WorkspaceError(
    [
      {
        code: 'PV034',
        severity: 'error',
        file: shownSource(path),
        what: `there is no pod in it${others}`,
        why: 'What runs on the nodes would be taken to be nothing',
        fix: 'write it anew: kubectl get pods -A -o yaml',
      },
    ],
    true,
  );
}
