const LONGEST_RULE = 160;

/** A rule of a CRD on one line, cut where it is long. */
export function shownRule(rule: string): string {
  const line = rule.trim().replace(/\s+/g, ' ');
  return line.length > LONGEST_RULE ? `${line.slice(0, LONGEST_RULE)}…` : line;
}
