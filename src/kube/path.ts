/** One step of a path as people write it: a key, or an item of a list by its name or position. */
export interface PathStep {
  readonly text: string;
  readonly isItem: boolean;
}

/** A key, `[item]`, or `["a key with dots"]`. */
const STEP = /(?:^|\.)([^.[\]]+)|\[("(?:[^"\\]|\\.)*"|[^\]"]*)\]/y;

/**
 * The steps of a path such as `disks[os].bus` or `labels["a.b/c"]`: the one notation for paths.
 *
 * @returns nothing where it is no path
 */
export function pathSteps(path: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) {
      return undefined;
    }
    const [, key, item = ''] = match;
    steps.push(
      key !== undefined
        ? { text: key, isItem: false }
        : item.startsWith('"')
          ? { text: JSON.parse(item) as string, isItem: false }
          : { text: item, isItem: true },
    );
  }
  return steps;
}

/** Steps as people write them. */
export function pathOfSteps(steps: readonly PathStep[]): string {
  return steps.reduce((path, { text, isItem }) => {
    if (isItem) {
      return `${path}[${text}]`;
    }
    return !/^[\w$-]+$/.test(text) ? `${path}[${JSON.stringify(text)}]` : `${path}${path === '' ? '' : '.'}${text}`;
  }, '');
}
