import { oneLine } from '../escape/characters';

/** How wide a letter is in a monospaced font, beside its size; a little more than in any common one. */
const LETTER = 0.615;

/** A name that fits a width, as it is shown: the middle goes, as names often differ at their end. */
export function fitted(name: string, width: number, size: number): string {
  const most = Math.floor(width / (LETTER * size));
  const shown = oneLine(name);
  const letters = [...shown];
  if (widthOf(letters) <= most) {
    return shown;
  }
  const tail = Math.min(6, Math.floor((most - 1) / 2));
  const end = lastOf(letters, tail);
  let start = letters.slice(0, Math.max(0, letters.length - end.length));
  while (start.length > 0 && widthOf(start) + widthOf(end) + 1 > most) {
    start = start.slice(0, -1);
  }
  return `${start.join('')}…${end.join('')}`;
}

function lastOf(letters: readonly string[], most: number): readonly string[] {
  let end = letters.slice(-most);
  while (end.length > 0 && widthOf(end) > most) {
    end = end.slice(1);
  }
  return end;
}

/** Letters outside of Latin may be twice as wide. */
function widthOf(letters: readonly string[]): number {
  return letters.reduce((sum, letter) => sum + (letter.codePointAt(0)! < 0x250 ? 1 : 2), 0);
}

/** Text in lines that fit a width, broken between words; a word that is longer is cut. */
export function wrapped(text: string, width: number, size: number, mostLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf([...longer]) > Math.floor(width / (LETTER * size))) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  const all = [...lines, line].map((each) => fitted(each, width, size));
  return all.length <= mostLines ? all : [...all.slice(0, mostLines - 1), `${all[mostLines - 1]!.slice(0, -1)}…`];
}
