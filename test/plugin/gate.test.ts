import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterGate, usualPlaces } from '../../src/plugin/gate';
import { Deadline } from '../../src/sources/host/deadline';

const folder = mkdtempSync(join(tmpdir(), 'polyvirt-gate-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('no more than there are places are inside, and all get in', async () => {
  const gate = join(folder, 'bounded');
  let [inside, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { leave } = await enterGate({ folder: gate, places: 3, patienceMs: 60_000 });
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
      leave();
    }),
  );
  expect(most).toBe(3);
  expect(readdirSync(gate)).toEqual([]);
});

test('who gets no place in time is rejected with words, and takes nobody’s place', async () => {
  const gate = join(folder, 'patience');
  const first = await enterGate({ folder: gate, places: 1, patienceMs: 0 });
  await expect(enterGate({ folder: gate, places: 1, patienceMs: 60 })).rejects.toMatchObject({
    findings: [
      { code: 'PV723', what: expect.stringMatching(/^another render is under way, and no turn came in 0\.\d s$/) },
    ],
  });
  expect(readdirSync(gate)).toHaveLength(1);
  first.leave();
  expect(readdirSync(gate)).toEqual([]);
});

test('however many come, and however long they wait, no more than there are places are ever inside', async () => {
  const gate = join(folder, 'crowd');
  let [inside, most, refused] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      try {
        const { leave } = await enterGate({ folder: gate, places: 2, patienceMs: 150 });
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 100));
        inside--;
        leave();
      } catch {
        refused++;
      }
    }),
  );
  expect(most).toBe(2);
  expect(refused).toBeGreaterThan(0);
});

test('the place of a process that is gone is free', async () => {
  const gate = join(folder, 'dead');
  mkdirSync(gate);
  writeFileSync(join(gate, 'place-0'), '4194999');
  const { waitedMs, leave } = await enterGate({ folder: gate, places: 1, patienceMs: 60_000 });
  expect(waitedMs).toBeLessThan(5000);
  leave();
});

test('who has nothing left to wait for goes on', async () => {
  const gate = join(folder, 'done');
  await enterGate({ folder: gate, places: 1, patienceMs: 0 });
  const { waitedMs } = await enterGate({ folder: gate, places: 1, patienceMs: 60_000, isDone: () => true });
  expect(waitedMs).toBeLessThan(5000);
});

test('a folder that cannot be made bounds nothing', async () => {
  const { waitedMs } = await enterGate({ folder: '/dev/null/gate', places: 1, patienceMs: 60_000 });
  expect(waitedMs).toBeLessThan(5000);
  expect(usualPlaces()).toBeGreaterThan(0);
});

test('a deadline ends work that never lets go, and says what took the time', () => {
  const deadline = new Deadline(performance.now() + 300);
  deadline.hold('a short part', () => 1);
  expect(() =>
    deadline.hold('counting forever', () => {
      for (;;);
    }),
  ).toThrow(/were spent on (counting forever|starting)/);
  expect(() => deadline.begin('too late')).toThrow();
});

test('a deadline ends what it waits for, and passes errors on', async () => {
  const deadline = new Deadline(performance.now() + 100);
  let aborted = false;
  await expect(
    deadline.wait('waiting for nothing', (signal) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    }),
  ).rejects.toMatchObject({ findings: [{ code: 'PV706' }] });
  expect(aborted).toBe(true);
  expect(() =>
    new Deadline(performance.now() + 10_000).hold('failing', () => {
      throw new TypeError('mine');
    }),
  ).toThrow(new TypeError('mine'));
});
