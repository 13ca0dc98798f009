const REASON = / \[(needs [^\]]+)\]/;

/** Ends a run with how many tests were left out, and why: test/test-where.ts puts the reason behind their names. */
class LeftOutReporter {
  constructor({ testNamePattern = '' }) {
    this.isChosen = testNamePattern !== '';
  }

  onRunComplete(_contexts, results) {
    const tests = results.testResults.flatMap(({ testResults }) => testResults);
    // With -t most are left out because nobody asked for them.
    const line = leftOutLine(
      tests.filter(({ status, fullName }) => status === 'pending' && (!this.isChosen || REASON.test(fullName))),
    );
    if (line !== undefined) {
      // Behind the summary of Jest, which comes after all reporters.
      process.once('exit', () => process.stderr.write(`${line}\n`));
    }
  }
}

/** @param {readonly { fullName: string }[]} tests */
function leftOutLine(tests) {
  if (tests.length === 0) {
    return undefined;
  }
  const reasons = new Map();
  for (const { fullName } of tests) {
    const [, reason = 'did not say why'] = REASON.exec(fullName) ?? [];
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const parts = [...reasons]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} ${count === 1 ? reason : reason.replace(/^needs/, 'need')}`);
  return `${tests.length} ${tests.length === 1 ? 'test was' : 'tests were'} left out: ${parts.join(', ')}`;
}

module.exports = LeftOutReporter;
module.exports.leftOutLine = leftOutLine;
