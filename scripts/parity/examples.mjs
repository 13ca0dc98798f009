// Asks `polyvirt check` for the examples of findings, and for manifests that are known to be good.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { readObjects } = require('../../lib/src/sources/read-objects.js');
const { check } = require('../../lib/src/cluster/judge/library.js');
const { renderText } = require('../../lib/src/findings/text.js');
const { PAGES } = require('../../lib/src/rules/pages.js');
const { unindented } = require('../../lib/src/rules/page.js');

/** The codes whose example is a manifest for `polyvirt check`, and of these the ones that are said of it. */
export function saidOfExamples(bin) {
  const examples = PAGES.flatMap(({ code, example }) => {
    const text = unindented(example().text);
    const [, args] = /^# polyvirt check(.*)$/m.exec(text.split('\n')[0]) ?? [];
    return args === undefined
      ? []
      : [
          {
            code,
            text,
            args: args
              .trim()
              .split(/\s+/)
              .filter((word) => word !== ''),
          },
        ];
  });
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-parity-'));
  try {
    const said = examples.filter(({ code, text, args }) => {
      writeFileSync(join(folder, 'example.yaml'), text);
      const { stdout, stderr } = spawnSync(process.execPath, [bin, 'check', ...args, 'example.yaml'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return `${stdout}${stderr}`.includes(` ${code} `);
    });
    return { examples: examples.map(({ code }) => code), said: said.map(({ code }) => code) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Findings about manifests that are known to be good, file by file. */
export function errorsIn(folder, kubevirt) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
  let objects = 0;
  const errors = files.flatMap((file) => {
    const read = readObjects([file]);
    objects += read.objects.length;
    const found = read.locate(check(read.objects, { target: { kubevirt } }));
    return [...read.findings, ...found].filter(({ severity }) => severity === 'error').map((each) => renderText(each));
  });
  return { files: files.length, objects, errors };
}
