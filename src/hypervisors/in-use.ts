import type { HypervisorDeclaration, Realisation } from './declaration';

/** What a platform decided about hypervisors, as plain data for whoever judges or shows its objects. */
export interface HypervisorsInUse {
  readonly declared: readonly HypervisorDeclaration[];
  /** What every machine runs on unless it says otherwise. */
  readonly cluster: string;
  /** How each that is used reaches the cluster. */
  readonly realisations: Readonly<Record<string, Realisation>>;
}
