import { parentPort, workerData } from 'node:worker_threads';
import { isWorkspaceError } from '../host/workspace-error';
import type { CrewAnswer, CrewData, CrewTask } from './crew';
import { type RenderedDocument, renderDocument } from './fleet/render-document';

/** What a thread of a crew does until it is ended. */
export function beCrewMember(): void {
  const { root, rendering } = workerData as CrewData;
  parentPort!.on('message', ({ id, document }: CrewTask) => {
    parentPort!.postMessage({ id, ...answerTo(() => renderDocument(document, root, rendering)) } satisfies CrewAnswer);
  });
}

/** Distributes over the kinds of answers. */
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

function answerTo(render: () => RenderedDocument | undefined): Unnumbered<CrewAnswer> {
  try {
    const made = render();
    return { made: made?.rendered === undefined ? made : { ...made, rendered: withoutObjects(made.rendered) } };
  } catch (error) {
    return isWorkspaceError(error)
      ? { findings: error.findings, usage: error.usage }
      : { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** What can be handed from thread to thread: no functions, and no objects, of which nobody wants to pay for a copy. */
function withoutObjects(rendered: NonNullable<RenderedDocument['rendered']>): typeof rendered {
  const { name, argocd } = rendered.made;
  return { ...rendered, made: { name, objects: [], ...(argocd === undefined ? {} : { argocd }) } };
}
