import { Progress, progressText } from '../../src/cli/start/io';
import * as elapsed from '../../src/sources/host/process';

test('says how many are done and how long the rest takes', () => {
  expect(progressText(120, 1000, 1200)).toBe('120 of 1000 clusters, 9 s left');
  expect(progressText(0, 1000, 1200)).toBe('0 of 1000 clusters');
  expect(progressText(1, undefined, 1200)).toBe('1 cluster');
  expect(progressText(7, undefined, 1200)).toBe('7 clusters');
});

describe('on a terminal', () => {
  const clock = jest.spyOn(elapsed, 'elapsedMs');
  const shown = (terminal: boolean, times: readonly number[]) => {
    clock.mockReturnValue(0);
    const said: string[] = [];
    const progress = new Progress({ err: (text) => said.push(text), terminal });
    times.forEach((time, i) => {
      clock.mockReturnValue(time);
      progress.show(i + 1, 10);
    });
    progress.end();
    return said;
  };
  afterAll(() => clock.mockRestore());

  test('nothing within the first second, then a line now and then that is cleared at the end', () => {
    expect(shown(true, [10, 999])).toEqual([]);
    expect(shown(true, [10, 1100, 1150, 1400])).toEqual([
      '\r\x1b[K2 of 10 clusters, 5 s left',
      '\r\x1b[K4 of 10 clusters, 3 s left',
      '\r\x1b[K',
    ]);
  });

  test('never anywhere else', () => {
    expect(shown(false, [10, 1100, 5000])).toEqual([]);
  });
});
