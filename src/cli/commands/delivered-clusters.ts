import type { ArgocdDeclaration } from '../../argocd/declaration';
import { DifferencesToIgnore, type IgnoreDifference, ignoreDifferences } from '../../argocd/drift';
import { checkDestination } from '../../argocd/fleet/check-application';
import type { Finding, Place } from '../../findings/finding';
import { ownCopy } from '../../host/own-copy';
import { withoutSecrets } from '../../secrets/secret-text';
import type { ClusterResult } from '../../sinks/cluster-result';
import type { MadeCluster, Sink } from '../../sinks/sink';

/** What an Application is made from. */
export interface DeliveredCluster {
  readonly name: string;
  readonly argocd: ArgocdDeclaration;
  readonly differences: readonly IgnoreDifference[];
  /** Files that were read for it, by their absolute paths. */
  readonly files: readonly string[];
}

/** Keeps of each cluster what Argo CD is told of it; objects are only looked at. */
export class DeliveredClusters implements Sink {
  /** How many clusters there are, delivered or not. */
  public count = 0;
  /** What is to be ignored for all of them together. */
  public readonly differences = new DifferencesToIgnore();
  private readonly delivered: DeliveredCluster[] = [];
  private readonly others: { readonly name: string; readonly place: Place | undefined }[] = [];

  public readonly holds = (): boolean => false;
  public readonly keep = (): void => undefined;

  public readonly take = (
    { name, isPlatform }: ClusterResult,
    _: unknown,
    { argocd, objects, files, place }: MadeCluster,
  ): void => {
    this.count += 1;
    if (!isPlatform) {
      return;
    }
    if (argocd?.destination === undefined) {
      this.others.push({ name, place: place?.() });
      return;
    }
    this.differences.see(objects);
    this.delivered.push({ name, files, ...ownCopy({ argocd, differences: ignoreDifferences(objects) }) });
  };

  /** In the order of their names. */
  public clusters(): DeliveredCluster[] {
    return this.delivered.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Platforms that Argo CD is not told of: one among others may be meant, all of them hardly. */
  public readonly remarks = (): Finding[] =>
    this.others.flatMap(({ name, place }) =>
      checkDestination({}, `${withoutSecrets(name)}: argocd.destination`).map((finding) => ({
        ...finding,
        ...place,
        ...(this.delivered.length > 0 ? { severity: 'warning' as const, why: 'There is no Application for it' } : {}),
      })),
    );
}
