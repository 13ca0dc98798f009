import { ARCHITECTURES } from '../../architectures/facts';
import { chooseFrom, suggestionFor } from '../../findings/suggestion';
import { fieldsOf } from '../../gates/check-fields';
import { enablementOf, isOn } from '../../gates/enablement';
import type { GatedFieldEffect, GateField } from '../../gates/fields';
import { HCO_FEATURE_GATES, type HcoFeatureGate, type HcoGateFact, hcoGateOf } from '../../gates/hco';
import { architectureFor, hcoGateLists, hcoWordFor, kubevirtGatesOf } from '../../gates/hco-kubevirt';
import { FeatureGates } from '../../gates/registry';
import {
  type FeatureGate,
  GATE_NAMES,
  isFeatureGate,
  isReadUnregistered,
  REPLACED_BY,
  sourceOf,
  stageIsFrom,
  stageOf,
  stepsOf,
} from '../../gates/stages';
import type { Release } from '../../kube/release';
import { shownStatus } from '../../report/gates-table';
import { BUNDLES, KNOWN_RELEASES } from '../../target/facts';
import { NEWEST_KUBEVIRT } from '../../target/target';
import { type ExplainFormat, writeReport } from '../format/explain-format';
import type { CommandIo, ExitCode } from '../start/io';

const WITHOUT: Readonly<Record<GatedFieldEffect, string>> = {
  refused: 'without the gate admission rejects it',
  'refused by some': 'without the gate some virt-api pods refuse it',
  'refused anyway': 'admission rejects it, with the gate or without',
  'not started': 'without the gate no guest starts',
  pending: 'without the gate the guest stays Pending',
  ignored: 'without the gate it is ignored',
  works: 'works without the gate too',
};

/** `polyvirt explain gate/NAME`: the life of a gate, its support, and what needs it. */
export function explainGate(asked: string, format: ExplainFormat, io: CommandIo): ExitCode {
  if (Object.hasOwn(HCO_FEATURE_GATES, asked)) {
    const gate = asked as HcoFeatureGate;
    writeReport(
      io,
      format,
      () => `${hcoPageOf(gate)}\n`,
      () => hcoReport(gate),
    );
    return 0;
  }
  if (!isFeatureGate(asked)) {
    const near = suggestionFor(asked, [...GATE_NAMES, ...Object.keys(HCO_FEATURE_GATES)]);
    const fix =
      near === undefined ? 'polyvirt gates lists them all' : chooseFrom(near, [near]).replace(/ Write .*/, '');
    io.err(
      `error: neither KubeVirt nor HyperConverged has a feature gate "${asked}". ` +
        `${fix.charAt(0).toUpperCase()}${fix.slice(1)}\n`,
    );
    return 1;
  }
  writeReport(
    io,
    format,
    () => `${pageOf(asked)}\n`,
    () => report(asked),
  );
  return 0;
}

/** The same for programs: the shape of docs/schemas/explain-gate.schema.json. */
function report(gate: FeatureGate): object {
  const { releases } = KNOWN_RELEASES.kubevirt!;
  const newest = FeatureGates.of(NEWEST_KUBEVIRT);
  return {
    gate,
    of: 'KubeVirt',
    stages: stepsOf(gate),
    replacedBy: REPLACED_BY[gate] ?? null,
    releases: releases.map((release) => ({
      release,
      stage: stageOf(gate, release) ?? null,
      state: stateIn(gate, release),
    })),
    kubevirt: NEWEST_KUBEVIRT,
    support: Object.fromEntries(
      ARCHITECTURES.map((architecture) => [architecture, newest.supportOf(gate, architecture)]),
    ),
    fields: fieldsOf(gate, newest).map(({ path, kinds, effect, note }) => ({
      path,
      ...(kinds === undefined ? {} : { kinds }),
      withoutGate: effect,
      ...(note === undefined ? {} : { note }),
    })),
    hyperConverged: underHco(gate),
    source: sourceIn(gate),
  };
}

function hcoReport(gate: HcoFeatureGate): object {
  const { replacement, onlyV1 }: HcoGateFact = HCO_FEATURE_GATES[gate];
  return {
    gate,
    of: 'HyperConverged',
    replacedBy: replacement ?? null,
    onlyV1: onlyV1 === true,
    releases: hcoReleases().map((release) => {
      const found = hcoGateOf(gate, release);
      return { release, stage: found?.phase ?? null, default: found?.default ?? null };
    }),
    decides: kubevirtGatesOf(gate),
    source: HCO_SOURCE,
  };
}

const HCO_SOURCE = 'HCO api/v1/featuregates, api/v1beta1/hyperconverged_types.go';

function sourceIn(gate: FeatureGate): string {
  const isThere = stageOf(gate, NEWEST_KUBEVIRT) !== undefined;
  return sourceOf(gate, isThere ? NEWEST_KUBEVIRT : KNOWN_RELEASES.kubevirt!.releases.at(-1)!);
}

