/** Checks of a page that run in a browser: each is handed to `page.evaluate`, and may use nothing from outside of itself. */

/** By how many pixels the page is wider than its window. */
export function overflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth;
}

/** Words that go on in another line although they would fit into one. */
export function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // The first texts only: what is below looks the same, and a browser lays that out when it is asked about.
  for (let i = 0, node = texts.nextNode(); node !== null && i < 500; i += 1, node = texts.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest('script, style') !== null || !parent.checkVisibility()) {
      continue;
    }
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[A-Za-z0-9]{2,}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) {
        broken.push(word);
      }
    }
  }
  return broken;
}

/** Texts that have less contrast than WCAG AA asks for: 4.5 to 1, or 3 to 1 where they are large. */
export function lowContrasts(): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (rgb: readonly number[]) => {
    const [r, g, b] = rgb.map((each) =>
      each / 255 <= 0.03928 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const behind = (element: Element | null): number[] => {
    if (element === null) {
      return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
    }
    const [r = 0, g = 0, b = 0, a = 1] = channels(getComputedStyle(element).backgroundColor);
    const below = a < 1 ? behind(element.parentElement) : [0, 0, 0];
    return [r, g, b].map((each, i) => each * a + below[i]! * (1 - a));
  };
  const low = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let i = 0, node = texts.nextNode(); node !== null && i < 500; i += 1, node = texts.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest('script, style') !== null || !parent.checkVisibility() || !/\S/.test(node.textContent ?? '')) {
      continue;
    }
    const style = getComputedStyle(parent);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const isSvg = parent instanceof SVGElement;
    const [front, back] = [
      luminance(channels(isSvg ? style.fill : style.color).slice(0, 3)),
      luminance(behind(parent)),
    ];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (ratio < (isLarge ? 3 : 4.5)) {
      low.add(`${ratio.toFixed(2)}: ${(node.textContent ?? '').trim().slice(0, 40)}`);
    }
  }
  return [...low];
}
