import type { Finding } from '../../findings/finding';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { checkInfraLabels, infraLabelsConfigMap, userAccess } from '../../machines/infra-labels';
import { withClasses } from '../classes';
import { companionLists } from '../companions';
import type { PlatformContext } from '../context';
import { expandVm } from '../expand';
import { checkHypervisors } from '../hypervisors';
import { checkPlatform, type PlatformDeclaration, platformContext } from '../platform';
import { companion, leftOutOfCompanion } from './companion';
import { dataVolume, leftOutOfDataVolume } from './data-volume';
import { checkEnforcement, enforcement } from './enforcement';
import { leftOutOfGoldenImage } from './golden-image';
import { hyperConverged, leftOutOfHyperConverged } from './hyper-converged';
import { policiesOf } from './hypervisor-policy';
import { kubeVirt, leftOutOfKubeVirt } from './kubevirt';
import { leftOutOfInstance, leftOutOfVm } from './left-out-of-vm';
import { leftOutOfMachinePool, machinePool } from './machine-pool';
import { withLabels } from './metadata';
import { virtualMachine, virtualMachineInstance } from './virtual-machine';

/** Where in a declaration something was said: `virtualMachines`, 3. Nothing for the platform itself. */
export type DeclaredAt = readonly (string | number)[];

/** An object and the part of the declaration that it comes from. */
export interface DeclaredObject {
  readonly object: KubeObject;
  readonly at: DeclaredAt;
}

/** A finding and the part of the declaration that it is about; its path is below that part. */
export interface PartFinding {
  readonly finding: Finding;
  readonly at: DeclaredAt;
}

/** Everything that a declared platform comes to. */
interface PlatformObjects {
  readonly context: PlatformContext;
  readonly objects: readonly DeclaredObject[];
  readonly findings: readonly PartFinding[];
}

/**
 * The objects of a platform and what there is to say about its declaration: the same as its constructs would give.
 *
 * @param take takes each object as soon as it is made, and gives what stands for it: of many VMs that are alike not all have to be kept whole
 */
export function platformObjects(
  declared: PlatformDeclaration,
  take: (object: KubeObject) => KubeObject = (object) => object,
): PlatformObjects {
  const classed = (declared.virtualMachines ?? []).map((entry) => withClasses(entry, declared.classes ?? {}));
  const declaration = { ...declared, virtualMachines: classed.map(({ entry }) => entry) };
  const context = platformContext(declaration);
  const objects: DeclaredObject[] = [];
  const found: PartFinding[] = [];
  for (const { object, at, findings } of platformParts(declaration, classed, context)) {
    if (object !== undefined) {
      objects.push({ object: take(withLabels(object, declaration.labels)), at });
    }
    for (const finding of findings) {
      found.push({ finding, at });
    }
  }
  const general = [...checkPlatform(declaration), ...checkHypervisors(context)].map((finding) => ({ finding, at: [] }));
  return { context, objects, findings: [...general, ...found] };
}

/** One after the other: they are not all in memory at once. */
function* platformParts(
  declaration: PlatformDeclaration,
  classed: readonly { readonly entry: Parameters<typeof expandVm>[0]; readonly findings: readonly Finding[] }[],
  context: PlatformContext,
): Iterable<PlatformPart> {
  yield* kubeVirtParts(declaration, context);
  yield* policyParts(context);
  yield* enforcementParts(declaration, context);
  yield* hyperConvergedParts(declaration, context);
  yield* companionParts(declaration, context);
  for (const [i, volume] of (declaration.dataVolumes ?? []).entries()) {
    yield part(['dataVolumes', i], dataVolume(volume, context), leftOutOfDataVolume(volume, context));
  }
  for (const [i, instance] of (declaration.virtualMachineInstances ?? []).entries()) {
    const object = virtualMachineInstance(instance, context);
    yield part(['virtualMachineInstances', i], object, leftOutOfInstance(instance, context));
  }
  for (const [i, { entry, findings }] of classed.entries()) {
    const at = ['virtualMachines', i];
    if (findings.length > 0) {
      // Without what a class would have said, everything else that could be said of it is about something else.
      yield { at, object: undefined, findings: ofVm(entry, findings) };
    } else {
      yield* vmParts(entry, at, context);
    }
  }
  yield* poolParts(declaration, context);
}

