// The build takes this in place of `cluster/judge/apply-rules` for the constructs of programs: they ask rules under plain `cdk8s synth` only.
type Rules = typeof import('../cluster/judge/apply-rules');

export const checkObjects: Rules['checkObjects'] = (...asked) =>
  (require('../cluster/judge/apply-rules') as Rules).checkObjects(...asked);
