import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** Where interfaces are that tables of rows are about. */
const FILES = [
  'src/placement/declaration.ts',
  'src/placement/presets.ts',
  'src/kube/toleration.ts',
  'src/machines/pool.ts',
  'src/machines/pool-parts.ts',
  'src/machines/infra-labels.ts',
  'src/policies/policies.ts',
  'src/target/target.ts',
  'src/target/node.ts',
  'src/target/node-pool.ts',
  'src/argocd/declaration.ts',
  'src/findings/policy.ts',
  'src/hypervisors/declaration.ts',
];

export interface Members {
  readonly own: ReadonlyMap<string, string>;
  readonly parents: readonly string[];
}

/** What the interfaces of the model say of their keys, with the default, and which interfaces they extend. */
export function readSentences(root: string): ReadonlyMap<string, Members> {
  const folder = join(root, 'src/model');
  const files = [
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
    ...FILES.map((file) => join(root, file)),
  ];
  const interfaces = new Map<string, Members>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const node of source.statements.filter(ts.isInterfaceDeclaration)) {
      if (interfaces.has(node.name.text)) {
        throw new Error(`${node.name.text} is the name of two interfaces: their sentences could not be told apart`);
      }
      interfaces.set(node.name.text, membersOf(node));
    }
  }
  return new Map([...interfaces].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function membersOf(node: ts.InterfaceDeclaration): Members {
  return {
    own: new Map(
      node.members.flatMap((member) => {
        const text = ts.isPropertySignature(member) ? sentenceOf(member) : undefined;
        return text === undefined ? [] : [[(member.name as ts.Identifier).text, text]];
      }),
    ),
    parents: (node.heritageClauses ?? []).flatMap(({ types }) => types.map(nameOf)),
  };
}

/** `Omit<Parent, …>` takes over what `Parent` says. */
function nameOf({ expression, typeArguments }: ts.ExpressionWithTypeArguments): string {
  const name = expression.getText();
  return ['Omit', 'Pick', 'Partial'].includes(name) ? typeArguments![0]!.getText() : name;
}

function sentenceOf(member: ts.PropertySignature): string | undefined {
  const [doc] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(doc?.comment);
  if (doc === undefined || text === undefined) {
    return undefined;
  }
  const tag = doc.tags?.find(({ tagName }) => tagName.text === 'default');
  const standard = tag === undefined ? undefined : ts.getTextOfJSDocComment(tag.comment)?.replace(/^- /, '');
  const said = oneLine(text);
  return standard === undefined || standard === 'none' ? said : `${said} Default: ${oneLine(standard)}.`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

/** The same as a file of the model. */
export function sentencesFile(interfaces: ReadonlyMap<string, Members>): string {
  const rows = [...interfaces].flatMap(([name, { own }]) =>
    [...own].map(([key, text]) => `  ${JSON.stringify(`${name}.${key}`)}: ${JSON.stringify(text)},`),
  );
  const parents = [...interfaces].flatMap(([name, each]) =>
    each.parents.length === 0 ? [] : [`  ${name}: ${JSON.stringify(each.parents)},`],
  );
  return [
    '// Written by npm run pages, of the interfaces of src/model. Change them, not this file.',
    '',
    '/** What is said of a key of an interface, there or where it was taken over from. */',
    'export function sentenceOf(name: string, key: string): string | undefined {',
    "  const own = SENTENCES[[name, key].join('.')];",
    '  return own ?? PARENTS[name]?.map((each) => sentenceOf(each, key)).find((found) => found);',
    '}',
    '',
    'const PARENTS: Readonly<Record<string, readonly string[]>> = {',
    ...parents,
    '};',
    '',
    'const SENTENCES: Readonly<Record<string, string>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
