// Whether what a renderer gave is what it had to give: read as Kubernetes reads it, compared as data, whatever the order.
import { createRequire } from 'node:module';

const { readObjects } = createRequire(import.meta.url)('../lib/src/sources/read-objects.js');

/** Throws where the files below a path do not hold these objects; `comparable` leaves out what cannot be compared. */
export function assertObjects(path, expected, who, comparable = (object) => object) {
  const { objects, findings = [] } = readObjects([path]);
  const [found, wanted] = [objects, [...expected]].map((all) => all.map((each) => canonical(comparable(each))).sort());
  if (found.length !== wanted.length) {
    const why = findings.length === 0 ? '' : `: ${findings[0].what}`;
    throw new Error(`${who} gave ${found.length} objects instead of ${wanted.length}${why}`);
  }
  const i = found.findIndex((text, index) => text !== wanted[index]);
  if (i !== -1) {
    throw new Error(`${who} gave something else:\n${found[i]}\ninstead of\n${wanted[i]}`);
  }
}

/** The same text for the same data. */
export function canonical(value) {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
