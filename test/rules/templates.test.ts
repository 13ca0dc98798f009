import { ClusterView } from '../../src/cluster/cluster-view';
import type { KubeObject } from '../../src/kube/object';
import { RULES } from '../../src/rules/all';
import { templateVms } from '../../src/rules/templates';
import { Walk } from '../../src/rules/walk';

/** As templates write it. */
const parameter = (name: string) => `\${${name}}`;

const vm = (domain: object, name = parameter('NAME')) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name },
  spec: {
    runStrategy: 'Halted',
    template: { spec: { architecture: 'amd64', domain: { devices: {}, memory: { guest: '1Gi' }, ...domain } } },
  },
});

const template = (parameters: readonly object[], ...objects: readonly object[]) =>
  ({
    apiVersion: 'template.openshift.io/v1',
    kind: 'Template',
    metadata: { name: 't' },
    objects,
    parameters,
  }) as KubeObject;

const ofKubeVirt = (parameters: readonly object[], virtualMachine: object) =>
  ({
    apiVersion: 'template.kubevirt.io/v1alpha1',
    kind: 'VirtualMachineTemplate',
    metadata: { name: 't' },
    spec: { parameters, virtualMachine },
  }) as KubeObject;

const NAME = { name: 'NAME', generate: 'expression', from: 'web-[a-z0-9]{4}' };

function said(...objects: readonly KubeObject[]): string[] {
  const walk = new Walk(RULES, new ClusterView(objects, { target: { kubevirt: '1.9' } }));
  return objects
    .flatMap((object) => walk.visit(object))
    .map(({ code, path, object: about }) => `${about!.kind} ${code} ${path}`);
}

test('parameters are replaced by their defaults, in texts and as a whole', () => {
  const cores = { name: 'CORES', value: '4' };
  const [made] = templateVms(
    template(
      [NAME, cores],
      { kind: 'Secret' },
      vm({ cpu: { cores: parameter('{CORES}'), model: `m-${parameter('CORES')}` } }),
    ),
  );
  expect(made!.vm.metadata).toEqual({ name: 'web-aaaa' });
  expect(made!.vm).toMatchObject({ spec: { template: { spec: { domain: { cpu: { cores: 4, model: 'm-4' } } } } } });
  expect(made!.path).toBe('objects[1]');
});

test('a VM that is well with the defaults of its parameters has no finding', () => {
  const memory = { name: 'MEMORY', value: '2Gi' };
  expect(said(template([NAME, memory], vm({ memory: { guest: parameter('MEMORY') } })))).toEqual([]);
  expect(said(ofKubeVirt([NAME, memory], vm({ memory: { guest: parameter('MEMORY') } })))).toEqual([]);
});

test('what is wrong with a VM is told of its template, at the place in it', () => {
  const wrong = vm({ devices: { disks: [{ name: 'ghost', disk: {} }] } });
  const path = 'spec.template.spec.domain.devices.disks[ghost].name';
  expect(said(template([NAME], wrong))).toEqual([`Template PV004 objects[0].${path}`]);
  expect(said(ofKubeVirt([NAME], wrong))).toEqual([`VirtualMachineTemplate PV004 spec.virtualMachine.${path}`]);
});

test('a default that is wrong is told, and a parameter without one is not', () => {
  const guest = vm({ memory: { guest: parameter('MEMORY') } });
  const path = 'objects[0].spec.template.spec.domain.memory.guest';
  expect(said(template([NAME, { name: 'MEMORY', value: 'much' }], guest))).toEqual([`Template PV042 ${path}`]);
  expect(said(template([NAME, { name: 'MEMORY', required: true }], guest))).toEqual([]);
});

test('VMs of two templates never meet, and those of one do', () => {
  const other = { ...template([NAME], vm({})), metadata: { name: 'u' } };
  expect(said(template([NAME], vm({})), other)).toEqual([]);
  expect(said(template([NAME], vm({}), vm({})))).toEqual(['Template PV801 objects[1].metadata.name']);
});

test('odd templates have no VMs', () => {
  const odd = [undefined, null, 5, 'a', [null], [5], [{}], {}];
  for (const value of odd) {
    const ofOpenShift = { apiVersion: 'template.openshift.io/v1', kind: 'Template', objects: value, parameters: value };
    expect(templateVms(ofOpenShift as unknown as KubeObject)).toEqual([]);
    const own = { apiVersion: 'template.kubevirt.io/v1alpha1', kind: 'VirtualMachineTemplate', spec: value };
    expect(templateVms(own as unknown as KubeObject)).toEqual([]);
  }
});
