import fc from 'fast-check';
import { isProblem, readYaml } from '../../src/kube/yaml/reader';
import { PLATFORM_FILE } from '../../src/model/platform-file';
import { type QuickValue, setQuickValue } from '../../src/model/rows/map-schema';
import { quickValue } from '../../src/speed/quick-value';
import { textsBelow } from '../app-folder';

afterEach(() => {
  setQuickValue(undefined);
});

/** What comes of the spec of a platform, keys in their order. */
function read(spec: unknown, reader: QuickValue | undefined): string {
  setQuickValue(reader);
  const { success, data, error } = PLATFORM_FILE.shape().safeParse(structuredClone(spec)) as {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: { readonly issues: unknown };
  };
  return JSON.stringify({ success, data, issues: error?.issues });
}

/** How many values were read quickly; what comes of a spec must be what zod alone makes of it. */
function quickly(spec: unknown): number {
  let count = 0;
  const counting: QuickValue = (schema, value) => {
    const usual = quickValue(schema, value);
    count += usual === undefined ? 0 : 1;
    return usual;
  };
  expect(read(spec, counting)).toBe(read(spec, undefined));
  return count;
}

/** Platforms of the documentation and of the fleets. */
const SPECS = [
  ...Object.entries(textsBelow('docs')),
  ...Object.entries(textsBelow('test/fleet')),
  ...Object.entries(textsBelow('charts')),
]
  .flatMap(([name, text]) =>
    name.endsWith('.md') ? [...text.matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```/gm)].map(([, block]) => block!) : [text],
  )
  .filter((text) => text.includes('kind: Platform'))
  .flatMap((text) => [...readYaml(text)].flatMap((each) => (isProblem(each) ? [] : [each.value])))
  .flatMap((value) => {
    const { kind, spec } = (value ?? {}) as { readonly kind?: unknown; readonly spec?: unknown };
    return kind === 'Platform' && typeof spec === 'object' && spec !== null ? [spec] : [];
  });

/** Another value at one place of a spec, or none, or a key that was not there. */
function damaged(spec: unknown): fc.Arbitrary<unknown> {
  const places: (readonly (string | number)[])[] = [];
  const walk = (value: unknown, at: readonly (string | number)[]) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        const below = [...at, Array.isArray(value) ? Number(key) : key];
        places.push(below);
        walk(part, below);
      }
    }
  };
  walk(spec, []);
  const odd = fc.constantFrom<unknown>(null, '', 'x', '8Gi', 0, -1, 1.5, 8, true, [], {}, ['x'], { x: 1 }, undefined, [
    null,
  ]);
  return fc.tuple(fc.constantFrom(...places), odd, fc.boolean()).map(([place, value, isNew]) => {
    const copy = structuredClone(spec) as Record<string | number, unknown>;
    let map = copy;
    for (const step of place.slice(0, -1)) {
      map = map[step] as typeof copy;
    }
    const last = isNew && !Array.isArray(map) ? 'constructor' : place.at(-1)!;
    if (value === undefined) {
      delete map[last];
    } else {
      map[last] = value;
    }
    return copy;
  });
}

test('usual platforms are read quickly, most of their keys at once, and as zod reads them', () => {
  expect(SPECS.length).toBeGreaterThan(30);
  const keys = SPECS.reduce<number>((sum, spec) => sum + Object.keys(spec).length, 0);
  expect(SPECS.reduce<number>((sum, spec) => sum + quickly(spec), 0)).toBeGreaterThan(keys / 2);
});

test('what is odd is what zod says it is', () => {
  SPECS.forEach((spec, seed) => {
    fc.sample(damaged(spec), { numRuns: 60, seed }).forEach(quickly);
  });
});

test('a value that zod would give as it is, is given and not copied', () => {
  const { shape } = PLATFORM_FILE.rows.virtualMachines;
  const text = [{ name: 'web', memory: '1Gi', cpu: { cores: 2 } }];
  const number = [{ name: 'web', memory: 1 }];
  expect(quickValue(shape() as never, text)?.value).toBe(text);
  expect(quickValue(shape() as never, number)?.value).toEqual([{ name: 'web', memory: '1' }]);
  expect(number).toEqual([{ name: 'web', memory: 1 }]);
});
