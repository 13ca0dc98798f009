import type { Finding } from '../../findings/finding';
import type { KubeObject, MutableFields } from '../../kube/object';
import { atLeast } from '../../kube/release';
import type { Target } from '../../target/target';
import { checkEscapes } from '../check-escapes';
import type { CompanionKind, CompanionVersion } from '../companion';
import type { PlatformContext } from '../context';
import { type Escaping, withEscapes } from '../escape-hatch';
import { readBack } from '../read-back';
import { writeTable } from '../rows/row';
import { VIRTUAL_MACHINE_POOL, type VirtualMachinePoolDeclaration } from '../virtual-machine-pool';
import { contextOfPool, finishPool, leftOutOfPool, sketchOfPool } from './virtual-machine-pool';

/** Needs of a kind beyond its rows. */
interface Behaviour<D> {
  /** What the rows have to know beside the declaration. */
  readonly contextOf: (declaration: D, platform: PlatformContext) => object;
  /** The declaration of an object, as far as the context depends on it. */
  readonly sketchOf: (object: KubeObject) => D;
  /** What is written beside the rows. */
  readonly finish: (object: MutableFields, declaration: D, platform: PlatformContext) => void;
  /** What is declared and has no place in the object on a platform. */
  readonly leftOut: (declaration: D, platform: PlatformContext) => readonly Finding[];
}

/** Of most kinds the rows have to know the platform and nothing else. */
const PLAIN: Behaviour<unknown> = {
  contextOf: (_declaration, platform) => ({ platform }),
  sketchOf: () => ({}),
  finish: () => undefined,
  leftOut: () => [],
};

const POOL: Behaviour<VirtualMachinePoolDeclaration> = {
  contextOf: contextOfPool,
  sketchOf: sketchOfPool,
  finish: finishPool,
  leftOut: leftOutOfPool,
};

function behaviourOf<D>({ kind }: CompanionKind<D>): Behaviour<D> {
  return (kind === VIRTUAL_MACHINE_POOL.kind ? POOL : PLAIN) as Behaviour<D>;
}

/** The version of a kind's API to write: the best that the target serves. */
export function companionVersion(
  { versions }: { readonly versions: readonly CompanionVersion[] },
  { kubevirt }: Pick<Target, 'kubevirt'>,
): string {
  const served = versions.find(({ since }) => since === undefined || atLeast(kubevirt, since)) ?? versions.at(-1)!;
  return served.apiVersion;
}

/** An object beside VMs. */
export function companion<D extends Escaping>(
  kind: CompanionKind<D>,
  declaration: D,
  platform: PlatformContext,
): KubeObject {
  return withEscapes(companionOfKeys(kind, declaration, platform), declaration);
}

function companionOfKeys<D>(kind: CompanionKind<D>, declaration: D, platform: PlatformContext): KubeObject {
  const behaviour = behaviourOf(kind);
  const object: MutableFields = { metadata: {}, spec: structuredClone(kind.base ?? {}) };
  writeTable(kind.table, declaration, object, behaviour.contextOf(declaration, platform) as never);
  behaviour.finish(object, declaration, platform);
  return { apiVersion: companionVersion(kind, platform.target), kind: kind.kind, ...object } as unknown as KubeObject;
}

/** What is declared and has no place in the object, and what is wrong with what a declaration lays over it. */
export function leftOutOfCompanion<D extends Escaping>(
  kind: CompanionKind<D>,
  declaration: D,
  platform: PlatformContext,
): Finding[] {
  const { spec, patches } = declaration;
  const laidOver =
    spec === undefined && patches === undefined
      ? []
      : checkEscapes(companionOfKeys(kind, declaration, platform), declaration);
  return [...behaviourOf(kind).leftOut(declaration, platform), ...laidOver];
}

/** An object as a declaration that makes the same object again. */
export function readCompanion<D extends object>(
  kind: CompanionKind<D>,
  object: KubeObject,
  platform: PlatformContext,
): D {
  const { contextOf, sketchOf } = behaviourOf(kind);
  const context = contextOf(sketchOf(object), platform) as never;
  return readBack(kind.table, object, context, (declaration) => companionOfKeys(kind, declaration, platform));
}
