/** What a platform says for Argo CD. */
export interface ArgocdDeclaration {
  /**
   * Fewer objects than these are taken for a mistake, and nothing is printed: with pruning, what is missing is deleted.
   *
   * @default 1
   */
  readonly minimumObjects?: number;

  /**
   * Whether objects carry the wave in which they are applied, from what depends on what, and leave to be checked later
   * what only an operator makes possible.
   *
   * @default false
   */
  readonly waves?: boolean;

  /**
   * The fate of objects with data once they are gone from Git: `confirm` asks a person (from Argo CD 2.14; never
   * before), `never` keeps them.
   *
   * @default - they are deleted like all others
   */
  readonly prune?: 'confirm' | 'never';

  /**
   * The cluster that the platform goes to, as Argo CD knows it. With it, `polyvirt synth` writes an entry of the index from
   * which an ApplicationSet makes the Application.
   *
   * @default - no entry
   */
  readonly destination?: ArgocdDestination;

  /**
   * Labels of the Application, by which clusters are chosen and rolled out one group after the other.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A cluster of Argo CD: by its name or by its address. */
export interface ArgocdDestination {
  /** Name of the cluster in Argo CD. */
  readonly name?: string;

  /** Address of its API server, instead of its name. */
  readonly server?: string;

  /**
   * Namespace of objects that name none.
   *
   * @default - none: objects say theirs
   */
  readonly namespace?: string;
}
