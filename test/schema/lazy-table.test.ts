import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELDS as CDI } from '../../imports/cdi-fields';
import { FIELDS as HCO } from '../../imports/hco-fields';
import { FIELDS as KUBEVIRT } from '../../imports/kubevirt-fields';
import { lazyTable } from '../../src/schema/lazy-table';
import { ROOT } from '../app-folder';

test.each([
  ['cdi', CDI],
  ['hco', HCO],
  ['kubevirt', KUBEVIRT],
])('the table of %s is the same whether it is read at once or node by node', (name, whole) => {
  const source = readFileSync(join(ROOT, 'imports', `${name}-fields.ts`), 'utf8');
  const late = source.slice(source.indexOf('export')).replace(/.*?= JSON\.parse/s, 'return lazyTable');
  const table = new Function('lazyTable', late)(lazyTable) as typeof whole;
  expect(table.kinds).toEqual(whole.kinds);
  expect(table.nodes.length).toBe(whole.nodes.length);
  // From the end, since nodes do not depend on what was asked for before.
  for (let place = whole.nodes.length; place >= 0; place--) {
    expect(table.nodes[place]).toEqual(whole.nodes[place]);
  }
  expect(table.nodes[0]).toBe(table.nodes[0]);
});
