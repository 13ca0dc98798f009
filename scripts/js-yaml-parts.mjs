// js-yaml without what we do not use of it.
import { readFileSync } from 'node:fs';

/** What js-yaml makes while it is loaded, which is everything but plain values, functions and classes. */
const MADE = /^var ([\w$]+) = ((?!['"\d-]|function|class)(?:.*;|.*(?:\n.*?)*?\n\S.*;))$/gm;

/**
 * Lets esbuild leave out what is not named.
 *
 * The ES module of js-yaml is one file in which all schemas and, for its writer, large regular expressions are made at once.
 * esbuild cannot know that nothing else happens there, so it is told.
 */
export const jsYamlParts = {
  name: 'js-yaml-parts',
  setup(build) {
    build.onLoad({ filter: /[\\/]js-yaml\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        MADE,
        (_, name, made) => `var ${name} = /* @__PURE__ */ (() => (${made.slice(0, -1)}))();`,
      ),
    }));
  },
};
