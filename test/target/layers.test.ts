import { onTop, type TargetDeclaration } from '../../src/target/target';

test.each<[TargetDeclaration, TargetDeclaration, TargetDeclaration]>([
  [{ kubevirt: '1.6', kubernetes: '1.33' }, {}, { kubevirt: '1.6', kubernetes: '1.33' }],
  [{ kubevirt: '1.6' }, { cdi: '1.62' }, { kubevirt: '1.6', cdi: '1.62' }],
  [{ hco: '1.18', kubevirt: '1.8', cdi: '1.65' }, { hco: '1.16' }, { hco: '1.16' }],
  [{ hco: '1.18', kubevirt: '1.8', cdi: '1.65' }, { kubevirt: '1.9' }, { kubevirt: '1.9', cdi: '1.65' }],
  [{ kubevirt: '1.6' }, { kubernetes: '1.34' }, { kubevirt: '1.6', kubernetes: '1.34' }],
])('%j, and on top %j, is %j', (below, above, expected) => {
  expect(onTop(below, above)).toEqual(expected);
});
