// Well-formed data to begin with: a file for each kind of input, the examples of the docs, and what the schemas know.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(import.meta.url);

/** Modules of the compiled program. */
export const compiled = (path) => require(join(ROOT, 'lib', path));

function documents(text) {
  const { readYaml, isProblem } = compiled('src/kube/yaml/reader');
  return [...readYaml(text)].filter((read) => !isProblem(read)).map(({ value }) => value);
}

/** Everything that inputs are made of. */
export function readSeeds() {
  const folder = join(ROOT, 'scripts/fuzz/seeds');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const [crds, hyperConverged, machines, manifests, nodes, platforms, pods, policies] = texts.map(documents);
  const examples = exampleTexts();
  const fromDocs = examples.flatMap(documents).filter((value) => typeof value === 'object' && value !== null);
  const isPlatform = ({ kind }) => kind === 'Platform';
  const all = {
    crds,
    hyperConverged,
    machines,
    nodes,
    pods,
    policies,
    manifests: [...manifests, ...hyperConverged, ...machines, ...fromDocs.filter((value) => !isPlatform(value))],
    platforms: [...platforms, ...platforms, ...platforms, ...fromDocs.filter(isPlatform)],
    texts: [...texts, ...examples],
  };
  return {
    ...all,
    pool: partsOf([...all.manifests, ...platforms, ...nodes, ...crds, ...policies]),
    fields: fieldPaths(),
  };
}

function exampleTexts() {
  const pages = readdirSync(join(ROOT, 'docs/findings')).map((name) =>
    readFileSync(join(ROOT, 'docs/findings', name), 'utf8'),
  );
  return pages.flatMap((page) => [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text));
}

/** Every value within some data. */
function partsOf(values) {
  const parts = [...values];
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) {
      parts.push(...Object.values(part));
    }
  }
  return parts.filter((part) => !JSON.stringify(part).includes('hunter2'));
}

/** Paths of the fields that kinds have, by apiVersion and kind. */
function fieldPaths() {
  const paths = {};
  for (const file of ['kubevirt', 'cdi', 'hco']) {
    const { kinds, nodes } = compiled(`imports/${file}-fields`).fields();
    for (const [kind, { node }] of Object.entries(kinds)) {
      paths[kind] = [];
      walk(nodes, node, [], paths[kind]);
    }
  }
  const { properties } = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/platform.schema.json'), 'utf8'));
  paths['polyvirt.io/v1/Platform'] = [];
  walkSchema({ properties }, [], paths['polyvirt.io/v1/Platform']);
  return paths;
}

function walk(nodes, place, path, found) {
  const node = nodes[place];
  if (path.length > 12) {
    return;
  }
  if (path.length > 0) {
    found.push(path);
  }
  for (const [name, inner] of Object.entries(node.properties ?? {})) {
    walk(nodes, inner, [...path, name], found);
  }
  if (node.items !== undefined) {
    walk(nodes, node.items, [...path, '[]'], found);
  }
}

function walkSchema(schema, path, found) {
  if (path.length > 0) {
    found.push(path);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    walkSchema(inner, [...path, name], found);
  }
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    walkSchema(inner, path, found);
  }
  if (schema.items !== undefined) {
    walkSchema(schema.items, [...path, '[]'], found);
  }
}
