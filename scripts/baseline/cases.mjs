// What the library answers for the recorded cases of upstream, one line per case.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import oracles from '../oracles.cjs';
import { ROOT } from './inputs.mjs';

const list = (items) => ({ apiVersion: 'v1', kind: 'List', items });

/** By the name of its file: how a case is asked. */
const QUESTIONS = {
  admission: ({ check }, { release, config, object, extras = [] }) =>
    check([object], { target: { kubevirt: release }, existing: [kubeVirt(config), ...extras] }),
  launcher: ({ launcherPod }, { release, config, object, others = [] }) =>
    launcherPod(object, { target: { kubevirt: release }, existing: [config, ...others] }),
  place: ({ place, NodeInventory }, { objects, nodes, pods, namespaces }) =>
    place(objects, {
      target: { kubevirt: '1.9' },
      nodes: NodeInventory.of(list(nodes)),
      pods,
      existing: namespaces,
    }),
  migratable: ({ check, migratability, NodeInventory }, { tag, config, objects: [object, ...rest] }) => {
    const nodes = rest.filter(({ kind }) => kind === 'Node');
    const options = {
      target: { kubevirt: tag.slice(1) },
      existing: [config, ...rest.filter(({ kind }) => kind !== 'Node')],
      ...(nodes.length === 0 ? {} : { nodes: NodeInventory.of(nodes) }),
    };
    return { findings: check([object], options), migratable: migratability?.(object, options) };
  },
  plugin: ({ check }, { release, plugin, vmi }) => check([plugin, vmi], { target: { kubevirt: release.slice(1) } }),
  updates: ({ review }, { release, config, before, after, extras = [], snapshot = [] }) =>
    review([before], [after], {
      target: { kubevirt: release },
      existing: [kubeVirt(config), ...extras, ...snapshot],
    }),
  machines: ({ check }, { mc, md }, ask) => ({
    findings: check([md], { target: { machineController: mc } }),
    vm: ask({ 'c.json': md }, [
      'explain',
      `MachineDeployment/${md.metadata.name}`,
      'c.json',
      '--machine-controller',
      mc,
      '--format',
      'json',
    ]),
  }),
  images: (_library, { hco, hc, nodes }, ask) => {
    const files = { 'c.json': list([hc, ...nodes]), 'hc.json': hc, 'nodes.json': list(nodes) };
    const of = ['--hco', hco, '--openshift', '--format', 'json'];
    return {
      findings: ask(files, ['check', '--no-platform', '--nodes', 'nodes.json', ...of, 'hc.json']),
      images: ask(files, ['images', ...of, 'c.json']),
    };
  },
};

/** Writes the answers beside each other; says how many there are, or why there are none. */
export async function recordCases(target) {
  if (!oracles.hasOracle('cases')) {
    return `no cases, as there is no ${join(oracles.named, 'cases')}`;
  }
  mkdirSync(target, { recursive: true });
  const library = createRequire(import.meta.url)(ROOT);
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-baseline-'));
  const counts = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const file = oracles.oracle('cases', `${name}.jsonl`);
    if (!existsSync(file)) {
      counts.push(`${name}: not there`);
      continue;
    }
    const cases = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const lines = cases.map((each) => {
      const id = `${each.release ?? each.hco ?? each.mc ?? ''}/${each.id}`;
      return JSON.stringify({
        id,
        ...answerOf(() => question(library, each, (files, argv) => askCommand(folder, files, argv))),
      });
    });
    writeFileSync(join(target, `${name}.jsonl`), `${lines.join('\n')}\n`);
    counts.push(`${name} ${lines.length}`);
  }
  rmSync(folder, { recursive: true, force: true });
  return `cases: ${counts.join(', ')}`;
}

function answerOf(ask) {
  try {
    return { answer: ask() };
  } catch (error) {
    return { threw: String(error.message ?? error) };
  }
}

function askCommand(folder, files, argv) {
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(folder, name), JSON.stringify(value));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'lib/src/cli/start/bin.js'), ...argv], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, POLYVIRT_CACHE: 'off' },
  });
  return { status, answer: stdout === '' ? stderr : JSON.parse(stdout) };
}

function kubeVirt(configuration) {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec: { configuration },
    status: { defaultArchitecture: configuration.architectureConfiguration?.defaultArchitecture ?? 'amd64' },
  };
}
