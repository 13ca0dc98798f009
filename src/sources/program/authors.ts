import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { ClusterObject, DeclaredFinding, PlaceOf, WrittenPlace } from '../../cluster/cluster';
import type { Finding, FindingObject, Place } from '../../findings/finding';
import { isMap, type KubeObject } from '../../kube/object';
import { type PathStep, pathOfSteps, pathSteps } from '../../kube/path';
import { isProblem, readYaml, type YamlDocument } from '../../kube/yaml/reader';
import { laidOverAt } from '../../model/declared-path';
import { valueAtSteps } from '../../model/object-steps';
import { parsePath, valueAt } from '../../model/read/file-path';
import { isEmptyDocument } from '../host/brought-manifests';
import { isWorkspaceError } from '../host/open-text';
import { readText, shownSource } from '../host/read-text';
import { placeIn as placeInDocument } from '../read-objects';
import { nearest, type StackFrame } from './frames';
import type { SourcePlaces } from './source-place';
import type { Exit, RunningProgram } from './spawn-node';
import type { ChildMessage, OriginsQuestion, ToldOrigin } from './told-app';

/** What a finding is about, of what a program made. */
export interface Authorship {
  /** Path of a construct. */
  readonly path: string;
  /** The object that it is, where the finding is about one. */
  readonly object?: FindingObject | undefined;
  /** Field of that object. */
  readonly field?: string | undefined;
}

/** What a finding is about. */
export function authorshipOf(owner: string, about?: Finding, made?: ClusterObject): Authorship {
  return { path: made?.path ?? owner, object: about?.object, field: about?.path };
}

/**
 * Who wrote what there is a finding about.
 *
 * The author of a value is the last step after which it was another: the call that made the construct, the file that its
 * object was read from, a call for its metadata, a patch.
 */
export class Authors {
  private readonly _documents = new Map<string, readonly YamlDocument[]>();

  /** @param root where files are that a program may have read that is not the user's own */
  constructor(
    private readonly places: SourcePlaces,
    private readonly origins: Origins,
    private readonly root?: string,
  ) {}

  /**
   * Where it was written; where nothing is known of the construct, where the nearest one around it was made.
   *
   * @param made the object as it came to be, where it is at hand
   */
  public placeIn({ path, object, field }: Authorship, made?: KubeObject): WrittenPlace | undefined {
    const origin = this.origins.get(path);
    const steps = field === undefined ? undefined : pathSteps(field);
    const call = origin === undefined || steps === undefined ? undefined : callOf(origin, steps, made);
    const called = call === undefined ? undefined : this.places.placeOf(call);
    if (called !== undefined) {
      // Such a call names fields of the object, also where a prop says the same.
      return { ...called, path: field! };
    }
    const place =
      this.inFile(origin?.readFrom, object, field) ?? this.places.placeOf(nearest(path, this.origins, madeAt) ?? []);
    const laid = steps === undefined ? undefined : laidOverAt(steps, origin?.laid);
    return place === undefined || laid === undefined ? place : { ...place, path: laid };
  }

  /** A finding of a construct with its place. */
  public located({ owner, ...finding }: DeclaredFinding): Finding {
    const isPlaced = owner === undefined || finding.file !== undefined;
    return isPlaced ? finding : { ...finding, ...this.placeIn(authorshipOf(owner, finding)) };
  }

  /** The same, as the pipeline asks for it. */
  public readonly placeOf: PlaceOf = (owner, about, made) =>
    this.placeIn(authorshipOf(owner, about, made), made?.object);

  private inFile(
    from: ToldOrigin['readFrom'],
    object: FindingObject | undefined,
    field: string | undefined,
  ): Place | undefined {
    if (from === undefined || !this.isOfUser(from.file)) {
      return undefined;
    }
    const { file, document: number, at = [] } = from;
    const document = this.documentsOf(file)[number];
    // The file may have changed since, or be read as other documents than cdk8s saw.
    if (document === undefined || !isSame(valueAt(document.value, at), object)) {
      return undefined;
    }
    return placeInDocument({ file: shownSource(file), document, at }, field);
  }

  /** Charts of Helm are rendered by cdk8s into files of its own, which are the user's as little as what it prints. */
  private isOfUser(file: string): boolean {
    return !file.startsWith(join(tmpdir(), 'cdk8s-')) && (this.root === undefined || file.startsWith(this.root + sep));
  }

  private documentsOf(file: string): readonly YamlDocument[] {
    let documents = this._documents.get(file);
    if (documents === undefined) {
      documents = readDocuments(file);
      this._documents.set(file, documents);
    }
    return documents;
  }
}

function madeAt({ frames }: ToldOrigin): readonly StackFrame[] | undefined {
  return frames.length === 0 ? undefined : frames;
}

/** The last call after which a value was another; nothing where it is as it was made. */
function callOf(
  origin: ToldOrigin,
  path: readonly PathStep[],
  made: KubeObject | undefined,
): readonly StackFrame[] | undefined {
  const { before, patches = [], metadata = [] } = origin;
  const patch =
    before === undefined
      ? patches.findLast(({ pointers }) => wrote(pointers, path, made))
      : changedBy(before, patches, path);
  return patch?.frames ?? metadata.findLast(({ keys }) => isWithin(path, keys))?.frames;
}

