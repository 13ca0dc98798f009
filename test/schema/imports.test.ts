import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { FieldNode, FieldTable } from '../../imports/field-table';
import { oracle } from '../../scripts/oracles.cjs';
import { tableOf } from '../../src/schema/tables';
import { KNOWN_RELEASES } from '../../src/target/facts';
import { appFolder, ROOT, textsBelow } from '../app-folder';
import { BIN } from '../built-program';
import { testWhere } from '../test-where';

const [CDI, HCO, KUBEVIRT] = [tableOf('cdi'), tableOf('hco'), tableOf('kubevirt')];

/** A field as the tables tell of it, by its path: `[]` is an item of a list and `{}` a value of a map. */
interface Field {
  readonly node: FieldNode;
  readonly since?: string;
  readonly until?: string;
}

/** All fields of a kind below its spec, each with what the objects around it imply. */
function fieldsOf(table: FieldTable, kind: string): Map<string, Field> {
  const found = new Map<string, Field>();
  const walk = (place: number, path: string, span: Omit<Field, 'node'>) => {
    const node = table.nodes[place]!;
    found.set(path, { node, ...span });
    for (const [name, part] of Object.entries(node.properties ?? {})) {
      const since = node.since?.[name] ?? span.since;
      const until = node.until?.[name] ?? span.until;
      walk(part, `${path}.${name}`, {
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
      });
    }
    if (node.items !== undefined) {
      walk(node.items, `${path}[]`, span);
    }
    if (node.values !== undefined) {
      walk(node.values, `${path}{}`, span);
    }
  };
  walk(table.nodes[table.kinds[kind]!.node]!.properties!.spec!, 'spec', {});
  return found;
}

/** How the recorded history names the kinds. The spec of an instance is listed under VirtualMachineInstance only. */
const RECORDED: Record<string, { table: FieldTable; kind: string; without?: string }> = {
  VirtualMachineInstance: { table: KUBEVIRT, kind: 'kubevirt.io/v1/VirtualMachineInstance' },
  KubeVirt: { table: KUBEVIRT, kind: 'kubevirt.io/v1/KubeVirt' },
  VirtualMachine: { table: KUBEVIRT, kind: 'kubevirt.io/v1/VirtualMachine', without: 'spec.template.spec' },
  VirtualMachineClusterPreference: {
    table: KUBEVIRT,
    kind: 'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterPreference',
  },
  VirtualMachineClusterInstancetype: {
    table: KUBEVIRT,
    kind: 'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterInstancetype',
  },
  MigrationPolicy: { table: KUBEVIRT, kind: 'migrations.kubevirt.io/v1alpha1/MigrationPolicy' },
  'HyperConverged/v1beta1': { table: HCO, kind: 'hco.kubevirt.io/v1beta1/HyperConverged' },
  'HyperConverged/v1': { table: HCO, kind: 'hco.kubevirt.io/v1/HyperConverged' },
};

function recorded(file: string, name: string): Record<string, never> {
  const all = JSON.parse(readFileSync(oracle('facts/data', file), 'utf8'));
  const entries = Object.entries(all).filter(([key]) => key.startsWith(`${name}:`));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1), value])) as Record<
    string,
    never
  >;
}

