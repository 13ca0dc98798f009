// Runs our rules over manifests that are known to be good, as KubeVirt's own examples are:
//
//     npm run parity -- path/to/kubevirt/examples 1.9
//
// Each file is judged by itself. Anything of severity error there is a mistake of ours, and the exit code is 1.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { readObjects } = require('../lib/src/sources/read-objects.js');
const { check } = require('../lib/src/cluster/judge/library.js');
const { renderText } = require('../lib/src/findings/text.js');

const [folder, kubevirt = '1.9'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run parity -- DIR [KUBEVIRT-RELEASE]');
  process.exit(2);
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ya?ml|json)$/.test(name))
  .sort()
  .map((name) => join(folder, name));
let objects = 0;
const errors = [];
for (const file of files) {
  const read = readObjects([file]);
  objects += read.objects.length;
  const found = read.locate(check(read.objects, { target: { kubevirt } }));
  errors.push(...[...read.findings, ...found].filter(({ severity }) => severity === 'error'));
}
for (const error of errors) {
  console.log(renderText(error));
}
console.log(
  `${files.length} files, ${objects} objects, KubeVirt ${kubevirt}: ${errors.length} findings of severity error`,
);
process.exit(errors.length === 0 && objects > 0 ? 0 : 1);
