// How far polyvirt and upstream's own code agree:
//
//     npm run parity                                   the examples of findings, and the cases of POLYVIRT_ORACLES
//     npm run parity -- --write                        the same, and records the figures and their page
//     npm run parity -- path/to/kubevirt/examples 1.9  manifests that are known to be good
//
// The exit code is 1 where a figure is below the recorded one, or where a good manifest gets a finding of severity error.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import oracles from './oracles.cjs';
import { figuresOf } from './parity/cases.mjs';
import { errorsIn, saidOfExamples } from './parity/examples.mjs';
import { fallen, withTables } from './parity/figures.mjs';

const require = createRequire(import.meta.url);
// The comparisons of predictions are TypeScript: test/parity.test.ts makes them too.
require('ts-node').register({ transpileOnly: true });
require('../src/in-node.ts');
const { PREDICTIONS, SAMPLE_STEP } = require('./parity/predictions/all.ts');
const { fallenPredictions, predictionRows } = require('./parity/predictions/tally.ts');

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const bin = here('../lib/src/cli/start/bin.js');
const [RECORDED, PAGE] = [here('parity/figures.json'), here('../docs/parity.md')];

const [folder, kubevirt = '1.9'] = process.argv.slice(2).filter((word) => word !== '--write');
process.exitCode = (folder === undefined ? await recorded() : good()) ? 0 : 1;

function good() {
  const { files, objects, errors } = errorsIn(folder, kubevirt);
  for (const error of errors) {
    console.log(error);
  }
  console.log(`${files} files, ${objects} objects, KubeVirt ${kubevirt}: ${errors.length} findings of severity error`);
  return errors.length === 0 && objects > 0;
}

async function recorded() {
  const before = JSON.parse(readFileSync(RECORDED, 'utf8'));
  const { examples, said } = saidOfExamples(bin);
  console.log(`examples of findings: ${said.length} of ${examples.length} are said by polyvirt check`);
  const silent = examples.filter((code) => !said.includes(code));
  const after = { ...before, examples: said.length };
  if (oracles.hasOracle('cases/admission.jsonl')) {
    const { figures, differing } = figuresOf(oracles.oracle('cases/admission.jsonl'), bin);
    after.cases = figures;
    for (const line of differing) {
      console.log(line);
    }
    for (const [release, kinds] of Object.entries(figures)) {
      const sum = (key) => Object.values(kinds).reduce((total, row) => total + row[key], 0);
      console.log(
        `KubeVirt ${release}: ${sum('cases')} cases, found ${sum('found')} of ${sum('refused')} refused, ` +
          `${sum('falseAlarms')} false alarms`,
      );
    }
  } else {
    console.log(`cases: left out, there is no cases/admission.jsonl in ${oracles.named}`);
  }
  after.predictions = await measured(before.predictions ?? {});
  if (process.argv.includes('--write')) {
    after.sampled = await sampled(before.sampled ?? {});
    writeFileSync(RECORDED, `${JSON.stringify(after, null, 2)}\n`);
    const rows = Object.entries(after.predictions).flatMap(([name, figures]) => predictionRows(name, figures));
    writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), after, rows));
    return true;
  }
  const problems = [...silent.map((code) => `the example of ${code} does not give it`), ...fallen(before, after)];
  for (const { name } of PREDICTIONS) {
    problems.push(...fallenPredictions(name, before.predictions?.[name], after.predictions[name]));
  }
  for (const problem of problems) {
    console.log(problem);
  }
  return problems.length === 0;
}

/** Figures of each prediction; those that are recorded where there are no cases. */
async function measured(recorded) {
  const figures = {};
  for (const { name, file, measure } of PREDICTIONS) {
    const tally = await measure();
    if (tally === undefined) {
      console.log(`${name}: left out, there is no ${file} in ${oracles.named}`);
    }
    for (const line of tally?.differing ?? []) {
      console.log(`${name}, ${line}`);
    }
    figures[name] = tally?.figures ?? recorded[name] ?? {};
    const rows = Object.values(figures[name]).flatMap((questions) => Object.values(questions));
    const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
    console.log(`${name}: ${sum('agree')} of ${sum('cases')} answers agree, ${sum('unknown')} are unknown`);
  }
  return figures;
}

/** The same of the cases that `npm test` asks. */
async function sampled(recorded) {
  const figures = {};
  for (const { name, measure } of PREDICTIONS) {
    figures[name] = (await measure(SAMPLE_STEP))?.figures ?? recorded[name] ?? {};
  }
  return figures;
}
