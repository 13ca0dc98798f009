// Writes down what polyvirt says today, so that a change can show that it lost nothing:
//
//     npm run baseline -- /tmp/before
//     npm run baseline -- /tmp/after --against /tmp/before
//
// For the reference fleet, test/fleet, every example of the docs and the recorded cases of POLYVIRT_ORACLES (default:
// ../shared): exit codes, both streams, all findings and every byte of every file. The inputs are written down too, and an
// earlier baseline is compared by its own inputs: an example that moved to another page, or was rewritten since, is run as it was.
// Exit code: 0 nothing differs; 1 something does; 2 usage error.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordCases } from './baseline/cases.mjs';
import { compare } from './baseline/compare.mjs';
import { gatherInputs, readInputs } from './baseline/inputs.mjs';
import { runInputs } from './baseline/run.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, show: { type: 'string', default: '20' } },
});
const [folder] = positionals;
if (positionals.length !== 1) {
  fail('usage: npm run baseline -- DIR [--against EARLIER-DIR] [--show N]');
}
const earlier = values.against === undefined ? undefined : resolve(values.against);
if (earlier !== undefined && !existsSync(resolve(earlier, 'inputs.json'))) {
  fail(`${values.against} has no inputs.json: name a folder that npm run baseline wrote.`);
}
const target = resolve(folder);
mkdirSync(target, { recursive: true });
if (readdirSync(target).length > 0) {
  fail(`${folder} is not empty: name a new folder, so that an earlier baseline is never mixed with this one.`);
}

const inputs = gatherInputs();
for (const [id, input] of Object.entries(earlier === undefined ? {} : readInputs(earlier))) {
  inputs[id] ??= input;
}
writeFileSync(resolve(target, 'inputs.json'), `${JSON.stringify(inputs, null, 1)}\n`);
const ran = await runInputs(inputs, resolve(target, 'runs'));
const cases = await recordCases(resolve(target, 'cases'));
console.log(`${folder}: ${ran} runs of the fleets and the docs; ${cases}`);
if (earlier !== undefined) {
  const { lines, differs } = compare(earlier, target, Number(values.show));
  console.log(lines.join('\n'));
  process.exitCode = differs ? 1 : 0;
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
