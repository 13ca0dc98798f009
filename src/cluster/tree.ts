import type { ArgocdDeclaration } from '../argocd/declaration';
import type { Finding, Place } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import type { KubeObject } from '../kube/object';
import type { Dependency, PlacedObject } from '../kube/order';
import type { AnnouncedParameter } from '../model/read/parameters';
import type { CheckContext } from './cluster-view';
import type { Membership } from './group';

/** An object with what of the user's it comes from: a construct, or a part of a file. */
export interface TreeObject extends PlacedObject {
  readonly owner: string;
  /** Its group, where it is one of several VMs that are alike. */
  readonly membership?: Membership | undefined;
}

/** What there is to say about how something was declared. */
export interface DeclaredFinding extends Finding {
  /** What of the user's it is about, where its place has not been asked for yet. */
  readonly owner?: string;
}

/** One cluster, of an app or of a file. */
export interface TreeCluster extends CheckContext {
  readonly name: string;
  readonly path: string;
  /** Whether it is declared as a cluster, as opposed to a plain chart, which may only group others. */
  readonly isPlatform: boolean;
  readonly objects: readonly TreeObject[];
  readonly dependencies: readonly Dependency[];
  /** What there is to say about how it was declared, with places; with owners instead, while an app is still running. */
  readonly findings: readonly DeclaredFinding[];
  readonly policy: FindingsPolicy;
  readonly argocd?: ArgocdDeclaration;
}

/** What an app handed over, or files declare. */
export interface Tree {
  readonly clusters: readonly TreeCluster[];
  /** What is the matter with the whole, with places. */
  readonly findings: readonly Finding[];
  /** Files that were read for it, by their absolute paths; of a program, whoever ran it knows. */
  readonly reads?: readonly string[];
  /** What a program offers to be set from outside; what a file does, is in the file. */
  readonly parameters?: readonly AnnouncedParameter[];
  readonly placeOf: PlaceOf;
}

/**
 * Where in the user's files an owner is, or the key of it that says what a finding is about.
 *
 * @param about a finding about an object that the owner makes
 * @param object that object
 */
export type PlaceOf = (owner: string, about?: Finding, object?: KubeObject) => WrittenPlace | undefined;

/** A place, the path by which its file calls it, and what there is to say there, where a parameter sets it. */
export interface WrittenPlace extends Place {
  readonly path?: string;
  readonly what?: string;
}
