import type { ClusterView } from '../../cluster/cluster-view';
import { explainVm } from '../../cluster/explain-vm';
import { inert, oneLine } from '../../findings/escape/characters';
import { jsonText } from '../../findings/escape/formats';
import { guarded } from '../../findings/shown-finding';
import { chooseFrom } from '../../findings/suggestion';
import { findingObject, nameOf, namespaceOf } from '../../kube/identity';
import { asText, type KubeObject } from '../../kube/object';
import { emitYaml, sayable } from '../../kube/yaml/emit';
import { checkMachineDeployment } from '../../machines/check';
import { checkClusterApiPool } from '../../machines/check-cluster-api';
import { NEWEST_CONTROLLER } from '../../machines/facts';
import { type MadePool, poolsIn } from '../../machines/made-pool';
import { infrastructureOf, isClusterApiDeployment } from '../../machines/view';
import { shownExplained, shownManifest } from '../format/explain-format';
import type { CommandIo, ExitCode } from '../start/io';
import { mistakeWithoutFiles } from './cluster-options';
import { candidatesFor, type ExplainedObject, type ExplainOptions } from './explain-vm';

/** `polyvirt explain MachineDeployment/NAME`: the virtual machine that its controller makes. */
export async function runExplainMachineDeployment(
  subject: string,
  paths: readonly string[],
  options: ExplainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const mistake = paths.length > 0 ? undefined : mistakeWithoutFiles(options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const [name = '', namespace] = subject.split('/').slice(1).reverse();
  const candidates = await candidatesFor(paths, options, io);
  const isNamed = ({ object }: { readonly object: KubeObject }) =>
    nameOf(object) === name && (namespace === undefined || namespaceOf(object) === namespace);
  const pools = poolsAmong(candidates);
  const found = pools.find(isNamed);
  if (found === undefined) {
    const half = candidates.find((each) => isClusterApiDeployment(each.object) && isNamed(each));
    const names = [...new Set(pools.flatMap(({ object }) => nameOf(object) ?? []))];
    const near =
      names.length === 0
        ? 'There is none for KubeVirt at all: name the files that it is in.'
        : `${chooseFrom(name, names)}.`;
    io.err(
      half === undefined
        ? `error: there is no MachineDeployment ${name}. ${near}\n`
        : `error: KubevirtMachineTemplate ${asText(infrastructureOf(half.object).name)} of ${name} was not found: ` +
            'name the files that it is in.\n',
    );
    return 1;
  }
  if (options.format === 'json') {
    io.out(`${jsonText(explained(found), 2)}\n`);
  } else {
    io.document(text(found));
  }
  return 0;
}

/** A pool with the cluster that it is for. */
interface FoundPool extends MadePool {
  readonly cluster: ClusterView;
}

/** A template belongs to a pool of the same cluster only. */
function poolsAmong(candidates: readonly ExplainedObject[]): FoundPool[] {
  const clusters = [...new Set(candidates.map(({ cluster }) => cluster))];
  return clusters.flatMap((cluster) => {
    const objects = candidates.filter((each) => each.cluster === cluster).map(({ object }) => object);
    return poolsIn(objects, cluster.target).map((pool) => ({ ...pool, cluster }));
  });
}

function text(found: FoundPool): string {
  const { object, unknown } = found.made;
  return [
    ...[
      `# Each machine of ${nameOf(found.object) ?? 'a pool without a name'}, as ${controllerOf(found)} makes it.`,
      ...errors(found).map(({ isRefused, said }) => `# ${isRefused ? 'refused' : 'error'}: ${said}`),
      ...unknown.map(({ path, reason }) => `# ${path}: ${reason}`),
      // What is said beside the machine must not become a part of it.
    ].map((line) => inert(oneLine(line))),
    emitYaml(sayable(shownManifest(object))),
  ].join('\n');
}

function controllerOf({ by, cluster }: FoundPool): string {
  if (by === 'cluster-api') {
    return 'Cluster API';
  }
  const told = cluster.target.machineController;
  return told === undefined
    ? `machine-controller ${NEWEST_CONTROLLER}, since it is not said which one it is,`
    : `machine-controller ${told}`;
}

/** Errors that are none of a controller's or an API server's: machines are made all the same. */
const NOT_REFUSED: ReadonlySet<string> = new Set(['PV606', 'PV608']);

function errors({ object, by, cluster }: FoundPool): { readonly isRefused: boolean; readonly said: string }[] {
  const { machineController } = cluster.target;
  const controller = machineController === undefined ? {} : { controller: machineController };
  const found = by === 'cluster-api' ? checkClusterApiPool(object, []) : checkMachineDeployment(object, controller);
  return guarded(found, object)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, what, fix }) => ({
      isRefused: !NOT_REFUSED.has(code),
      said: `${path}: ${what}. Fix: ${fix}`,
    }));
}

/** What becomes of the machine on the cluster, after what the controller itself decides; and the machine as a whole. */
function explained(found: FoundPool): object {
  const { object, unknown } = found.made;
  const machine = explainVm(object, found.cluster);
  const made = machine === undefined ? undefined : shownExplained(machine, object, found.object);
  return {
    pod: null,
    podLines: [],
    podUnknown: [],
    ...made,
    object: findingObject(found.object),
    fields: [
      ...unknown.map(({ path, reason }) => ({ path, value: null, from: 'unknown', reason })),
      ...(made?.fields ?? []),
    ],
    refused: [...errors(found).flatMap(({ isRefused, said }) => (isRefused ? said : [])), ...(made?.refused ?? [])],
    virtualMachine: shownManifest(object),
  };
}
