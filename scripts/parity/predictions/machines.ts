import { shower } from '../../../src/findings/secrets/shown-value';
import { isMap, type KubeObject } from '../../../src/kube/object';
import { valuesAt } from '../../../src/kube/path';
import { amountOf, shownQuantity } from '../../../src/kube/quantity';
import { Asked, type Said } from './asked';
import { Tally } from './tally';

interface DiskTemplate {
  readonly spec: {
    readonly pvc?: { accessModes?: unknown };
    readonly storage?: { accessModes?: unknown };
    readonly source?: { readonly pvc?: { namespace?: string } };
  };
}

interface MachineVm {
  readonly metadata: { namespace?: string };
  readonly spec: { readonly instancetype?: { kind?: string }; readonly dataVolumeTemplates: readonly DiskTemplate[] };
}

interface MachineCase {
  readonly id: string;
  /** The release of machine-controller. */
  readonly mc: string;
  readonly md: KubeObject & { readonly metadata: { readonly name: string } };
  readonly upstream: { readonly refused?: string; readonly vm?: MachineVm };
}

interface Explained {
  readonly refused?: readonly string[];
  readonly virtualMachine: MachineVm;
  readonly fields?: readonly { readonly path: string; readonly from: string }[];
}

/** The user data of Flatcar, which is made with each machine. */
const IGNITION = 'kubevirt.io/ignitiondata';

/** The VM that machine-controller's provider makes of a pool, or that it rejects the pool. */
export async function machines(cases: readonly MachineCase[]): Promise<Tally> {
  const tally = new Tally();
  const asked = new Asked();
  for (const { id, mc, md, upstream } of cases) {
    const file = asked.file('pool.json', md);
    const release = `machine-controller ${mc}`;
    const args = ['--machine-controller', mc, '--no-platform'];
    const { findings } = await asked.json<{ findings: Said[] }>('check', ...args, file);
    const errors = findings.filter(({ severity }) => severity === 'error');
    const explained = await asked.json<Explained>('explain', `MachineDeployment/${md.metadata.name}`, file, ...args);
    if (upstream.refused !== undefined && upstream.refused !== '') {
      tally.count(release, 'it is rejected', errors.length > 0 && (explained.refused ?? []).length > 0, id);
      continue;
    }
    // What the controller takes and KubeVirt rejects later is an error of its own.
    const refused = errors.filter(({ why = '' }) => !why.includes('KubeVirt then refuses'));
    tally.count(release, 'it is accepted', refused.length === 0, id);
    if (upstream.vm !== undefined) {
      const unknown = (explained.fields ?? []).filter(({ from }) => from === 'unknown').map(({ path }) => path);
      const [expected, got] = [upstream.vm, explained.virtualMachine].map((vm) => text(comparable(vm, unknown)));
      tally.count(release, 'the whole VM', expected === got, id);
    }
  }
  asked.remove();
  return tally;
}

/** Without what is said to be unknown, what each machine has for itself, and what is secret, which `explain` does not show. */
function comparable(vm: MachineVm, unknown: readonly string[]): unknown {
  const copy = structuredClone(vm);
  delete copy.metadata.namespace;
  for (const { value } of valuesAt(copy, 'spec.template.spec.domain.devices.interfaces[]')) {
    delete (value as { macAddress?: string }).macAddress;
  }
  for (const { value } of valuesAt(copy, 'spec.template.spec.volumes[].cloudInitNoCloud')) {
    for (const key of Object.keys(value as object)) {
      delete (value as Record<string, unknown>)[key];
    }
  }
  if (unknown.includes(`spec.template.metadata.annotations["${IGNITION}"]`)) {
    for (const { value } of valuesAt(copy, 'spec.template.metadata.annotations')) {
      delete (value as Record<string, unknown>)[IGNITION];
    }
  }
  if (unknown.includes('spec.instancetype.kind')) {
    delete copy.spec.instancetype?.kind;
  }
  copy.spec.dataVolumeTemplates.forEach(({ spec }, index) => {
    const isUnknown = (end: string) =>
      unknown.some((path) => path.includes(`dataVolumeTemplates[${index}]`) && path.endsWith(end));
    if (isUnknown('accessModes')) {
      delete spec.pvc?.accessModes;
      delete spec.storage?.accessModes;
    }
    if (isUnknown('pvc.namespace')) {
      delete spec.source?.pvc?.namespace;
    }
  });
  return shower({})(copy, []);
}

/** The same text for the same object: keys in order, nothing empty, amounts as the API server shows them. */
function text(value: unknown): string {
  return JSON.stringify(value, (key, of: unknown) => {
    if (['cpu', 'memory', 'storage'].includes(key) && typeof of === 'string' && amountOf(of) !== undefined) {
      return shownQuantity(of);
    }
    return isMap(of)
      ? Object.fromEntries(
          Object.entries(of)
            .filter(([, each]) => !isEmpty(each))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : of;
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
