import { relative, resolve } from 'node:path';
import * as ts from 'typescript';

const ROOT = resolve(__dirname, '..');

/** Where what is turned into text cannot come from a file: errors, our own tables, what was told apart before. */
const ALLOWED: ReadonlySet<string> = new Set([
  'src/cli/start/main.ts',
  'src/model/read/file-path.ts',
  'src/kube/object.ts',
  'src/kube/yaml/reader.ts',
  'src/schema/cel-libraries.ts',
  'src/findings/secrets/shown-value.ts',
  'src/sources/program/app-child.ts',
  'src/sources/program/frames.ts',
  'src/sources/program/prelude.ts',
  'src/sources/host/open-text.ts',
  'src/argocd/output-policy.ts',
]);

/** What stands for Node inside the wall makes texts as Node does; what it throws is the program's. */
const INSIDE = 'src/sources/program/wall/guest/';

const config = ts.getParsedCommandLineOfConfigFile(
  resolve(ROOT, 'tsconfig.build.json'),
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
)!;
const program = ts.createProgram(config.fileNames, config.options);
const checker = program.getTypeChecker();

/** Whether a value of the type may be a map whose toString is anything. */
function mayBeAnything(type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.NonPrimitive)) {
    return true;
  }
  if (type.isUnion()) {
    return type.types.some(mayBeAnything);
  }
  if (checker.isArrayType(type)) {
    return checker.getTypeArguments(type as ts.TypeReference).some(mayBeAnything);
  }
  const isEmpty = checker.getPropertiesOfType(type).length === 0 && type.getCallSignatures().length === 0;
  return (type.flags & ts.TypeFlags.Object) !== 0 && (isEmpty || type.getStringIndexType() !== undefined);
}

/** What is turned into text or a number: `String(x)`, `Number(x)`, `xs.map(String)`. */
function converted(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) {
    return undefined;
  }
  const [argument] = node.arguments;
  const isConversion = (each: ts.Node | undefined) =>
    each !== undefined && ts.isIdentifier(each) && (each.text === 'String' || each.text === 'Number');
  if (isConversion(node.expression)) {
    return argument;
  }
  return ts.isPropertyAccessExpression(node.expression) && isConversion(argument)
    ? node.expression.expression
    : undefined;
}

test('what may be anything becomes text by asText, which never throws', () => {
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    const name = relative(ROOT, file.fileName);
    const look = (node: ts.Node): void => {
      const value = converted(node);
      if (value !== undefined && mayBeAnything(checker.getTypeAtLocation(value))) {
        found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
      }
      ts.forEachChild(node, look);
    };
    if (name.startsWith('src/') && !ALLOWED.has(name) && !name.startsWith(INSIDE)) {
      look(file);
    }
  }
  expect(found).toEqual([]);
});
