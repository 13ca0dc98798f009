import { dirname, join } from 'node:path';
import { BUNDLE_FILE, bundleApp, type KeptBundle, type ProgramBundle } from '../sources/program/bundle-app';
import type { AppLocation } from '../sources/program/find-app';
import { recall, remember, statesOf } from './answers';
import { bundleDependencies, isSettled } from './bundle-dependencies';
import { LOAD_APP } from './early-program';
import { digestOf } from './folder';
import type { LoadedApp } from './load-app';
import { openStore, type Store } from './store';

/** What is noted beside the bytes, which are the code and then the map. */
interface BundleNotes extends Record<string, string> {
  readonly format: ProgramBundle['format'];
  /** How many bytes are code. */
  readonly length: string;
  /** Of the code. */
  readonly digest: string;
  /** Whether what V8 makes of it may be kept. */
  readonly isCompilable: 'yes' | 'no';
}

/**
 * The bundle of an app, made anew only where something has changed that it was made of.
 *
 * Making it takes longer than most programs run; to see that nothing has changed takes a few milliseconds, in which the
 * bundler is not even loaded. Nothing where nothing is kept.
 */
export async function keptBundle(app: AppLocation, env: NodeJS.ProcessEnv): Promise<KeptBundle | undefined> {
  const opened = openStore(env);
  if (opened === undefined) {
    return undefined;
  }
  const { store, build } = opened;
  const surroundings = { root: app.folder, env };
  const question = digestOf('bundle', build, app.folder, app.entry);
  const known = recall(store, question, surroundings);
  if (known !== undefined) {
    return keptIn(store, app, known.notes as BundleNotes, known.body);
  }
  const begunMs = Date.now();
  const bundle = await bundleApp(app);
  const code = Buffer.from(bundle.code);
  const notes: BundleNotes = {
    format: bundle.format,
    length: String(code.length),
    digest: digestOf(code),
    // Code that V8 kept cannot import any more what it names only when it runs.
    isCompilable: bundle.format === 'cjs' && !/\bimport\s*\(/.test(bundle.code) ? 'yes' : 'no',
  };
  const body = Buffer.concat([code, Buffer.from(bundle.map)]);
  const dependencies = bundleDependencies(bundle.inputs, app.folder);
  const inputs = statesOf(dependencies ?? [], surroundings);
  // What was changed while the bundler read it may be in the bundle or not.
  if (dependencies !== undefined && isSettled(dependencies, begunMs)) {
    remember(store, question, inputs, { notes, body });
  }
  return keptIn(store, app, notes, body);
}

function keptIn(store: Store, app: AppLocation, notes: BundleNotes, body: Uint8Array): KeptBundle {
  const bytes = body.subarray(0, Number(notes.length));
  const text = (part: Uint8Array) => Buffer.from(part.buffer, part.byteOffset, part.length).toString('utf8');
  // Nothing that V8 of another Node or for another processor made is any good, and it does not look at all of that itself.
  const key = digestOf('compiled', process.version, process.arch, notes.digest);
  const compiled = (notes.isCompilable === 'yes' ? store.read(key) : undefined) ?? new Uint8Array();
  const folder = dirname(app.entry);
  const line: LoadedApp = { file: join(folder, BUNDLE_FILE), length: bytes.length };
  return {
    loading: { args: [LOAD_APP], code: Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), bytes, compiled]) },
    folder,
    format: notes.format,
    inputs: [],
    // Texts only where they are asked for.
    get code() {
      return text(bytes);
    },
    get map() {
      return text(body.subarray(bytes.length));
    },
    ...(notes.isCompilable === 'yes' ? { keepCompiled: (made: Uint8Array) => store.write(key, made) } : {}),
  };
}