test('the tables know the kinds that polyvirt writes and checks', () => {
  const kinds = [KUBEVIRT, CDI, HCO].flatMap(({ kinds }) =>
    Object.entries(kinds)
      .filter(([, { deprecated, until }]) => deprecated === undefined && until === undefined)
      .map(([key]) => key),
  );
  expect(kinds).toEqual([
    'backup.kubevirt.io/v1alpha1/VirtualMachineBackup',
    'backup.kubevirt.io/v1alpha1/VirtualMachineBackupTracker',
    'clone.kubevirt.io/v1alpha1/VirtualMachineClone',
    'clone.kubevirt.io/v1beta1/VirtualMachineClone',
    'export.kubevirt.io/v1/VirtualMachineExport',
    'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterInstancetype',
    'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterPreference',
    'instancetype.kubevirt.io/v1beta1/VirtualMachineInstancetype',
    'instancetype.kubevirt.io/v1beta1/VirtualMachinePreference',
    'kubevirt.io/v1/KubeVirt',
    'kubevirt.io/v1/VirtualMachine',
    'kubevirt.io/v1/VirtualMachineInstance',
    'kubevirt.io/v1/VirtualMachineInstanceMigration',
    'kubevirt.io/v1/VirtualMachineInstanceReplicaSet',
    'migrations.kubevirt.io/v1alpha1/MigrationPolicy',
    'plugin.kubevirt.io/v1alpha1/Plugin',
    'pool.kubevirt.io/v1alpha1/VirtualMachinePool',
    'pool.kubevirt.io/v1beta1/VirtualMachinePool',
    'snapshot.kubevirt.io/v1alpha1/VirtualMachineRestore',
    'snapshot.kubevirt.io/v1alpha1/VirtualMachineSnapshot',
    'snapshot.kubevirt.io/v1alpha1/VirtualMachineSnapshotContent',
    'snapshot.kubevirt.io/v1beta1/VirtualMachineRestore',
    'snapshot.kubevirt.io/v1beta1/VirtualMachineSnapshot',
    'snapshot.kubevirt.io/v1beta1/VirtualMachineSnapshotContent',
    'cdi.kubevirt.io/v1alpha1/CDI',
    'cdi.kubevirt.io/v1beta1/CDI',
    'cdi.kubevirt.io/v1beta1/CDIConfig',
    'cdi.kubevirt.io/v1beta1/DataImportCron',
    'cdi.kubevirt.io/v1beta1/DataSource',
    'cdi.kubevirt.io/v1beta1/DataVolume',
    'cdi.kubevirt.io/v1beta1/ObjectTransfer',
    'cdi.kubevirt.io/v1beta1/StorageProfile',
    'cdi.kubevirt.io/v1beta1/VolumeCloneSource',
    'cdi.kubevirt.io/v1beta1/VolumeImportSource',
    'cdi.kubevirt.io/v1beta1/VolumeUploadSource',
    'hco.kubevirt.io/v1/HyperConverged',
    'hco.kubevirt.io/v1beta1/HyperConverged',
  ]);
});

test('the spec of an instance is one node, wherever it is', () => {
  const instance = fieldsOf(KUBEVIRT, 'kubevirt.io/v1/VirtualMachineInstance').get('spec')!.node;
  expect(fieldsOf(KUBEVIRT, 'kubevirt.io/v1/VirtualMachine').get('spec.template.spec')!.node).toBe(instance);
});

test.each<[path: string, field: object]>([
  ['spec.domain.devices.interfaces[].portRanges', { since: '1.9' }],
  ['spec.domain.devices.interfaces[].portRanges[].start', { since: '1.9' }],
  ['spec.domain.launchSecurity.snp', { since: '1.7' }],
  ['spec.domain.devices.watchdog.diag288.action', { since: '1.5.1' }],
  ['spec.domain.devices.disks[].name', {}],
])('%s of an instance has the history %j', (path, span) => {
  const { node: _, ...found } = fieldsOf(KUBEVIRT, 'kubevirt.io/v1/VirtualMachineInstance').get(path)!;
  expect(found).toEqual(span);
});

test('every generated file says that it is one', () => {
  const texts = Object.entries(textsBelow(join(ROOT, 'imports'))).filter(([file]) => file !== 'README.md');
  expect(
    texts.filter(([, text]) => !/^\/\/ Written by \S.* Change .*, not this file\.\n/.test(text)).map(([file]) => file),
  ).toEqual([]);
});

const crdsTest = testWhere('allCrds');

/** A patch release that has something of the next series already. */
interface Backport {
  readonly release: string;
  readonly of: string;
  readonly from: string;
  /** Names of what is the same as there, wherever both have the object around it. */
  readonly names: readonly string[];
}

