import { emitYaml, holes, inOnePiece, MARK, scalarText } from './emit';

/** Writes one of many documents that differ in a few texts. */
export type Template = (texts: readonly string[]) => string;

/**
 * Prepares documents that differ in a few texts: what they have in common is written once.
 *
 * @param document makes a document of what it is given in place of its texts
 */
export function templateOf(document: (holes: readonly symbol[]) => unknown, count: number, head: string): Template {
  // What is written between two texts, and then which text and how deep it stands.
  const [first = '', ...rest] = emitYaml(document(holes(count)), head).split(MARK);
  const parts: { text: number; indent: number; after: string }[] = [];
  for (let i = 0; i < rest.length; i += 3) {
    parts.push({ text: Number(rest[i]), indent: Number(rest[i + 1]), after: rest[i + 2]! });
  }
  return (texts) => {
    let out = first;
    for (const { text, indent, after } of parts) {
      out += scalarText(texts[text], indent);
      out += after;
    }
    return inOnePiece(out);
  };
}
