// Writes a great many nasty documents and reads them back with every reader at hand:
//
//     npm run fuzz:yaml                200,000 documents
//     npm run fuzz:yaml -- 1000000
//
// The npm package `yaml` reads them as YAML 1.1 and 1.2; where Go is installed, sigs.k8s.io/yaml, which is what kubectl and
// Argo CD read with, reads them too. The exit code is 1 where one comes back as something else.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse } from 'yaml';
import { emitYaml } from '../src/kube/yaml/emit';
import { data, hasBrokenKey, wellFormed } from '../test/kube/yaml/nasty';

const AT_ONCE = 2000;
const count = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const folder = mkdtempSync(join(tmpdir(), 'polyvirt-fuzz-'));

void main();

async function main(): Promise<void> {
  const read = goReader();
  console.log(
    `${count} documents, seed ${seed}; readers: yaml as 1.1 and 1.2${read === undefined ? '; no Go here, so not sigs.k8s.io/yaml' : ', sigs.k8s.io/yaml'}`,
  );
  let bad = 0;
  const distinct = new Set<string>();
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    const documents = fc
      .sample(data, { numRuns: size, seed: seed + done })
      .filter((value) => !hasBrokenKey(value))
      .map((root) => ({ root }));
    const texts = documents.map((document) => emitYaml(document));
    for (const text of texts) {
      distinct.add(text);
    }
    bad += compare('YAML 1.1', documents, texts, (text) => parse(text, { version: '1.1', merge: false }));
    bad += compare('YAML 1.2', documents, texts, (text) => parse(text, { version: '1.2', merge: false }));
    if (read !== undefined) {
      const answers = await read(texts);
      bad += compare('Go', documents, texts, (_, i) => answers[i]);
    }
  }
  rmSync(folder, { recursive: true });
  console.log(`${distinct.size} of them different; ${bad} came back as something else`);
  process.exitCode = bad === 0 ? 0 : 1;
}

function compare(
  reader: string,
  documents: readonly unknown[],
  texts: readonly string[],
  read: (text: string, i: number) => unknown,
): number {
  let bad = 0;
  documents.forEach((document, i) => {
    const wanted = wellFormed(document);
    const got = attempt(() => read(texts[i]!, i));
    if (!isDeepStrictEqual(got, wanted)) {
      bad++;
      console.log(`${reader}: ${JSON.stringify(wanted)} came back as ${JSON.stringify(got)} from\n${texts[i]}`);
    }
  });
  return bad;
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return { problem: String(error) };
  }
}

/** A function that asks Go; nothing where it cannot be built. */
function goReader(): ((texts: readonly string[]) => Promise<unknown[]>) | undefined {
  const program = join(folder, 'round-trip');
  const built = spawnSync('go', ['build', '-mod=mod', '-o', program, '.'], {
    cwd: join(__dirname, 'yaml-round-trip'),
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    return undefined;
  }
  return async (texts) => {
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
    const answers: unknown[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const answer = JSON.parse(line) as { value?: unknown };
      answers.push('value' in answer ? answer.value : answer);
    }
    return answers;
  };
}
