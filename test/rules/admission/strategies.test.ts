import { strategies } from '../../../src/rules/admission/strategies';
import { refusalsOf, survivesOddData } from './refusals';

test.each<[what: string, spec: object, refused: string[]]>([
  ['good ones', { evictionStrategy: 'LiveMigrateIfPossible', startStrategy: 'Paused' }, []],
  ['an unknown eviction', { evictionStrategy: 'Migrate' }, ['PV003 evictionStrategy']],
  ['an empty eviction', { evictionStrategy: '' }, ['PV003 evictionStrategy']],
  ['an unknown start', { startStrategy: 'paused' }, ['PV003 startStrategy']],
  ['an empty start', { startStrategy: '' }, ['PV003 startStrategy']],
  [
    'a pause that a probe ends',
    { startStrategy: 'Paused', livenessProbe: { guestAgentPing: {} } },
    ['PV802 startStrategy'],
  ],
])('strategies: %s', (_what, spec, refused) => {
  expect(refusalsOf(strategies, spec)).toEqual(refused);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(strategies, ['evictionStrategy', 'startStrategy']);
});
