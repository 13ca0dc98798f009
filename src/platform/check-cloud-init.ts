import type { Finding } from '../findings/finding';
import type { InstanceDeclaration } from './virtual-machine';

/** How much of cloud-init may be in the manifest itself. */
const CLOUD_INIT_LIMIT = 2048;

/** What is wrong with what a machine is told at its first boot. */
export function checkCloudInit({ cloudInit }: InstanceDeclaration): Finding[] {
  if (cloudInit === undefined) {
    return [];
  }
  const { userData, userDataSecret, networkData, networkDataSecret } = cloudInit;
  const findings: Finding[] = [];
  if ([userData, userDataSecret, networkData, networkDataSecret].every((value) => value === undefined)) {
    findings.push(
      cloudInitFinding(
        'PV004',
        'cloudInit',
        'cloud-init has nothing to tell',
        'write userData or userDataSecret, or leave cloudInit out',
      ),
    );
  }
  for (const [path, written] of [
    ['cloudInit.userData', userData],
    ['cloudInit.networkData', networkData],
  ] as const) {
    // A character has three bytes at most, a pair of surrogates four.
    const size = (written ?? '').length * 3 > CLOUD_INIT_LIMIT ? new TextEncoder().encode(written).length : 0;
    if (size > CLOUD_INIT_LIMIT) {
      findings.push(
        cloudInitFinding(
          'PV003',
          path,
          `it has ${size} bytes, KubeVirt takes ${CLOUD_INIT_LIMIT}`,
          `put it into a Secret and name that in ${path.split('.')[1]}Secret`,
        ),
      );
    }
  }
  if (userData !== undefined && userDataSecret !== undefined) {
    findings.push(
      cloudInitFinding('PV003', 'cloudInit', 'user data are given twice', 'keep userData or userDataSecret'),
    );
  }
  if (networkData !== undefined && networkDataSecret !== undefined) {
    findings.push(
      cloudInitFinding('PV003', 'cloudInit', 'network data are given twice', 'keep networkData or networkDataSecret'),
    );
  }
  return findings;
}

function cloudInitFinding(code: 'PV003' | 'PV004', path: string, what: string, fix: string): Finding {
  return { code, severity: 'error', path, what, why: 'KubeVirt refuses the instance', fix };
}
