import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { InfraLabels, infraLabelsAccess, Platform } from '../../src/index';
import { emitYaml } from '../../src/kube/yaml/emit';
import { checkInfraLabels } from '../../src/machines/infra-labels';
import { platformObjects } from '../../src/model/manifests/platform';
import { ROOT } from '../app-folder';

const keys = [{ from: 'rack', to: 'infra.example.com/rack' }];

test('the rights in the infra cluster are those of the decision', () => {
  const { infra } = infraLabelsAccess({ infraNamespace: 'cluster-north' });
  const page = readFileSync(join(ROOT, 'docs/adr/0012-labels-from-infra-to-user-cluster.md'), 'utf8');
  expect(page).toContain(`\`\`\`text\n${infra.map((object) => emitYaml(object)).join('---\n')}\`\`\``);
});

test('in the user cluster one list can be read, and nodes patched, by the account that was named', () => {
  const infraLabels = { name: 'labels', namespace: 'edge', keys, controller: { serviceAccount: 'copier' } };
  const { objects } = platformObjects({ name: 'north', infraLabels });
  const written = objects.map(({ object }) => object);
  expect(written.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`)).toEqual([
    'ConfigMap edge/labels',
    'ServiceAccount edge/copier',
    'ClusterRole /copier',
    'ClusterRoleBinding /copier',
    'Role edge/copier',
    'RoleBinding edge/copier',
  ]);
  expect(written.flatMap(({ rules = [] }) => rules)).toEqual([
    { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'patch'] },
    { apiGroups: [''], resources: ['configmaps'], resourceNames: ['labels'], verbs: ['get', 'list', 'watch'] },
  ]);
  const platform = new Platform(Testing.app(), 'north', {});
  new InfraLabels(platform, 'labels', infraLabels);
  const byText = (all: readonly unknown[]) => all.map((each) => JSON.stringify(each)).sort();
  expect(byText(Testing.synth(platform).map(sorted))).toEqual(byText(written.map(sorted)));
});

/** The same object with its keys in order, since only the content counts. */
function sorted(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;
}

test('an account must have a name that can be one', () => {
  const found = (serviceAccount: string) => checkInfraLabels({ keys, controller: { serviceAccount } });
  expect(found('copier')).toEqual([]);
  expect(found('Copier_1').map(({ code, path }) => [code, path])).toEqual([['PV003', 'controller.serviceAccount']]);
});
