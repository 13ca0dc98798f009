/** The commit that a platform was rendered from. */
export interface DryCommit {
  readonly sha: string;
  readonly repoURL?: string;
  /** `Name <mail>`. */
  readonly author: string;
  /** When it was written, with seconds and zone. */
  readonly date: string;
  readonly message: string;
}

/** A commit that the dry one refers to: of the program whose image it changes, say. */
interface CommitReference {
  author?: string;
  date?: string;
  subject?: string;
  body?: string;
  sha?: string;
  repoUrl?: string;
}

/** Name of the files by which GitOps Promoter knows what was rendered from what. */
export const METADATA_FILE = 'hydrator.metadata';

/** Where the note of a rendered commit goes. Source: argoproj/argo-cd v3.5.1 commitserver/commit, NoteNamespace. */
export const NOTE_REF = 'hydrator.metadata';

/** Marks the metadata as made, so that reviews fold it. */
export const GIT_ATTRIBUTES = `**/${METADATA_FILE} linguist-generated=true\n`;

/**
 * The metadata at the top of the output: what was rendered. The shape is that of Argo CD's own hydrator.
 *
 * Source: argoproj/argo-cd v3.5.1 util/hydrator/hydrator.go, GitOps Promoter docs/advanced-usage/custom-hydrator.md.
 */
export function commitMetadata({ sha, repoURL, author, date, message }: DryCommit): string {
  const [subject = '', ...rest] = message.trimEnd().split('\n\n');
  const { body, reference } = withoutTrailers(rest.join('\n\n'));
  return json({
    repoURL,
    drySha: sha,
    author,
    date,
    subject,
    body: body === '' ? undefined : body,
    references: reference === undefined ? undefined : [{ commit: reference }],
  });
}

/** The metadata in the folder of one cluster: how to render it again. */
export function folderMetadata({ sha, repoURL }: DryCommit, commands: readonly string[]): string {
  return json({ repoURL, drySha: sha, commands });
}

/** What goes into the note of a rendered commit. */
export function noteText({ sha }: DryCommit): string {
  return JSON.stringify({ drySha: sha });
}

/** Whether a text is metadata of a hydrator that renders with polyvirt. */
export function isOurMetadata(text: string): boolean {
  try {
    const { commands } = JSON.parse(text) as { commands?: readonly string[] };
    return commands?.[0]?.startsWith('polyvirt ') === true;
  } catch {
    return false;
  }
}

const TRAILER = /^Argocd-reference-commit-(author|date|subject|body|sha|repourl): (.*)$/;

/** The body without what it says of another commit, and that. A trailer that is not what it should be stays text. */
function withoutTrailers(text: string): { body: string; reference: CommitReference | undefined } {
  const reference: CommitReference = {};
  const lines = text.split('\n').filter((line) => {
    const [, key, value = ''] = TRAILER.exec(line) ?? [];
    return key === undefined || !takeTrailer(reference, key, value);
  });
  const body = lines.join('\n').trimEnd();
  return {
    body: body === '' ? '' : `${body}\n`,
    reference: Object.keys(reference).length === 0 ? undefined : reference,
  };
}

function takeTrailer(reference: CommitReference, key: string, value: string): boolean {
  switch (key) {
    case 'repourl':
      reference.repoUrl = value;
      return true;
    case 'body': {
      const body = textIn(value);
      if (body === undefined) {
        return false;
      }
      reference.body = body;
      return true;
    }
    case 'sha':
      if (!/^[0-9a-f]{5,40}$/.test(value)) {
        return false;
      }
      reference.sha = value;
      return true;
    case 'date':
      if (Number.isNaN(Date.parse(value))) {
        return false;
      }
      reference.date = value;
      return true;
    default:
      reference[key as 'author' | 'subject'] = value;
      return true;
  }
}

/** A text that is written as JSON, since it may have several lines. */
function textIn(value: string): string | undefined {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
