import { asNumber, asText } from '../kube/as-text';
import { mapOf } from './view';

/** How the machines of a pool are replaced. */
export interface RollingUpdate {
  readonly replicas: number;
  /** How many more machines there may be meanwhile. */
  readonly surge: number;
  /** How many fewer. */
  readonly unavailable: number;
}

/**
 * What the spec of a MachineDeployment says of it, with the defaults of its webhook: one more, none fewer.
 *
 * @see machine-controller pkg/apis/cluster/v1alpha1/defaults.go
 */
export function rollingUpdateOf(spec: Readonly<Record<string, unknown>>): RollingUpdate {
  const replicas = Number.isInteger(spec.replicas) ? Math.max(0, asNumber(spec.replicas)) : 1;
  return replacing(replicas, mapOf(mapOf(spec.strategy).rollingUpdate));
}

/** The same of a number of machines and what is said about replacing them. */
export function replacing(
  replicas: number,
  { maxSurge = 1, maxUnavailable = 0 }: Readonly<Record<string, unknown>>,
): RollingUpdate {
  const surge = amountOf(maxSurge, replicas, Math.ceil);
  const unavailable = amountOf(maxUnavailable, replicas, Math.floor);
  // Rounding must not leave both at nothing: the controller then lets one be missing.
  return { replicas, surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** A number, or a percentage of the machines: a surge is rounded up, what may be missing down. */
function amountOf(value: unknown, replicas: number, round: (share: number) => number): number {
  const [, percent] = /^(\d{1,3})%$/.exec(asText(value)) ?? [];
  return percent === undefined
    ? Number.isInteger(value)
      ? asNumber(value)
      : 0
    : round((replicas * Number(percent)) / 100);
}
