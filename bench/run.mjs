// What rendering costs, against baselines of the same run: npm run bench (-- --help)
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { allMet, boundRows } from './bounds.mjs';
import { endAll } from './measure.mjs';
import { HELP, readOptions } from './options.mjs';
import { makeScratch } from './places.mjs';
import { importClasses } from './renderers/cdk8s.mjs';
import { BUSY } from './rows.mjs';
import { Session } from './session.mjs';
import { markdownTable, textTable, withinMarkers } from './table.mjs';

/** Loaded when it is asked for. */
const SECTIONS = {
  startup: () => import('./sections/startup.mjs'),
  throughput: () => import('./sections/throughput.mjs'),
  fleets: () => import('./sections/fleets.mjs'),
  doubling: () => import('./sections/doubling.mjs'),
  memory: () => import('./sections/memory.mjs'),
  questions: () => import('./sections/questions.mjs'),
  mechanisms: () => import('./sections/mechanisms.mjs'),
  incremental: () => import('./sections/incremental.mjs'),
  equality: () => import('./sections/equality.mjs'),
};

/** Ratios of wall times, and so the verdicts, are then a matter of luck. */
const BUSY_BOUNDS = `${BUSY}: the verdicts below are not to be relied on.`;

async function bench(options) {
  // Before anything is measured: a page that cannot be written would be known only at the end.
  publish('', options.markdown, true);
  const { folder, remove } = makeScratch();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      endAll();
      remove();
      process.exit(130);
    });
  }
  const page = [];
  let isBusy = false;
  const print = ({ title, notes, rows }) => {
    isBusy ||= notes.some((note) => note.startsWith(BUSY));
    if (options.markdown !== '-') {
      console.log(['', title, ...notes, textTable(rows)].join('\n'));
    }
    page.push([`### ${title}`, ...notes, markdownTable(rows)].join('\n\n'));
  };
  try {
    const crds = options.crds === undefined ? undefined : resolve(options.crds);
    const classes = options.plain ? undefined : importClasses(folder, crds);
    const session = new Session({ scratch: folder, options, classes, crds });
    const intro = machineText(classes);
    if (options.markdown !== '-') {
      console.log(intro);
    }
    for (const name of options.only) {
      const made = (await SECTIONS[name]())[name](session);
      for await (const table of Symbol.asyncIterator in made ? made : [await made]) {
        print(table);
      }
    }
    const bounds = {
      title: 'What the project has set itself',
      notes: isBusy ? [BUSY_BOUNDS] : [],
      rows: boundRows(session.measures, session.processor),
    };
    print(bounds);
    publish([intro, page.pop(), ...page].join('\n\n'), options.markdown);
    process.exitCode = allMet(session.measures) ? 0 : 1;
  } finally {
    remove();
  }
}

function machineText(classes) {
  const processors = cpus();
  return (
    `Node ${process.versions.node} on ${process.platform}/${process.arch}, ${processors.length} cores; ` +
    `cdk8s with ${classes === undefined ? 'plain ApiObject, for want of CRDs' : 'the classes of cdk8s import'}.`
  );
}

function publish(text, markdown, isTrial = false) {
  if (markdown === undefined || (markdown === '-' && isTrial)) {
    return;
  }
  if (markdown === '-') {
    console.log(text);
    return;
  }
  const page = withinMarkers(readFileSync(markdown, 'utf8'), text);
  if (!isTrial) {
    writeFileSync(markdown, page);
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(HELP);
  } else {
    await bench(options);
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
