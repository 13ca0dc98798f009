import { join } from 'node:path';
import { check, type KubeObject, PolyvirtValidation, review, upgradeAdvice } from '../../../src';
import { appFolder, writeFiles } from '../../app-folder';
import { marker } from './markers';
import { type Plant, plantedObjects } from './planted-objects';
import { leaksIn } from './run-world';

const markers = new Map<string, string>();
const plant: Plant = (place) => {
  markers.set(place, marker(place));
  return marker(place);
};
const before = plantedObjects((each) => plant(`${each}, before`)) as KubeObject[];
const after = plantedObjects(plant) as KubeObject[];

const output = (of: string, value: unknown) => ({ of, text: JSON.stringify(value) });

test('what the library says of objects has none of their secrets', () => {
  const findings = check(after);
  expect(findings.length).toBeGreaterThan(50);
  const advice = upgradeAdvice(after, { from: { kubevirt: '1.5' }, to: { kubevirt: '1.9' } });
  expect(leaksIn([output('check', findings), output('upgradeAdvice', advice)], markers)).toEqual([]);
});

test('nor has what it says of a change', () => {
  const text = JSON.stringify(review(before, after));
  expect(text).toContain('(hidden)');
  expect(leaksIn([{ of: 'review', text }], markers)).toEqual([]);
});

test('nor has what the validation hands to cdk8s', async () => {
  const folder = appFolder();
  const files = Object.fromEntries(after.map((object, i) => [`${i}.yaml`, JSON.stringify(object)]));
  writeFiles(folder, files);
  const said: unknown[] = [];
  await new PolyvirtValidation().validate({
    manifests: Object.keys(files).map((file) => join(folder, file)),
    report: { addViolation: (violation) => said.push(violation), submit: (...all) => said.push(all) },
  });
  expect(said.length).toBeGreaterThan(20);
  expect(leaksIn([output('PolyvirtValidation', said)], markers)).toEqual([]);
});
