import { plantedWorld } from './planted-world';
import { leaksIn, outputsOf } from './run-world';

test('no secret is in anything that a command says or writes', async () => {
  const world = plantedWorld();
  const outputs = await outputsOf(world);
  expect(leaksIn(outputs, world.markers)).toEqual([]);
  expect(outputs.filter(({ text }) => text.includes('stopped unexpectedly')).map(({ of }) => of)).toEqual([]);
  const said = outputs.filter(({ text }) => text !== '');
  process.stdout.write(
    `${world.markers.size} secrets, ${outputs.length} outputs looked at, ${said.length} of them not empty\n`,
  );
  expect(world.markers.size).toBeGreaterThan(200);
  expect(said.length).toBeGreaterThan(400);
});
