import { type LauncherFact, launcherHas } from '../../src/pods/releases';

/** The patches on both sides of each change, as upstream's tags have them. */
test.each<[fact: LauncherFact, not: string[], has: string[]]>([
  ['memoryRequestLeftOut', ['1.5', '1.6.1', '1.6.3'], ['1.6.4', '1.6', '1.7.0']],
  ['poolThreadsCounted', ['1.5.1'], ['1.5.2', '1.5', '1.6.0']],
  ['ratioOfAll', ['1.5.2'], ['1.5.3', '1.5', '1.6.0']],
  ['tpmEnabled', ['1.3', '1.4.0', '1.5.0'], ['1.4.1', '1.4', '1.5.1', '1.6.0']],
  ['istioReroute', ['1.6.1'], ['1.6.2', '1.7.0']],
  ['veleroTimeout', ['1.6.3', '1.7.0', '1.7.1'], ['1.6.4', '1.6', '1.7.2', '1.8.0']],
  ['veleroSkipped', ['1.6.5', '1.7.0', '1.7.2'], ['1.6.6', '1.6', '1.7.3', '1.8.0']],
])('%s is not true in %j and is true in %j', (fact, not, has) => {
  expect(not.filter((kubevirt) => launcherHas(fact, kubevirt))).toEqual([]);
  expect(has.filter((kubevirt) => !launcherHas(fact, kubevirt))).toEqual([]);
});
