import { ARCHITECTURES } from '../architectures/facts';
import { chooseFrom, suggestionFor } from '../findings/suggestion';
import { fieldsOf } from '../gates/check-fields';
import { enablementOf, isEnabled } from '../gates/enablement';
import type { FieldEffect, GateField } from '../gates/fields';
import { hcoGateLists, hcoWordFor } from '../gates/hco-kubevirt';
import {
  GATE_NAMES,
  isFeatureGate,
  isReadUnregistered,
  sourceOf,
  stageIsFrom,
  stageOf,
  stepsOf,
} from '../gates/history';
import { FeatureGates } from '../gates/registry';
import { type FeatureGate, REPLACED_BY } from '../gates/stages';
import type { Release } from '../kube/release';
import { BUNDLES, KNOWN_RELEASES } from '../target/facts';
import { NEWEST_KUBEVIRT } from '../target/resolve';
import { shownStatus } from './gates-table';
import type { ExitCode, Io } from './io';

const WITHOUT: Readonly<Record<FieldEffect, string>> = {
  refused: 'without the gate admission refuses it',
  'refused by some': 'without the gate some virt-api pods refuse it',
  'refused anyway': 'admission refuses it, with the gate or without',
  'not started': 'without the gate no guest starts',
  pending: 'without the gate the guest stays Pending',
  ignored: 'without the gate it is ignored',
  works: 'works without the gate too',
};

/** `polyvirt explain gate/NAME`: the life of a gate, its support, and what needs it. */
export function explainGate(asked: string, io: Io): ExitCode {
  if (!isFeatureGate(asked)) {
    const near = suggestionFor(asked, GATE_NAMES);
    const fix =
      near === undefined ? 'polyvirt gates lists them all' : chooseFrom(near, [near]).replace(/ Write .*/, '');
    io.err(`error: KubeVirt has no feature gate "${asked}". ${fix.charAt(0).toUpperCase()}${fix.slice(1)}\n`);
    return 1;
  }
  io.out(`${pageOf(asked)}\n`);
  return 0;
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
    `Source: ${sourceOf(gate, stageOf(gate, NEWEST_KUBEVIRT) === undefined ? releases.at(-1)! : NEWEST_KUBEVIRT)}`,
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

function hcoLines(gate: FeatureGate): string[] {
  const { releases, branch } = KNOWN_RELEASES.hco!;
  const lines = [...releases, ...(branch === undefined ? [] : [branch])].map((hco) => {
    const kubevirt = BUNDLES.find((bundle) => bundle.hco === hco)!.kubevirt;
    const isOn = isEnabled(gate, hcoGateLists({}, { hco, kubevirt }), kubevirt);
    const word = hcoWordFor(gate, hco);
    return `  ${hco}  ${isOn ? 'on ' : 'off'}  ${word === undefined ? 'cannot be changed' : `by ${word}`}`;
  });
  return ['', 'Under HyperConverged, unless told otherwise:', ...lines];
}
