import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RULES } from '../../src/rules/all';
import type { FindingRule, Rule } from '../../src/rules/rule';

const SRC = resolve(__dirname, '../../src/rules');

/** Every rule that a file of the room exports, by its name: by itself, or as that of a code. */
function exportedRules(): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(SRC, file), 'utf8');
    for (const [, name, type] of text.matchAll(/^export const (\w+): (Rule|FindingRule) = /gm)) {
      const found = (require(join(SRC, file)) as Record<string, Rule & FindingRule>)[name!]!;
      rules.set(name!, type === 'Rule' ? found : found.rule);
    }
  }
  return rules;
}

test('every rule is registered, once', () => {
  const missing = [...exportedRules()].filter(([, rule]) => !RULES.includes(rule));
  expect(missing.map(([name]) => name)).toEqual([]);
  expect(new Set(RULES).size).toBe(RULES.length);
});

test('every registered rule is exported under a name', () => {
  const exported = [...exportedRules().values()];
  expect(exported.length).toBeGreaterThan(40);
  expect(RULES.filter((rule) => !exported.includes(rule))).toEqual([]);
});
