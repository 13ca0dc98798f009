import { nameTypes, singularOf, wordOf } from '../../src/schema/generate';

test.each([
  ['domain', 'Domain'],
  ['preferredCPUTopology', 'PreferredCPUTopology'],
  ['cpu-manager.policy', 'CpuManagerPolicy'],
  ['_', ''],
])('the word of %s is %s', (field, word) => {
  expect(wordOf(field)).toBe(word);
});

test.each([
  ['Disks', 'Disk'],
  ['Policies', 'Policy'],
  ['Addresses', 'Address'],
  ['Gpus', 'Gpu'],
  ['ObsoleteCPUs', 'ObsoleteCPU'],
  ['Status', 'Status'],
  ['Bus', 'Bus'],
  ['Access', 'Access'],
  ['Binding', 'Binding'],
])('one of %s is %s', (word, one) => {
  expect(singularOf(word)).toBe(one);
});

const KINDS = new Set(['Lamp', 'LampShade', 'Shop']);

test.each<{ what: string; paths: string[]; names: string[] }>([
  { what: 'the last word where it is the only one', paths: ['Lamp Spec Bulb'], names: ['Bulb'] },
  { what: 'a spec after its kind', paths: ['Lamp Spec', 'Shop Spec'], names: ['LampSpec', 'ShopSpec'] },
  {
    what: 'two of one name by their parents',
    paths: ['Lamp Foot Bulb', 'Lamp Head Bulb'],
    names: ['FootBulb', 'HeadBulb'],
  },
  { what: 'without an inner spec', paths: ['Lamp Spec Bulb', 'Shop Spec Bulb'], names: ['LampBulb', 'ShopBulb'] },
  {
    what: 'with an inner spec where a kind has the name',
    paths: ['Lamp Spec Shade', 'Shop Shade'],
    names: ['LampSpecShade', 'ShopShade'],
  },
  { what: 'not like a kind', paths: ['Lamp Spec Shop'], names: ['LampShop'] },
  { what: 'not like something that the language has', paths: ['Lamp Spec Record'], names: ['LampRecord'] },
  { what: 'not with a digit first', paths: ['Lamp Spec 9p'], names: ['Lamp9p'] },
  {
    what: 'by its last word though another path reads alike',
    paths: ['Lamp Foo BarBaz', 'Lamp FooBar Baz'],
    names: ['BarBaz', 'Baz'],
  },
])('a type is named $what', ({ paths, names }) => {
  expect(
    nameTypes(
      paths.map((path) => path.split(' ')),
      KINDS,
    ),
  ).toEqual(names);
});

test('no two types have one name, not even where their whole paths read alike', () => {
  const paths = [
    ['Lamp', 'A', 'B'],
    ['Lamp', 'A', 'B'],
    ['Lamp', 'A', 'B'],
  ];
  expect(nameTypes(paths, KINDS)).toEqual(['LampAB', 'LampAB2', 'LampAB3']);
});
