import { shownValue } from '../../../findings/secrets/shown-value';
import { isMap } from '../../../kube/object';
import { atLeast, type Release } from '../../../kube/release';
import type { Found } from '../../rule';
import { checkReference, fieldsOf, type KindCheck, notOne } from './kind-check';

const SNAPSHOT = 'kubevirt pkg/storage/admitters/vmsnapshot.go';
const RESTORE = 'kubevirt pkg/storage/admitters/vmrestore.go';
const OF_VM = { VirtualMachine: 'kubevirt.io' };

/** What virt-api rejects in a VirtualMachineSnapshot. */
export const checkSnapshot: KindCheck = ({ spec }) =>
  checkReference(fieldsOf(spec, 'source'), { groups: OF_VM, path: 'spec.source', source: SNAPSHOT });

/** What virt-api rejects in a VirtualMachineRestore; of what its snapshot holds it asks the cluster. */
export const checkRestore: KindCheck = function* ({ spec }, { target }) {
  if (!isMap(spec)) {
    return;
  }
  yield* checkReference(fieldsOf(spec, 'target'), { groups: OF_VM, path: 'spec.target', source: RESTORE });
  yield* checkPatches(spec.patches);
  yield* checkOverrides(spec.volumeRestoreOverrides);
  const { volumeRestorePolicy: restored, volumeOwnershipPolicy: owned } = spec;
  const policies = policiesOf(target.kubevirt);
  if (typeof restored === 'string' && !policies.includes(restored)) {
    yield notOne('spec.volumeRestorePolicy', restored, policies, RESTORE);
  }
  if (typeof owned === 'string' && !['Vm', 'None'].includes(owned)) {
    yield notOne('spec.volumeOwnershipPolicy', owned, ['Vm', 'None'], RESTORE);
  }
};

function policiesOf(kubevirt: Release): readonly string[] {
  return ['RandomizeNames', 'InPlace', ...(atLeast(kubevirt, '1.8') ? ['PrefixTargetName'] : [])];
}

/** virt-api takes a patch apart at its commas and colons: it has one colon for each key, and its path is in quotes. */
function* checkPatches(patches: unknown): Found {
  for (const [i, patch] of (Array.isArray(patches) ? patches : []).entries()) {
    if (typeof patch !== 'string') {
      continue;
    }
    for (const entry of patch.replace(/^[{}]+|[{}]+$/g, '').split(',')) {
      const [key, value, ...more] = entry.split(':');
      const problem =
        value === undefined || more.length > 0
          ? `${shownValue(entry.trim())} does not have one colon`
          : key!.trim() === '"path"' && !/^"\/(?:metadata\/(?:labels|annotations)|spec)\//.test(value.trim())
            ? `${shownValue(value.trim())} is not a path below /spec/`
            : undefined;
      if (problem !== undefined) {
        yield {
          code: 'PV003',
          path: `spec.patches[${i}]`,
          what: problem,
          fix: 'write one operation with op, path and a plain value, below /spec/, /metadata/labels/ or /metadata/annotations/',
          source: RESTORE,
        };
      }
    }
  }
}

function* checkOverrides(overrides: unknown): Found {
  for (const [i, override] of (Array.isArray(overrides) ? overrides : []).entries()) {
    const { volumeName = '', restoreName = '', annotations, labels } = isMap(override) ? override : {};
    const path = `spec.volumeRestoreOverrides[${i}]`;
    if (volumeName === '') {
      yield {
        code: 'PV004',
        path: `${path}.volumeName`,
        what: 'the override names no volume',
        fix: 'write volumeName',
        source: RESTORE,
      };
    }
    if (restoreName === '' && !isMap(annotations) && !isMap(labels)) {
      yield {
        code: 'PV004',
        path,
        what: 'the override changes nothing',
        fix: 'write restoreName, labels or annotations',
        source: RESTORE,
      };
    }
  }
}
