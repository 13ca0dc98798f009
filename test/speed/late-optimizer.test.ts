import { LateOptimizer } from '../../src/speed/late-optimizer';

/** What is set after each text of so many characters, and at the end. */
function flags(lengths: readonly number[]): string[] {
  const set: string[] = [];
  const optimizer = new LateOptimizer((flag) => set.push(flag));
  lengths.forEach((length) => {
    optimizer.add(length);
  });
  set.push('end');
  optimizer.end();
  return set;
}

test.each<{ what: string; lengths: number[]; set: string[] }>([
  { what: 'one VM', lengths: [700], set: ['end'] },
  { what: '100 VMs in one file', lengths: [70_000], set: ['--no-opt', 'end', '--opt'] },
  { what: '100 manifests', lengths: Array<number>(100).fill(3000), set: ['--no-opt', 'end', '--opt'] },
  { what: '10,000 VMs in one file', lengths: [7_000_000], set: ['end'] },
  { what: '10,000 manifests', lengths: Array<number>(10_000).fill(3000), set: ['--no-opt', '--opt', 'end'] },
])('$what sets $set', ({ lengths, set }) => {
  expect(flags(lengths)).toEqual(set);
});
