/** How often a character is in a text. */
export function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) {
    count++;
  }
  return count;
}

/** Whether brackets are open deeper than that, those in texts left out: parsed, each would take a hundred times its length. */
export function isDeeperThan(text: string, deepest: number): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isText) {
      if (code === 92) {
        i++;
      } else {
        isText = code !== 34;
      }
    } else if (code === 34) {
      isText = true;
    } else if (code === 91 || code === 123) {
      if (++depth > deepest) {
        return true;
      }
    } else if (code === 93 || code === 125) {
      depth--;
    } else if (code === 10) {
      depth = 0;
    }
  }
  return false;
}
