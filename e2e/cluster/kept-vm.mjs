// A VirtualMachine as KubeVirt's webhook and controller leave it: the mutations that polyvirt predicts.
//
// Source: kubevirt v1.9.0 pkg/virt-api/webhooks/mutating-webhook/mutators/vm-mutator.go, pkg/defaults/defaults.go, which put the whole spec and the
// metadata through Go's types and back; pkg/instancetype/webhooks/vm/mutator.go; pkg/virt-controller/watch/vm.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ARCHITECTURE_FACTS } = require('../../lib/src/architectures/facts.js');
const { shownQuantity } = require('../../lib/src/kube/quantity.js');
const { DEFAULT_ROWS } = require('../../lib/src/review/diff/field-rows.js');

const VM = 'VirtualMachine.kubevirt.io';
const KINDS = ['instancetype', 'preference'].map((key) => [
  key,
  DEFAULT_ROWS.find(({ kinds, path }) => kinds.includes(VM) && path === `spec.${key}.kind`).value,
]);
/** Fields that are no pointers in Go: their zero is not written. */
const ZEROS = new Map(
  DEFAULT_ROWS.filter(({ kinds, path }) => kinds.includes(VM) && path.startsWith('spec.template.')).map((row) => [
    row.path,
    row.value,
  ]),
);
/** Machines with PCIe slots to plug into, and what the webhook notes of them. */
const PCIE_MACHINES = /q35|^virt/;
const PCI_TOPOLOGY = { 'kubevirt.io/pci-topology-version': 'v3' };
/** Structs without `omitempty`: they are always there. */
const ALWAYS = new Set(['spec.template.spec.domain.devices', 'spec.template.spec.domain.resources']);

/**
 * The object as it is stored when it was applied.
 *
 * @param schema of the CRD, which says what is a quantity
 */
export function keptVm(vm, schema, { defaultArchitecture, machineTypes }) {
  const kept = throughGo(vm, schema, '');
  const { spec } = kept;
  for (const [key, kind] of KINDS) {
    if (spec[key] !== undefined) {
      spec[key] = { kind, ...spec[key] };
    }
  }
  const { template } = spec;
  template.metadata ??= {};
  const instance = template.spec;
  instance.architecture ??= defaultArchitecture;
  const domain = instance.domain;
  domain.devices ??= {};
  domain.resources ??= {};
  domain.machine = {
    type: machineTypes[instance.architecture] ?? ARCHITECTURE_FACTS[instance.architecture].machineType,
    ...domain.machine,
  };
  domain.firmware = { uuid: randomUUID(), serial: randomUUID(), ...domain.firmware };
  if (PCIE_MACHINES.test(domain.machine.type)) {
    template.metadata = { ...template.metadata, annotations: { ...PCI_TOPOLOGY, ...template.metadata?.annotations } };
  }
  return kept;
}

/** What the controllers add, and the annotation by which Argo CD remembers what it applied. */
export function asLive(stored, applied) {
  const { managedFields: _, ...metadata } = stored.metadata;
  return {
    ...stored,
    metadata: {
      ...metadata,
      annotations: {
        'kubevirt.io/latest-observed-api-version': 'v1',
        'kubevirt.io/storage-observed-api-version': 'v1',
        ...metadata.annotations,
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(applied),
      },
      finalizers: ['kubevirt.io/virtualMachineControllerFinalize', ...(metadata.finalizers ?? [])],
    },
    status: { printableStatus: 'Running', ready: true, created: true },
  };
}

/** Quantities in their canonical form, and without what Go leaves out when it writes the object. */
function throughGo(value, schema, path) {
  if (Array.isArray(value)) {
    return value.map((each) => throughGo(each, schema?.items, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) {
    return isQuantity(schema) ? shownQuantity(String(value)) : value;
  }
  const entries = Object.entries(value)
    .map(([key, each]) => [
      key,
      throughGo(each, schema?.properties?.[key] ?? schema?.additionalProperties, path === '' ? key : `${path}.${key}`),
      path === '' ? key : `${path}.${key}`,
    ])
    .filter(([, each, at]) => ALWAYS.has(at) || !isLeftOut(each, at));
  return Object.fromEntries(entries.map(([key, each]) => [key, each]));
}

function isLeftOut(value, path) {
  return (
    (Array.isArray(value) && value.length === 0) ||
    value === null ||
    (path.startsWith('spec.template.spec') && value === '') ||
    (ZEROS.has(path) && JSON.stringify(ZEROS.get(path)) === JSON.stringify(value))
  );
}

function isQuantity(schema) {
  return schema?.['x-kubernetes-int-or-string'] === true && schema.pattern?.includes('numkMGTPE') === true;
}
