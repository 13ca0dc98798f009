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
  const object: MutableFields = { metadata: {}, spec: structuredClone(kind.base ?? {}) };
  writeTable(kind.table, declaration, object, kind.contextOf(declaration, platform) as never);
  return { apiVersion: companionVersion(kind, platform.target), kind: kind.kind, ...object } as unknown as KubeObject;
}

/** What is wrong with what a declaration lays over its object. */
export function leftOutOfCompanion<D extends Escaping>(
  kind: CompanionKind<D>,
  declaration: D,
  platform: PlatformContext,
): Finding[] {
  const { spec, patches } = declaration;
  return spec === undefined && patches === undefined
    ? []
    : checkEscapes(companionOfKeys(kind, declaration, platform), declaration);
}

/** An object as a declaration that makes the same object again. */
export function readCompanion<D extends object>(
  kind: CompanionKind<D>,
  object: KubeObject,
  platform: PlatformContext,
): D {
  const context = kind.contextOf(kind.sketchOf(object), platform) as never;
  return readBack(kind.table, object, context, (declaration) => companionOfKeys(kind, declaration, platform));
}
