import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Finding } from '../findings/finding';
import { OWN_SOURCE } from '../host/own-folder';
import { WorkspaceError } from '../host/workspace-error';
import type { Rendering } from '../sinks/render-cluster';
import type { DocumentText } from './fleet/cluster-cache';
import type { RenderedDocument } from './fleet/render-document';
import type { Helpers } from './fleet/render-files';

/** What everybody of a crew has to know. */
export interface CrewData {
  readonly root: string;
  readonly rendering: Rendering;
}

/** What they are asked for. */
export interface CrewTask {
  readonly id: number;
  readonly document: DocumentText;
}

/** What they answer. Objects stay where they are: whoever wants to look at them asks for no crew. */
export type CrewAnswer = { readonly id: number } & (
  | { readonly made: RenderedDocument | undefined }
  | { readonly findings: readonly Finding[]; readonly usage: boolean }
  | { readonly failure: string }
);

interface Waiting {
  readonly resolve: (made: RenderedDocument | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** How many documents each has in hand, so that nobody waits for the next one. */
const EACH = 4;

/** Threads that render documents, started when there is something to do. */
export class Crew implements Helpers {
  public readonly hands: number;
  private readonly workers: Worker[] = [];
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  constructor(
    private readonly size: number,
    private readonly data: CrewData,
  ) {
    this.hands = size * EACH;
  }

  public readonly render = (document: DocumentText): Promise<RenderedDocument | undefined> => {
    const id = this.asked++;
    this.workers[id % this.size] ??= this.start();
    this.workers[id % this.size]!.postMessage({ id, document } satisfies CrewTask);
    const made = new Promise<RenderedDocument | undefined>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    // Somebody takes it in its turn, and may have stopped before that.
    made.catch(() => undefined);
    return made;
  };

  public close(): void {
    for (const worker of this.workers) {
      void worker.terminate();
    }
  }

  private start(): Worker {
    // Beside the program, which it loads as the program itself is loaded.
    const worker = new Worker(join(OWN_SOURCE, 'cli/start/crew-bin.js'), { workerData: this.data });
    worker.on('message', (answer: CrewAnswer) => this.hear(answer));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => this.fail(new Error('a thread that rendered clusters has ended')));
    return worker;
  }

  private hear(answer: CrewAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('made' in answer) {
      waiting?.resolve(answer.made);
    } else {
      waiting?.reject(
        'failure' in answer ? new Error(answer.failure) : new WorkspaceError(answer.findings, answer.usage),
      );
    }
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) {
      reject(error);
    }
    this.waiting.clear();
  }
}
