import { isSet, type Part } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { asText, isMap } from '../../kube/object';
import type { Found, Said } from '../rule';

const SOURCE = 'kubevirt pkg/network/admitter/netiface.go';

/** More ranges than virt-api takes on one interface. */
const MOST_RANGES = 10;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * What virt-api rejects in the port ranges of an interface; it looks at those on the pod network only.
 *
 * Since 1.9. Without the gate PortRangesSpec it rejects every range; the gates say that.
 */
export function* checkPortRanges({ item }: Part, network: Readonly<Record<string, unknown>> | undefined): Found {
  const { portRanges, ports } = item;
  if (!Array.isArray(portRanges) || portRanges.length === 0 || !isSet(network?.pod)) {
    return;
  }
  const below = 'portRanges';
  if (Array.isArray(ports) && ports.length > 0) {
    const what = 'the interface has ports and portRanges';
    yield { code: 'PV802', path: below, what, fix: 'write the ports as ranges of one', source: SOURCE };
  }
  if (!isSet(item.masquerade)) {
    const what = 'port ranges work with masquerade only';
    yield { code: 'PV003', path: below, what, fix: 'leave them out: other bindings forward all ports', source: SOURCE };
  }
  if (portRanges.length > MOST_RANGES) {
    const what = `the interface has ${portRanges.length} port ranges`;
    yield { code: 'PV003', path: below, what, fix: `write at most ${MOST_RANGES}`, source: SOURCE };
    return;
  }
  yield* checkRanges(portRanges, below);
}

function* checkRanges(portRanges: readonly unknown[], path: string): Found {
  const good = new Map<unknown, Range[]>();
  for (const [i, each] of portRanges.entries()) {
    if (!isMap(each)) {
      continue;
    }
    const problem = problemOf(each);
    if (problem === undefined) {
      const ofProtocol = good.get(each.protocol) ?? [];
      ofProtocol.push({ start: each.start as number, end: each.end as number });
      good.set(each.protocol, ofProtocol);
    } else {
      yield {
        code: isSet(each[problem.key]) ? 'PV003' : 'PV004',
        path: `${path}[${i}].${problem.key}`,
        ...problem.says,
      };
    }
  }
  for (const [protocol, ranges] of good) {
    yield* checkOverlaps(asText(protocol), ranges, path);
  }
}

interface PortRangeProblem {
  readonly key: 'protocol' | 'start' | 'end';
  readonly says: Pick<Said, 'what' | 'fix' | 'source'>;
}

function problemOf(range: Readonly<Record<string, unknown>>): PortRangeProblem | undefined {
  const { protocol, start, end } = range;
  if (protocol !== 'TCP' && protocol !== 'UDP') {
    const what = isSet(protocol) ? `${shownValue(protocol)} is not one of: TCP, UDP` : 'the range has no protocol';
    return { key: 'protocol', says: { what, fix: 'write TCP or UDP', source: SOURCE } };
  }
  for (const key of ['start', 'end'] as const) {
    if (!isPort(range[key])) {
      const what = isSet(range[key]) ? `${shownValue(range[key])} is not a port` : `the range has no ${key}`;
      return { key, says: { what, fix: 'write a whole number from 1 to 65535', source: SOURCE } };
    }
  }
  return (start as number) > (end as number)
    ? {
        key: 'start',
        says: {
          what: `the range starts at ${asText(start)} and ends at ${asText(end)}`,
          fix: 'write the lower port first',
          source: SOURCE,
        },
      }
    : undefined;
}

function* checkOverlaps(protocol: string, ranges: readonly Range[], path: string): Found {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (let i = 1; i < sorted.length; i++) {
    const [before, range] = [sorted[i - 1]!, sorted[i]!];
    if (range.start <= before.end) {
      yield {
        code: 'PV802',
        path,
        what: `the ${protocol} ranges ${before.start}-${before.end} and ${range.start}-${range.end} overlap`,
        fix: 'write them as one range',
        source: SOURCE,
      };
    }
  }
}

function isPort(value: unknown): boolean {
  return typeof value === 'number' && value >= 1 && value <= 65535;
}
