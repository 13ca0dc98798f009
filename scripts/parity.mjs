// How far `polyvirt check` and KubeVirt agree:
//
//     npm run parity                                   the examples of findings, and the cases of POLYVIRT_ORACLES
//     npm run parity -- --write                        the same, and records the figures and their page
//     npm run parity -- path/to/kubevirt/examples 1.9  manifests that are known to be good
//
// The exit code is 1 where a figure is below the recorded one, or where a good manifest gets a finding of severity error.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import oracles from './oracles.cjs';
import { figuresOf } from './parity/cases.mjs';
import { errorsIn, saidOfExamples } from './parity/examples.mjs';
import { fallen, withTables } from './parity/figures.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const bin = here('../lib/src/cli/start/bin.js');
const [RECORDED, PAGE] = [here('parity/figures.json'), here('../docs/parity.md')];

const [folder, kubevirt = '1.9'] = process.argv.slice(2).filter((word) => word !== '--write');
process.exitCode = (folder === undefined ? recorded() : good()) ? 0 : 1;

function good() {
  const { files, objects, errors } = errorsIn(folder, kubevirt);
  for (const error of errors) {
    console.log(error);
  }
  console.log(`${files} files, ${objects} objects, KubeVirt ${kubevirt}: ${errors.length} findings of severity error`);
  return errors.length === 0 && objects > 0;
}

function recorded() {
  const before = JSON.parse(readFileSync(RECORDED, 'utf8'));
  const { examples, said } = saidOfExamples(bin);
  console.log(`examples of findings: ${said.length} of ${examples.length} are said by polyvirt check`);
  const silent = examples.filter((code) => !said.includes(code));
  const after = { examples: said.length, cases: before.cases };
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
  if (process.argv.includes('--write')) {
    writeFileSync(RECORDED, `${JSON.stringify(after, null, 2)}\n`);
    writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), after));
    return true;
  }
  const problems = [...silent.map((code) => `the example of ${code} does not give it`), ...fallen(before, after)];
  for (const problem of problems) {
    console.log(problem);
  }
  return problems.length === 0;
}
