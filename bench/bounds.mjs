// What the project has set itself. Each is a ratio, or a peak, that one section measures and calls by its id.

const atMost = (unit) => ({ unit, holds: (value, bound) => value <= bound, sign: '≤' });
const atLeast = (unit) => ({ unit, holds: (value, bound) => value >= bound, sign: '≥' });

export const BOUNDS = [
  { id: 'cold', what: 'one cluster from polyvirt.yaml, against bare node', ...atMost('×'), must: 1.75, aim: 1.5 },
  { id: 'cached', what: 'cached plugin call, against bare node', ...atMost('×'), must: 1.3, aim: 1.12 },
  {
    id: 'cdk8s',
    what: '10,000 VMs from a compiled app with all checks, quicker than precompiled cdk8s without',
    ...atLeast('×'),
    must: 4,
    aim: 10,
  },
  { id: 'helm', what: 'the same, quicker than helm', ...atLeast('×'), must: 2, aim: 3.5 },
  { id: 'pkl', what: 'the same, quicker than pkl', ...atLeast('×'), must: 1.3, aim: 2 },
  { id: 'yaml-100', what: '100 VMs from polyvirt.yaml, against helm', ...atMost('×'), must: 2.4, aim: 2 },
  { id: 'app-100', what: '100 VMs from a compiled app, against precompiled cdk8s', ...atMost('×'), must: 1.2, aim: 1 },
  { id: 'yaml-1000', what: '1,000 VMs from polyvirt.yaml, against helm', ...atMost('×'), must: 1, aim: 0.8 },
  {
    id: 'app-1000',
    what: '1,000 VMs from a compiled app, against precompiled cdk8s',
    ...atMost('×'),
    must: 0.65,
    aim: 0.5,
  },
  { id: 'check', what: 'check of 1,000 VMs, against kubeconform', ...atMost('×'), must: 1.2, aim: 1 },
  { id: 'review', what: 'review of one change in 1,000 VMs', ...atMost(' s'), must: 1, aim: 0.5 },
  {
    id: 'synth-typed',
    what: 'one cluster, quicker than cdk8s synth with type-checked ts-node and imported classes',
    ...atLeast('×'),
    must: 30,
    aim: 45,
  },
  {
    id: 'synth-own',
    what: 'one cluster, quicker than cdk8s synth with polyvirt’s own cdk8s.yaml',
    ...atLeast('×'),
    must: 12,
    aim: 20,
  },
  {
    id: 'memory-fleet',
    what: 'peak memory, 100,000 VMs in 2,000 clusters',
    ...atMost(' MiB'),
    must: 200,
    aim: 100,
  },
  { id: 'memory-replicas', what: 'peak memory, 100,000 VMs by replicas', ...atMost(' MiB'), must: 300, aim: 100 },
  { id: 'doubling', what: 'twice the work, the worst step above 1,000', ...atMost('×'), must: 2.2, aim: 2.05 },
  {
    id: 'incremental',
    what: 'one changed cluster of 1,000, against the cold render of one',
    ...atMost('×'),
    must: 2,
    aim: 1.5,
  },
];

/** `met` where even the aim is, `must met` between the two, `missed`, or that it was not measured and why. */
export function verdict({ holds, must, aim }, measured) {
  if (typeof measured !== 'number') {
    return `not measured${measured === undefined ? '' : `: ${measured}`}`;
  }
  if (!holds(measured, must)) {
    return 'missed';
  }
  return holds(measured, aim) ? 'met' : 'must met, aim missed';
}

/** The table of bounds, from what was measured: a number by id, or a word that says why there is none. */
export function boundRows(measures, processor = {}) {
  const shown = (value, unit) => (typeof value === 'number' ? `${value.toFixed(unit === ' MiB' ? 0 : 2)}${unit}` : '–');
  return [
    ['what', 'measured', 'by CPU time', 'must', 'aim', ''],
    ...BOUNDS.map((bound) => [
      bound.what,
      shown(measures[bound.id], bound.unit),
      shown(processor[bound.id], bound.unit),
      `${bound.sign} ${bound.must}${bound.unit}`,
      `${bound.sign} ${bound.aim}${bound.unit}`,
      verdict(bound, measures[bound.id]),
    ]),
  ];
}

/** Whether nothing that was measured misses what it must. */
export function allMet(measures) {
  return BOUNDS.every((bound) => verdict(bound, measures[bound.id]) !== 'missed');
}
