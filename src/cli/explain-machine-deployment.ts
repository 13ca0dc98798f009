import { chooseFrom } from '../findings/suggestion';
import { findingObject } from '../kube/identity';
import { isMap } from '../kube/object';
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

/** What the controller decides, told like what a cluster makes of a machine; and the machine as a whole. */
function explained(found: Candidate, { object, unknown }: Spawned): object {
  const spec = isMap(object.spec) ? object.spec : {};
  const template = isMap(spec.template) ? spec.template : {};
  const instance = isMap(template.spec) ? template.spec : {};
  const told = { runStrategy: spec.runStrategy, ...instance };
  return {
    object: findingObject(found.object),
    fields: [
      ...(['runStrategy', 'affinity', 'topologySpreadConstraints', 'evictionStrategy', 'networks'] as const)
        .filter((path) => told[path as keyof typeof told] !== undefined)
        .map((path) => ({
          path,
          value: told[path as keyof typeof told],
          from: 'platform',
          reason: `${controllerOf(found)} writes it`,
        })),
      ...unknown.map(({ path, reason }) => ({ path, value: null, from: 'unknown', reason })),
    ],
    refused: refusals(found),
    virtualMachine: object,
  };
}
