import { isMap } from '../../src/kube/object';
import type { AnyTable } from '../../src/model/rows/row';

export type Json = Readonly<Record<string, unknown>>;

/** One declaration per key, however deep, with as little else as can be. */
export function samplesOf(table: AnyTable, path: string): [string, Json][] {
  return Object.entries(table.rows).flatMap(([key, row]): [string, Json][] => {
    const own: [string, Json] = [`${path}${key}`, { [key]: row.example }];
    if (row.below === undefined) {
      return [own];
    }
    const isList = Array.isArray(row.example);
    const around = (isList ? row.example[0] : row.example) as Json | string;
    const needed = isMap(around) ? around : {};
    return [
      own,
      ...samplesOf(row.below, `${path}${key}${isList ? '[]' : ''}.`).map(([name, sample]): [string, Json] => {
        const value = withOne(needed, sample, row.below!.oneOf);
        return [name, { [key]: isList ? [value] : value }];
      }),
    ];
  });
}

/** Required keys, and the sample; of keys that exclude each other only that of the sample. */
function withOne(needed: Json, sample: Json, oneOf: readonly string[]): Json {
  const excluded = Object.keys(sample).some((key) => oneOf.includes(key)) ? oneOf : [];
  return { ...Object.fromEntries(Object.entries(needed).filter(([key]) => !excluded.includes(key))), ...sample };
}
