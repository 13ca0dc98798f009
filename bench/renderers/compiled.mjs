import { createRequire } from 'node:module';

const { transformSync } = createRequire(import.meta.url)('esbuild');

/** TypeScript as the JavaScript that a build would leave. */
export function compiled(text) {
  return transformSync(text, { loader: 'ts', format: 'cjs', platform: 'node', target: 'node20' }).code;
}
