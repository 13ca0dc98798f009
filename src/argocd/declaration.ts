/** What a platform says for Argo CD. */
export interface ArgocdDeclaration {
  /**
   * Fewer objects than these are taken for a mistake, and nothing is printed: with pruning, what is missing is deleted.
   *
   * @default 1
   */
  readonly minimumObjects?: number;
}
