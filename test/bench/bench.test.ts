import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const BENCH = resolve(__dirname, '../../bench');

/** What an expression over the helpers of the benchmark comes to. They are modules, which jest does not load. */
function evaluated(expression: string): unknown {
  const names = ['bounds', 'equal', 'fleet', 'literal', 'options', 'statistics', 'table'];
  const loads = names.map((name) => `...(await import(${JSON.stringify(`${BENCH}/${name}.mjs`)}))`);
  const script = `const b = { ${loads.join(', ')} }; process.stdout.write(JSON.stringify(${expression}));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('times, ratios, tables and bounds are what they are called', () => {
  const thrown = (call: string) => `(() => { try { ${call}; return 'nothing'; } catch (e) { return e.message; } })()`;
  expect(
    evaluated(`{
      odd: b.median([3, 1, 2]),
      even: b.median([4, 1, 2, 3]),
      fastest: b.fastest([3, 1, 2]),
      mean: b.mean([1, 2, 6]),
      short: [b.duration(41.4), b.duration(3210), b.times(1.234), b.times(12.34), b.times(123.4)],
      text: b.textTable([['', 'wall'], ['helm', '5 s'], ['a', '12 s']]),
      markdown: b.markdownTable([['', 'wall'], ['a|b', '5 s']]),
      page: b.withinMarkers('x\\n<!-- bench: begin -->\\nold\\n<!-- bench: end -->\\ny', 'new'),
      unmarked: ${thrown("b.withinMarkers('x', 'new')")},
      verdicts: [1.2, 1.7, 1.8, 'no helm', undefined].map((value) => b.verdict(b.BOUNDS[0], value)),
      atLeast: [10, 4, 3].map((value) => b.verdict(b.BOUNDS[2], value)),
      met: [b.allMet({}), b.allMet({ cold: 1.5 }), b.allMet({ cold: 1.8 }), b.allMet({ cold: 'no' })],
      fleets: b.readOptions(['--fleets', '2x3']).fleets,
      wrong: [
        ${thrown("b.readOptions(['--only', 'speed'])")},
        ${thrown("b.readOptions(['--sizes', '0'])")},
        ${thrown("b.readOptions(['--fleets', '5'])")},
      ],
    }`),
  ).toEqual({
    odd: 2,
    even: 2.5,
    fastest: 1,
    mean: 3,
    short: ['41 ms', '3.21 s', '1.23×', '12.3×', '123×'],
    text: '      wall\nhelm   5 s\na     12 s',
    markdown: '|  | wall |\n|---|--:|\n| a\\|b | 5 s |',
    page: 'x\n<!-- bench: begin -->\n\nnew\n\n<!-- bench: end -->\ny',
    unmarked: 'there is no <!-- bench: begin --> followed by <!-- bench: end -->',
    verdicts: ['met', 'must met, aim missed', 'missed', 'not measured: no helm', 'not measured'],
    atLeast: ['met', 'must met, aim missed', 'missed'],
    met: [true, true, false, true],
    fleets: [{ clusters: 2, machines: 3, count: 6, objects: 8 }],
    wrong: [
      'there is no section speed: choose from startup, throughput, questions, mechanisms, fleets, doubling, memory, incremental, equality',
      '--sizes takes whole numbers from 1, not "0"',
      '--fleets takes clusters and VMs as in 200x50, not "5"',
    ],
  });
});

test('holes are filled with numbers and text, and written as each language writes them', () => {
  expect(
    evaluated(`{
      filled: b.filled({ a: ['vm-__I__', '__CORES__', 7] }, 9),
      javascript: b.literal({ a: ['vm-__I__', '__CORES__', true] }, b.JAVASCRIPT),
      jsonnet: b.literal({ a: 'vm-__I__-x' }, b.JSONNET),
      cue: b.literal({ a: 'vm-__I__' }, b.CUE),
      pkl: b.literal({ a: ['vm-__I__', {}] }, b.PKL),
      same: b.canonical({ b: 1, a: [{ d: 1, c: 2 }] }) === b.canonical({ a: [{ c: 2, d: 1 }], b: 1 }),
      names: [...b.objectsOf(b.fleetOf(2, 2))].map(({ kind, metadata }) => kind + ' ' + metadata.name),
    }`),
  ).toEqual({
    filled: { a: ['vm-9', 2, 7] },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    javascript: '{ "a": [`vm-${i}`, 1 + (i % 8), true] }',
    jsonnet: '{ "a": "vm-" + (i) + "-x" }',
    cue: '{ "a": "vm-\\(i)" }',
    pkl: 'new Mapping { ["a"] = new Listing { "vm-\\(i)"; new Mapping {  } } }',
    same: true,
    names: [
      'KubeVirt kubevirt',
      'VirtualMachine vm-0',
      'VirtualMachine vm-1',
      'KubeVirt kubevirt',
      'VirtualMachine vm-2',
      'VirtualMachine vm-3',
    ],
  });
});

test('polyvirt and cdk8s give the same three VMs, whichever way they are declared', () => {
  const renderers = ['app', 'yaml', 'folder', 'replicas', 'plugin', 'cached', 'cdk8s', 'cdk8s-each'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${BENCH}/run.mjs`, '--only', 'equality', '--sizes', '3', '--renderers', renderers.join(',')],
    { encoding: 'utf8' },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.match(/ equal$/gm)).toHaveLength(12);
});
