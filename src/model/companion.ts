import type { KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import type { PlatformContext } from './context';
import type { EscapeHatches } from './escape-hatch';
import type { MetadataContext } from './metadata';
import type { Plain } from './rows/plain';
import type { Table } from './rows/row';

/** What is known of a kind beside VMs, all of whose object is said by rows. */
export interface CompanionKind<in out D> {
  readonly kind: string;
  /** Where its API is, the best version first. */
  readonly versions: readonly CompanionVersion[];
  /** Its rows, which are given the context below. */
  readonly table: Table<D, never>;
  /** What the API server asks for where no key says it. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** What the rows have to know beside the declaration. */
  readonly contextOf: (declaration: D, platform: PlatformContext) => object;
  /** The declaration of an object as far as the context depends on it. */
  readonly sketchOf: (object: KubeObject) => D;
}

/** A version of an API. */
export interface CompanionVersion {
  readonly apiVersion: string;
  /** First KubeVirt that serves it; absent where all do. */
  readonly since?: Release;
  readonly source: string;
}

/** The declaration of a kind whose props these are, as plain data. */
export type CompanionDeclaration<P, S> = Plain<Omit<P, 'name' | 'spec' | 'patches'>> &
  EscapeHatches<S> & { readonly name: string };

/** A kind whose rows have to know the platform and nothing else. */
export function companionKind<D>(
  known: Omit<CompanionKind<D>, 'contextOf' | 'sketchOf' | 'table'> & { readonly table: Table<D, MetadataContext> },
): CompanionKind<D> {
  return { ...known, contextOf: (_declaration, platform) => ({ platform }), sketchOf: () => ({}) as D };
}
