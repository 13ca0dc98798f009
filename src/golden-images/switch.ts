import { isSameHcoGate } from '../gates/hco';
import { asText } from '../kube/as-text';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast, holdsIn, type Release } from '../kube/release';
import type { HyperConvergedVersion } from '../target/hco-api';
import { MULTI_ARCH_FIELD_SINCE, MULTI_ARCH_SINCE, MULTI_ARCH_SWITCH, SWITCH_PLACES, type SwitchPlace } from './facts';

/** Where a release wants the switch for images by architecture. */
export function switchPlace(version: HyperConvergedVersion, hco: Release): SwitchPlace {
  return SWITCH_PLACES.find((row) => row.version === version && holdsIn(row, hco))?.place ?? 'absent';
}

/** The switch as the resource has it, in one place or in several. */
export interface WrittenSwitch {
  /** As the release reads it. */
  readonly on: boolean;
  /** The value of the gate, and where it is. */
  readonly gate?: { readonly on: boolean; readonly path: string; readonly state?: unknown };
  /** The value of the field, and where it is. */
  readonly field?: { readonly on: boolean; readonly path: string };
}

/** Reads the switch as a release does: the field where there is one, else the gate, else off. */
export function readSwitch(
  spec: Readonly<Record<string, unknown>>,
  version: HyperConvergedVersion,
  hco: Release,
): WrittenSwitch {
  const gate = version === 'v1' ? listedGate(spec.featureGates, hco) : booleanGate(spec.featureGates);
  const sources = spec.workloadSources;
  const written = version === 'v1' && isMap(sources) ? sources[MULTI_ARCH_SWITCH] : undefined;
  const field =
    typeof written === 'boolean' ? { on: written, path: `spec.workloadSources.${MULTI_ARCH_SWITCH}` } : undefined;
  const honoured = switchPlace(version, hco) === 'field' ? (field ?? gate) : gate;
  return {
    on: atLeast(hco, MULTI_ARCH_SINCE) && honoured?.on === true,
    ...(gate === undefined ? {} : { gate }),
    ...(field === undefined ? {} : { field }),
  };
}

function booleanGate(gates: unknown): WrittenSwitch['gate'] {
  const on = isMap(gates) ? gates[MULTI_ARCH_SWITCH] : undefined;
  return typeof on === 'boolean' ? { on, path: `spec.featureGates.${MULTI_ARCH_SWITCH}` } : undefined;
}

/** A gate without a state is on. */
function listedGate(gates: unknown, hco: Release): WrittenSwitch['gate'] {
  const found = (Array.isArray(gates) ? gates : []).find(
    (gate) => isMap(gate) && isSameHcoGate(asText(gate.name), MULTI_ARCH_SWITCH, hco),
  );
  return isMap(found)
    ? { on: found.state !== 'Disabled', path: `spec.featureGates[${asText(found.name)}]`, state: found.state }
    : undefined;
}

/** The release that a resource must be for, where it says something that only one has. */
export function impliedRelease({ apiVersion, spec }: KubeObject): Release | undefined {
  const sources = isMap(spec) && apiVersion.endsWith('/v1') ? spec.workloadSources : undefined;
  return isMap(sources) && MULTI_ARCH_SWITCH in sources ? MULTI_ARCH_FIELD_SINCE : undefined;
}
