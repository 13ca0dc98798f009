import { explainMachine } from '../check/explain-machine';
import { chooseFrom } from '../findings/suggestion';
import { findingObject } from '../kube/identity';
import { checkMachineDeployment } from '../machines/check';
import { NEWEST_CONTROLLER } from '../machines/facts';
import { type Spawned, spawned } from '../machines/spawned';
import { isMachineDeployment } from '../machines/view';
import { emitYaml } from '../render/yaml';
import { mistakeWithoutFiles } from './cluster-options';
import { type Candidate, candidatesFor, type ExplainOptions } from './explain-machine';
import type { ExitCode, Io } from './io';

/** `polyvirt explain MachineDeployment/NAME`: the virtual machine that its controller makes. */
export async function runExplainMachineDeployment(
  subject: string,
  paths: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<ExitCode> {
  const mistake = paths.length > 0 ? undefined : mistakeWithoutFiles(options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const [name = '', namespace] = subject.split('/').slice(1).reverse();
  const pools = (await candidatesFor(paths, options, io)).filter(({ object }) => isMachineDeployment(object));
  const found = pools.find(
    ({ object: { metadata } }) =>
      metadata.name === name && (namespace === undefined || metadata.namespace === namespace),
  );
  if (found === undefined) {
    const names = [...new Set(pools.map(({ object }) => String(object.metadata.name)))];
    const near =
      names.length === 0
        ? 'There is none for KubeVirt at all: name the files that it is in.'
        : `${chooseFrom(name, names)}.`;
    io.err(`error: there is no MachineDeployment ${name}. ${near}\n`);
    return 1;
  }
  const made = spawned(found.object, found.cluster.target);
  io.out(options.format === 'json' ? `${JSON.stringify(explained(found, made), null, 2)}\n` : text(found, made));
  return 0;
}

function text(found: Candidate, { object, unknown }: Spawned): string {
  return [
    `# Each machine of ${found.object.metadata.name}, as ${controllerOf(found)} makes it.`,
    ...refusals(found).map((refusal) => `# refused: ${refusal}`),
    ...unknown.map(({ path, reason }) => `# ${path}: ${reason}`),
    emitYaml(object),
  ].join('\n');
}

function controllerOf({ cluster }: Candidate): string {
  const told = cluster.target.machineController;
  return told === undefined
    ? `machine-controller ${NEWEST_CONTROLLER}, since nobody says which one it is,`
    : `machine-controller ${told}`;
}

function refusals({ object, cluster }: Candidate): string[] {
  const { machineController } = cluster.target;
  return checkMachineDeployment(object, machineController === undefined ? {} : { controller: machineController })
    .filter(({ severity }) => severity === 'error')
    .map(({ path, what, fix }) => `${path}: ${what}. Fix: ${fix}`);
}

/** What becomes of the machine on the cluster, after what the controller itself decides; and the machine as a whole. */
function explained(found: Candidate, { object, unknown }: Spawned): object {
  const made = explainMachine(object, found.cluster);
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
    refused: [...refusals(found), ...(made?.refused ?? [])],
    virtualMachine: object,
  };
}
