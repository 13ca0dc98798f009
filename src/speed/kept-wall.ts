import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Dependency, EngineMemory, WallMemory } from '../sources/memory';
import { bundleWalled, type ProgramBundle } from '../sources/program/bundle-app';
import { type BundleBounds, isBelow } from '../sources/program/bundle-bounds';
import type { AppLocation } from '../sources/program/find-app';
import { ENGINE_SHA256 } from '../sources/program/wall/engine';
import type { EngineImage } from '../sources/program/wall/wall-messages';
import { recall, remember, statesOf } from './answers';
import { bundleDependencies, isSettled } from './bundle-dependencies';
import { digestOf } from './folder';
import { openStore } from './store';

/**
 * How long V8 runs a function of the engine before it optimizes it, in bytes: most programs are over before that pays.
 *
 * Only for the V8 of Node 20, whose own number is known: later ones wait seven times as long by themselves, and V8 rejects kept code
 * where a flag is another one at the end.
 */
const LATER: WallMemory['flags'] = process.versions.v8.startsWith('11.3.')
  ? [['--wasm-tiering-budget=30000000', '--wasm-tiering-budget=1800000']]
  : [];

/** What is known of programs in the wall; nothing where nothing is kept. */
export function keptWall(env: NodeJS.ProcessEnv): WallMemory | undefined {
  const opened = openStore(env);
  return opened === undefined
    ? undefined
    : {
        flags: LATER,
        bundle: (...asked) => keptBundle(opened, env, ...asked),
        hasEngine: opened.store.read(anyEngine(opened)) !== undefined,
        engine: (libraries) => keptEngine(opened, libraries),
      };
}

type OpenStore = NonNullable<ReturnType<typeof openStore>>;

/** What is noted beside the bytes, which are the code, the map and the code of the libraries. */
interface WalledNotes extends Record<string, string> {
  readonly format: ProgramBundle['format'];
  /** How many bytes are code, and how many the map. */
  readonly code: string;
  readonly map: string;
  /** Every file that went into it, as a list in JSON. */
  readonly inputs: string;
}

/**
 * The bundle of a program for the wall, made anew only where something has changed that it was made of.
 *
 * Files of the repository are known by their paths below the root, so that it holds in every copy, unless the code names the root.
 */
async function keptBundle(
  { store, build }: OpenStore,
  env: NodeJS.ProcessEnv,
  app: AppLocation,
  bounds: BundleBounds,
): Promise<ProgramBundle> {
  const { root, packages } = bounds;
  const surroundings = { root, env };
  const below = (path: string) => (isBelow(path, root) ? relative(root, path) : path);
  const asked = ['walled', build, below(app.folder), below(app.entry), ...packages];
  const anywhere = digestOf(...asked);
  const here = digestOf(...asked, root);
  const known = recall(store, anywhere, surroundings) ?? recall(store, here, surroundings);
  if (known !== undefined) {
    return bundleIn(known.notes as WalledNotes, known.body, bounds, app);
  }
  const begunMs = Date.now();
  const bundle = await bundleWalled(app, bounds);
  const [code, map, libraries] = [bundle.code, bundle.map, bundle.libraries ?? ''].map((text) => Buffer.from(text));
  const dependencies = bundleDependencies(bundle.inputs, app.folder);
  // What was changed while the bundler read it may be in the bundle or not.
  if (dependencies !== undefined && isSettled(dependencies, begunMs)) {
    const relativeOnes = dependencies.map(([kind, name]): Dependency => [kind, isAbsolute(name) ? below(name) : name]);
    const notes: WalledNotes = {
      format: bundle.format,
      code: String(code!.length),
      map: String(map!.length),
      inputs: JSON.stringify(bundle.inputs.map(below)),
    };
    const namesRoot = [code!, map!, libraries!].some((text) => text.includes(root));
    remember(store, namesRoot ? here : anywhere, statesOf(relativeOnes, surroundings), {
      notes,
      body: Buffer.concat([code!, map!, libraries!]),
    });
  }
  return bundle;
}

function bundleIn(notes: WalledNotes, body: Uint8Array, { root }: BundleBounds, app: AppLocation): ProgramBundle {
  const [afterCode, afterMap] = [Number(notes.code), Number(notes.code) + Number(notes.map)];
  const text = (from: number, to?: number) => Buffer.from(body.subarray(from, to)).toString('utf8');
  const libraries = text(afterMap);
  return {
    code: text(0, afterCode),
    // Texts only where they are asked for.
    get map() {
      return text(afterCode, afterMap);
    },
    folder: dirname(app.entry),
    format: notes.format,
    inputs: (JSON.parse(notes.inputs) as string[]).map((path) => resolve(root, path)),
    ...(libraries === '' ? {} : { libraries }),
  };
}

/** Where things are in an image: numbers, so that nothing else can be made of them. */
type EngineNotes = Omit<EngineImage, 'memory'>;

/**
 * An engine of the wall that has loaded the library and the libraries of a program: loading them takes longer than most programs run.
 *
 * Its key is the digest of all that went into it, and it is made before anything of a program is in it. One that is damaged is
 * none. It is on the side of the program: nothing of the host is in it, and nothing that comes out of it is believed.
 */
function keptEngine(opened: OpenStore, libraries: string): EngineMemory {
  const { store, build } = opened;
  const key = digestOf('engine', build, ENGINE_SHA256, libraries);
  const bytes = store.read(key);
  const image = bytes === undefined ? undefined : imageIn(bytes);
  return {
    ...(image === undefined ? {} : { image }),
    keep: ({ memory, ...notes }) => {
      store.write(key, Buffer.concat([Buffer.from(`${JSON.stringify(notes satisfies EngineNotes)}\n`), memory]));
      store.write(anyEngine(opened), Buffer.from(key));
    },
  };
}

/** Where it is noted that an engine was kept. */
const anyEngine = ({ build }: OpenStore) => digestOf('engines', build, ENGINE_SHA256);

function imageIn(bytes: Buffer): EngineImage {
  const end = bytes.indexOf(10);
  const notes = JSON.parse(bytes.toString('latin1', 0, end)) as EngineNotes;
  // A memory of its own, which is handed over.
  return { ...notes, memory: new Uint8Array(bytes.subarray(end + 1)) };
}
