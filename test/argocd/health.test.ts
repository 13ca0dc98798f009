import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEALTH_CHECKS } from '../../src/argocd/health';
import { type Sample, STATES } from './health-samples';
import { timedSamples } from './health-timed-samples';
import { NOON, runHealth } from './lua';

const STATUSES = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing', 'Unknown'];

const SAMPLES = [...STATES, ...timedSamples(NOON.now)];

test.each(SAMPLES)('a $kind $state is $health', (sample) => {
  const { kind, health, message } = sample;
  const { lua } = HEALTH_CHECKS.find((check) => check.kind === kind)!;
  const found = runHealth(lua, objectOf(sample));
  expect(found).toEqual({ status: health, message: message ?? expect.any(String) });
  expect(STATUSES).toContain(found.status);
});

test('every check is tried on at least four states, degraded ones where the kind can say so', () => {
  for (const { kind } of HEALTH_CHECKS) {
    const own = SAMPLES.filter((sample) => sample.kind === kind);
    const states = new Set(own.map(({ health }) => health));
    expect({ kind, count: own.length >= 4 }).toEqual({ kind, count: true });
    expect(own.some(({ status }) => status === undefined)).toBe(true);
    // Nothing in the status of a MachineDeployment tells a failure from patience.
    expect([...states]).toEqual(
      expect.arrayContaining(['Progressing', 'Healthy', kind === 'MachineDeployment' ? 'Suspended' : 'Degraded']),
    );
  }
});

test.each(HEALTH_CHECKS.map((check) => [check.kind, check.lua] as const))(
  'the check of %s survives anything that a status may be',
  (_kind, lua) => {
    for (const status of [undefined, null, {}, { conditions: null }, { conditions: [] }, { conditions: [{}] }]) {
      for (const rest of [{}, { metadata: {}, spec: {} }, { metadata: null, spec: null }]) {
        const object = { ...rest, status };
        expect(STATUSES).toContain(runHealth(lua, object).status);
      }
    }
  },
);

test.each(HEALTH_CHECKS.map((check) => [check.kind, check.lua] as const))(
  'the check of %s is Lua 5.1, and asks for no library but the clock',
  (_kind, lua) => {
    const code = lua.replace(/"[^"]*"/g, '""');
    expect(code).not.toMatch(/\b(string|math|io|table|goto|print|tostring|pairs)\b\s*[.(]/);
    expect(lua.match(/\bos\.\w+|require\(.*?\)/g) ?? []).toEqual(
      lua.includes('require') ? ['require("os")', 'os.time', 'os.time', 'os.date', 'os.date'] : [],
    );
    expect(code).not.toMatch(/\/\/|[&|]|<<|>>|~(?!=)|:\w+\(/);
  },
);

test.each([-8, 0, 5.5, 14])('ten minutes are ten minutes where the controller is %s hours east', (hours) => {
  const { lua } = HEALTH_CHECKS.find(({ kind }) => kind === 'VirtualMachine')!;
  const at = (seconds: number) => ({
    status: {
      printableStatus: 'ErrImagePull',
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          lastTransitionTime: new Date(seconds * 1000).toISOString().replace('.000', ''),
        },
      ],
    },
  });
  const clock = { now: NOON.now, zone: hours * 3600 };
  expect(runHealth(lua, at(NOON.now - 599), clock).status).toBe('Progressing');
  expect(runHealth(lua, at(NOON.now - 600), clock).status).toBe('Degraded');
});

test('the table of docs/argocd-operations.md has every state, with what Argo CD itself says', () => {
  const page = readFileSync(join(__dirname, '../../docs/argocd-operations.md'), 'utf8');
  expect(SAMPLES.length).toBeGreaterThanOrEqual(70);
  expect(page).toContain(healthTable());
});

function healthTable(): string {
  const kinds = [...new Set(SAMPLES.map(({ kind }) => kind))];
  const rows = kinds.flatMap((kind) => {
    const upstream = join(__dirname, 'upstream', `${kind}.lua`);
    const own = existsSync(upstream) ? readFileSync(upstream, 'utf8') : undefined;
    return SAMPLES.filter((sample) => sample.kind === kind).map((sample) => {
      const before = own === undefined ? '–' : runHealth(own, objectOf(sample)).status;
      const { status, message } = runHealth(HEALTH_CHECKS.find((check) => check.kind === kind)!.lua, objectOf(sample));
      return `| ${kind} ${sample.state} | ${before} | ${status} | ${message} |`;
    });
  });
  return ['| state | Argo CD alone | with polyvirt | message |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function objectOf({ kind, metadata, spec, status }: Sample): object {
  return { kind, metadata: { name: 'x', ...metadata }, spec, status };
}
