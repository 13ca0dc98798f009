/** Words of CEL that cannot be the name of a field. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
]);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/**
 * How rules write the name of a field: `self.max__dash__size`, `self.__namespace__`.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-path-escaping
 */
export function celName(field: string): string {
  return KEYWORDS.has(field) ? `__${field}__` : field.replace(/__|[./-]/g, (part) => ESCAPES[part]!);
}