interface PlatformPart {
  readonly at: DeclaredAt;
  readonly object: KubeObject | undefined;
  readonly findings: readonly Finding[];
}

function part(at: DeclaredAt, object: KubeObject, findings: readonly Finding[]): PlatformPart {
  return { at, object, findings: findings.map((finding) => ({ ...finding, object: findingObject(object) })) };
}

function kubeVirtParts({ kubevirt }: PlatformDeclaration, context: PlatformContext): PlatformPart[] {
  return kubevirt === undefined
    ? []
    : [part(['kubevirt'], kubeVirt(kubevirt, context), leftOutOfKubeVirt(kubevirt, context))];
}

function companionParts(declaration: PlatformDeclaration, context: PlatformContext): PlatformPart[] {
  return companionLists(declaration).flatMap(({ key, kind, list }) =>
    list.map((each, i) => part([key, i], companion(kind, each, context), leftOutOfCompanion(kind, each, context))),
  );
}

/** The policies of the hypervisors that reach the cluster by one. */
function policyParts(context: PlatformContext): PlatformPart[] {
  return (context.hypervisors?.declared ?? []).flatMap(({ name }, i) =>
    policiesOf(name, context).map((object) => part(['hypervisors', i], object, [])),
  );
}

/** The rules that the API server enforces. */
function enforcementParts({ enforce }: PlatformDeclaration, context: PlatformContext): PlatformPart[] {
  return enforce === undefined
    ? []
    : [
        { at: ['enforce'], object: undefined, findings: checkEnforcement(enforce, context) },
        ...enforcement(enforce, context).map((object) => part(['enforce'], object, [])),
      ];
}

function hyperConvergedParts(declaration: PlatformDeclaration, context: PlatformContext): PlatformPart[] {
  const { hyperConverged: declared, goldenImages = [] } = declaration;
  const images = goldenImages.map((image, i) => ({
    at: ['goldenImages', i],
    object: undefined,
    findings: leftOutOfGoldenImage(image, context),
  }));
  return declared === undefined
    ? images
    : [
        part(
          ['hyperConverged'],
          hyperConverged(declared, goldenImages, context),
          leftOutOfHyperConverged(declared, context),
        ),
        ...images,
      ];
}

function poolParts({ infraLabels, machines = [] }: PlatformDeclaration, context: PlatformContext): PlatformPart[] {
  return [
    ...(infraLabels === undefined
      ? []
      : [
          part(['infraLabels'], infraLabelsConfigMap(infraLabels), checkInfraLabels(infraLabels)),
          ...(infraLabels.controller === undefined ? [] : userAccess(infraLabels)).map((object) =>
            part(['infraLabels'], object, []),
          ),
        ]),
    ...machines.flatMap((pool, i) =>
      machinePool(pool, context).map((object) =>
        part(['machines', i], object, object.kind === 'MachineDeployment' ? leftOutOfMachinePool(pool, context) : []),
      ),
    ),
  ];
}

/** Of an object that is not made, the name is known. */
function ofVm({ name }: { readonly name: string }, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({
    ...finding,
    object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', name },
  }));
}

function* vmParts(
  entry: Parameters<typeof expandVm>[0],
  at: DeclaredAt,
  context: PlatformContext,
): Iterable<PlatformPart> {
  const { vms, findings } = expandVm(entry, context);
  yield { at, object: undefined, findings };
  for (const vm of vms) {
    const left = leftOutOfVm(vm.declaration, context);
    yield part(at, virtualMachine(vm.declaration, context), [...vm.findings, ...left]);
  }
}