function pageOf(gate: FeatureGate): string {
  const { releases } = KNOWN_RELEASES.kubevirt!;
  const newest = FeatureGates.of(NEWEST_KUBEVIRT);
  const steps = stepsOf(gate).map(
    ({ stage, since }) => `${stage} from ${since}${since === releases[0] ? ' or before' : ''}`,
  );
  const fields = fieldsOf(gate, newest);
  return [
    `${gate}: feature gate of KubeVirt`,
    '',
    `Stages: ${steps.join(', ')}.`,
    ...(REPLACED_BY[gate] === undefined ? [] : [`Instead: ${REPLACED_BY[gate]}.`]),
    '',
    'By release:',
    ...releases.map(
      (release) => `  ${release}  ${(stageOf(gate, release) ?? '-').padEnd(12)}  ${stateIn(gate, release)}`,
    ),
    '',
    `By architecture, as of KubeVirt ${NEWEST_KUBEVIRT}:`,
    ...ARCHITECTURES.map((architecture) => {
      const { status, evidence } = newest.supportOf(gate, architecture);
      return `  ${architecture}  ${shownStatus(status).padEnd(13)}  ${evidence}`;
    }),
    ...(fields.length === 0 ? [] : ['', `What it is about, in KubeVirt ${NEWEST_KUBEVIRT}:`, ...fields.map(fieldLine)]),
    ...hcoLines(gate),
    '',
    `Source: ${sourceIn(gate)}`,
  ].join('\n');
}

function stateIn(gate: FeatureGate, release: Release): string {
  if (stageOf(gate, release) === undefined) {
    return isReadUnregistered(gate, release) ? 'not registered, but works when listed' : 'not there';
  }
  if (stageOf(gate, release) === 'Discontinued') {
    return 'does nothing';
  }
  const { enabled, reason } = enablementOf(gate, {}, release);
  const known = stageIsFrom(gate, release);
  const doubt = known === 'opt-in' ? '; KubeVirt kept no stage yet' : known === 'comment' ? '; by a comment' : '';
  if (reason === 'GA') {
    return `always on${doubt}`;
  }
  return `${enabled ? 'on unless disabled' : 'off unless listed'}${doubt}`;
}

function fieldLine({ path, kinds, effect, note }: GateField): string {
  const what = kinds === undefined ? path : `${path} of ${kinds.map((kind) => kind.split('.')[0]).join(', ')}`;
  return `  ${what}: ${WITHOUT[effect]}${note === undefined ? '' : `. ${note}`}`;
}

function hcoReleases(): readonly Release[] {
  const { releases, branch } = KNOWN_RELEASES.hco!;
  return [...releases, ...(branch === undefined ? [] : [branch])];
}

/** A gate of HyperConverged itself, and the gates of KubeVirt that it is for. */
function hcoPageOf(gate: HcoFeatureGate): string {
  const lines = hcoReleases().map((hco) => {
    const found = hcoGateOf(gate, hco);
    if (found === undefined) {
      return `  ${hco}  -`;
    }
    const state = found.default === undefined ? 'ignored' : found.default ? 'on unless disabled' : 'off unless enabled';
    return `  ${hco}  ${found.phase.padEnd(12)}  ${state}`;
  });
  const { replacement, onlyV1 }: HcoGateFact = HCO_FEATURE_GATES[gate];
  const sets = kubevirtGatesOf(gate);
  return [
    `${gate}: feature gate of HyperConverged`,
    '',
    ...(replacement === undefined ? [] : [`Instead: ${replacement}.`, '']),
    ...(onlyV1 === true ? ['In the list of API v1 only.', ''] : []),
    'By release:',
    ...lines,
    ...(sets.length === 0 ? [] : ['', `Gates of KubeVirt that it decides: ${sets.join(', ')}.`]),
    '',
    `Source: ${HCO_SOURCE}`,
  ].join('\n');
}

function hcoLines(gate: FeatureGate): string[] {
  const lines = underHco(gate).map(({ release, enabled, how }) => `  ${release}  ${enabled ? 'on ' : 'off'}  ${how}`);
  return ['', 'With HyperConverged, by default:', ...lines];
}

function underHco(gate: FeatureGate): { readonly release: Release; readonly enabled: boolean; readonly how: string }[] {
  return hcoReleases().map((hco) => {
    const kubevirt = BUNDLES.find((bundle) => bundle.hco === hco)!.kubevirt;
    const word = hcoWordFor(gate, hco);
    const needs = architectureFor(gate, hco);
    const how =
      needs === undefined
        ? word === undefined
          ? 'cannot be changed'
          : `by ${word}`
        : `on by itself where there are workers of ${needs}`;
    return { release: hco, enabled: isOn(gate, hcoGateLists({}, { hco, kubevirt }), kubevirt), how };
  });
}