/** Whether one of them leads to the other. */
function isWithin(path: readonly PathStep[], keys: readonly string[]): boolean {
  return path.length > 0 && keys.every((key, i) => path[i] === undefined || path[i].text === key);
}

/**
 * The last patch after which a value was another.
 *
 * A value that is missing, and always was, is missed by the patch that wrote what it would be in, as a whole.
 */
function changedBy(before: KubeObject, patches: readonly Patch[], path: readonly PathStep[]): Patch | undefined {
  const states = [before, ...patches.map(({ after }) => after)];
  const texts = states.map((state) => JSON.stringify(valueAtSteps(state, path)));
  const changed = patches.findLast((_patch, i) => texts[i + 1] !== texts[i]);
  if (changed !== undefined || texts.at(-1) !== undefined) {
    return changed;
  }
  const around = path.findLastIndex((_step, i) => valueAtSteps(states.at(-1), path.slice(0, i)) !== undefined);
  return patches.findLast(({ pointers, after }) => wrote(pointers, path.slice(0, around), after, 'whole'));
}

type Patch = NonNullable<ToldOrigin['patches']>[number];

/**
 * Whether a call wrote what is at a path, something that it is in, or, unless it must have been written whole, a part of it.
 *
 * @param object the object after the call, in which items of lists have positions
 */
function wrote(
  pointers: readonly string[],
  path: readonly PathStep[],
  object: KubeObject | undefined,
  how?: 'whole',
): boolean {
  const steps = object === undefined ? path.map(({ text }) => text) : parsePath(object, pathOfSteps(path)).steps;
  const isStep = (token: string, i: number): boolean => {
    if (token !== '-') {
      return token.replaceAll('~1', '/').replaceAll('~0', '~') === String(steps[i]);
    }
    // Behind the last item, which is one of those that the call added.
    const list = valueAt(object, steps.slice(0, i));
    return Array.isArray(list) && Number(steps[i]) >= list.length - pointers.length;
  };
  return pointers.some((pointer) => {
    const tokens = pointer.split('/').slice(1);
    return tokens.length <= steps.length
      ? tokens.every(isStep)
      : how === undefined && tokens.slice(0, steps.length).every(isStep);
  });
}

/** No manifest that a program includes is larger; one that is has no places. */
const LARGEST = 16 << 20;

/** The documents of a file that are not empty, as cdk8s counts them; none where it cannot be read any more. */
function readDocuments(file: string): YamlDocument[] {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    return [];
  }
  try {
    const read = [...readYaml(readText(file, LARGEST))];
    return read.some(isProblem) ? [] : (read as YamlDocument[]).filter(({ value }) => !isEmptyDocument(value));
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return [];
  }
}

/** Whether a document is the object that a finding is about, which may have been given a namespace by its chart. */
function isSame(value: unknown, object: FindingObject | undefined): boolean {
  const { kind, metadata } = isMap(value) ? value : {};
  const name = isMap(metadata) ? metadata.name : undefined;
  return object === undefined || (kind === object.kind && (name === undefined || name === object.name));
}

/** Origins by the paths of constructs. */
export type Origins = ReadonlyMap<string, ToldOrigin>;

/** A program that is over, whose process still waits to be asked. */
export interface ChildRpc {
  /** How it ended: by its own word, or as its process did, where that came first. */
  readonly exit: Exit;
  /** Where constructs, or the nearest ones around them, were made. Of a process that is gone: nothing. */
  ask(owners: OriginsQuestion['owners']): Promise<Origins>;
  /** Lets the process end, and says how it did. Without it, it ends with us. */
  close(): Promise<Exit>;
}

/** Takes what a program says. */
export type Receive = (message: ChildMessage) => void;

/**
 * Runs a program until it has told everything.
 *
 * @param start starts it, in a process or in the wall
 * @param take takes what it says about its tree
 */
export async function startChildRpc(start: (receive: Receive) => RunningProgram, take: Receive): Promise<ChildRpc> {
  const asked: ((origins: Origins) => void)[] = [];
  let say: (exit: Exit) => void = () => undefined;
  const said = new Promise<Exit>((resolve) => {
    say = resolve;
  });
  const program = start((message) => {
    if (message?.type === 'exit') {
      say({ code: message.code, signal: null });
    } else if (message?.type === 'origins') {
      asked.shift()?.(new Map(message.origins));
    } else {
      take(message);
    }
  });
  let isGone = false;
  const gone = program.closed.finally(() => {
    isGone = true;
    for (const answer of asked.splice(0)) {
      answer(new Map());
    }
  });
  const exit = await Promise.race([said, gone]);
  // From here on its answer may not be waited for.
  gone.catch(() => undefined);
  program.keepUs(false);
  return {
    exit,
    ask: async (owners) => {
      if (isGone || owners.length === 0) {
        return new Map();
      }
      program.keepUs(true);
      const answer = new Promise<Origins>((resolve) => asked.push(resolve));
      program.say(JSON.stringify({ owners } satisfies OriginsQuestion));
      return answer.finally(() => program.keepUs(false));
    },
    close: () => {
      program.keepUs(true);
      program.hangUp();
      return gone;
    },
  };
}
