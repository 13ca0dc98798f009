import { itemText, yamlTree } from '../../../src/kube/yaml/tree';

const of = (text: string, i: number) => itemText(text, yamlTree(text)!, ['items', i]);

const LIST = `kind: List
items:
- kind: A # the first
  spec:
    # inside
    text: |
      one
        two
-   kind: B
    spec: {}
- { kind: C }
`;

test('an item is a document of its own', () => {
  expect(of(LIST, 0)).toBe('kind: A # the first\nspec:\n  # inside\n  text: |\n    one\n      two\n');
  expect(of(LIST, 1)).toBe('kind: B\nspec: {}\n');
});

test('what is written with brackets, or is not there, is none', () => {
  expect([of(LIST, 2), of(LIST, 3)]).toEqual([undefined, undefined]);
});
