import type { Release } from '../kube/release';
import type { EscapeHatches } from './escape-hatch';
import type { Plain } from './rows/plain';
import type { Table } from './rows/row';

/** What is known of a kind beside VMs, all of whose object is said by rows. */
export interface CompanionKind<in out D> {
  readonly kind: string;
  /** Where its API is, the best version first. */
  readonly versions: readonly CompanionVersion[];
  /** Its rows, which are given what they have to know by `model/manifests/companion.ts`. */
  readonly table: Table<D, never>;
  /** What the API server asks for where no key says it. */
  readonly base?: Readonly<Record<string, unknown>>;
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
