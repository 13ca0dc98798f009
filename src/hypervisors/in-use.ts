import type { HypervisorDeclaration, Realisation } from './declaration';

/** What a platform decided about hypervisors, as plain data for the rules and reports about its objects. */
export interface HypervisorsInUse {
  readonly declared: readonly HypervisorDeclaration[];
  /** What every VM runs on unless it says otherwise. */
  readonly cluster: string;
  /** How each that is used reaches the cluster. */
  readonly realisations: Readonly<Record<string, Realisation>>;
}