const BACKPORTS: readonly Backport[] = [
  { release: 'v1.4.1', of: 'v1.4.0', from: 'v1.6.0', names: ['tpm', 'preferredTPM'] },
  { release: 'v1.5.1', of: 'v1.5.0', from: 'v1.6.0', names: ['tpm', 'preferredTPM', 'diag288'] },
  { release: 'v1.6.4', of: 'v1.6.0', from: 'v1.7.0', names: ['platform', 'extraArgs', 'memoryOvercommit'] },
];

/** Writes the CRDs of a patch release, which are those of the first one but for what was backported. */
function writePatchRelease(older: string, { release, of, from, names }: Backport): void {
  if (existsSync(join(older, release))) {
    return;
  }
  mkdirSync(join(older, release));
  for (const file of readdirSync(join(older, of))) {
    const [crd, newer] = [of, from].map((each) => parse(readFileSync(join(older, each, file), 'utf8')));
    for (const [i, { name, schema }] of crd.spec.versions.entries()) {
      const next = newer.spec.versions.find((each: { name: string }) => each.name === name) ?? newer.spec.versions[0];
      crd.spec.versions[i].schema = withNames(schema, next.schema, names);
    }
    writeFileSync(join(older, release, file), stringify(crd, { aliasDuplicateObjects: false }));
  }
}

function withNames(schema: Tree, newer: Tree, names: readonly string[]): Tree {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const other = newer[key];
      if (!isTree(value) || !isTree(other)) {
        return [key, value];
      }
      const added = key === 'properties' ? Object.entries(other).filter(([name]) => names.includes(name)) : [];
      return [key, { ...withNames(value, other, names), ...Object.fromEntries(added) }];
    }),
  );
}

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

crdsTest('the commands of the README give exactly the files that are here', () => {
  const folder = appFolder();
  const crds = join(folder, 'crds');
  cpSync(oracle('crds'), crds, { recursive: true });
  for (const backport of BACKPORTS) {
    writePatchRelease(join(crds, 'older'), backport);
  }
  const [, commands] = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'imports/README.md'), 'utf8'))!;
  const script = commands!
    .replace('CRDS=path/to/crds', `CRDS='${crds}'`)
    .replaceAll('npx polyvirt', `"${process.execPath}" "${BIN}"`);
  execFileSync('sh', ['-e', '-c', script], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const { 'README.md': _, ...committed } = textsBelow(join(ROOT, 'imports'));
  expect(textsBelow(join(folder, 'imports'))).toEqual(committed);
});

const factsTest = testWhere('facts');
const release = (text: string | undefined) => text?.replace(/^v(\d+\.\d+)\.0$/, '$1').replace(/^v/, '');

factsTest.each(Object.entries(RECORDED))('the history of the fields of %s is the recorded one', (name, at) => {
  const found = [...fieldsOf(at.table, at.kind)]
    .filter(([path]) => at.without === undefined || !path.startsWith(at.without))
    .filter(([, { since, until }]) => since !== undefined || until !== undefined)
    // A release that is known only from its branch was not recorded.
    .filter(([, { since }]) => at.table !== HCO || since !== KNOWN_RELEASES.hco!.branch)
    .map(([path, { since, until }]) => [path, { since, until }]);
  type Recorded = { since?: string; until?: string; alsoInPatch?: string[] };
  const expected = Object.entries<Recorded>(recorded('field-history.json', name));
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(
      expected.map(([path, { since, until, alsoInPatch }]) => [
        path,
        { since: release(alsoInPatch?.[0] ?? since), until: release(until) },
      ]),
    ),
  );
});

factsTest.each(Object.entries(RECORDED))('constraints of %s that changed were otherwise before', (name, at) => {
  const fields = fieldsOf(at.table, at.kind);
  const changed = Object.keys(recorded('constraint-history.json', name));
  expect(changed.filter((path) => fields.get(path)?.node.was === undefined)).toEqual([]);
});
