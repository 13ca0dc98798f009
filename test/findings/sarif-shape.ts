const LEVELS = ['none', 'note', 'warning', 'error'];

/** What the schema of SARIF 2.1.0 requires of the parts that polyvirt writes: what does not hold. */
export function sarifMistakes(log: unknown): string[] {
  const mistakes: string[] = [];
  const must = (holds: boolean, what: string) => (holds ? 0 : mistakes.push(what));
  const root = map(log);
  must(root.version === '2.1.0', 'version');
  must(list(root.runs).length === 1, 'runs');
  for (const run of list(root.runs)) {
    const driver = map(map(run.tool).driver);
    const ids = list(driver.rules).map(({ id }) => id);
    must(isText(driver.name) && isText(driver.version), 'tool.driver');
    must(ids.every(isText) && new Set(ids).size === ids.length, 'rules[].id');
    must(
      list(driver.rules).every((rule) => isText(map(rule.shortDescription).text)),
      'rules[].shortDescription',
    );
    must(
      list(driver.rules).every((rule) => isText(map(rule.help).text)),
      'rules[].help',
    );
    must(
      list(run.invocations).every((one) => typeof one.executionSuccessful === 'boolean'),
      'invocations',
    );
    for (const result of list(run.results)) {
      must(isText(map(result.message).text), 'message.text');
      must(LEVELS.includes(String(result.level)), 'level');
      must(ids[Number(result.ruleIndex)] === result.ruleId, 'ruleIndex');
      must(Object.values(map(result.partialFingerprints)).every(isText), 'partialFingerprints');
      must(list(result.locations).length > 0, 'locations');
      for (const { physicalLocation } of list(result.locations)) {
        const { artifactLocation, region } = map(physicalLocation);
        must(/^[\w\-.!~*'()%/:]+$/.test(String(map(artifactLocation).uri)), 'artifactLocation.uri');
        must(region === undefined || Number(map(region).startLine) >= 1, 'region.startLine');
      }
    }
  }
  return mistakes;
}

function map(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(map) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
