// Commands that judge and compare what is written already, and others that are asked about the same files. What each says
// is its own matter, so nothing of it is compared; it has to end as it does where all is well.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { objectsOf } from '../fleet.mjs';
import { BIN, writeFiles } from '../places.mjs';
import { peerBinary } from './peers.mjs';
import { plugin } from './polyvirt.mjs';

const require = createRequire(import.meta.url);
const { emitYaml } = require('../../lib/src/kube/yaml/emit.js');
const { parseAllDocuments } = require('yaml');

const streamOf = (objects) => [...objects].map((object) => emitYaml(object)).join('---\n');

const NODES = ['amd64', 'arm64', 's390x'].flatMap((architecture) =>
  [0, 1, 2, 3].map((zone) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `${architecture}-${zone}`,
      labels: {
        'kubernetes.io/arch': architecture,
        'kubernetes.io/hostname': `${architecture}-${zone}`,
        'kubevirt.io/schedulable': 'true',
        'topology.kubernetes.io/zone': `zone-${zone}`,
      },
    },
    status: { allocatable: { cpu: '8000', memory: '64Ti', pods: '100000', 'devices.kubevirt.io/kvm': '100000' } },
  })),
);

function polyvirt(id, args, files, { code = 0 } = {}) {
  return {
    id,
    name: `polyvirt ${id}`,
    isQuestion: true,
    prepare: (folder, fleet) => {
      writeFiles(folder, files(fleet));
      return { command: process.execPath, args: [BIN, ...args], cwd: folder, code };
    },
  };
}

const all = (fleet) => ({ 'all.yaml': streamOf(objectsOf(fleet)) });

/** Two sides, of which the second has one VM with more memory. */
function sides(fleet) {
  const objects = [...objectsOf(fleet)];
  const after = objects.map((object, i) => (i === 1 ? withMemory(object, '33Gi') : object));
  return { 'before/all.yaml': streamOf(objects), 'after/all.yaml': streamOf(after) };
}

function withMemory(object, guest) {
  const copy = structuredClone(object);
  copy.spec.template.spec.domain.memory.guest = guest;
  return copy;
}

const check = polyvirt('check', ['check', 'all.yaml', '--kubevirt', '1.9'], all);
const review = polyvirt('review', ['review', 'before', 'after', '--kubevirt', '1.9'], sides, { code: 10 });
const place = polyvirt('place', ['place', 'all.yaml', '--kubevirt', '1.9'], (fleet) => ({
  'all.yaml': streamOf([...NODES, ...objectsOf(fleet)]),
}));
const generate = { ...plugin(false), id: 'generate', name: 'polyvirt argocd generate', isQuestion: true };

/** A peer that is asked about files; with `needsCrds`, one that knows no kind of KubeVirt by itself. */
function peer(id, binary, args, files, { needsCrds = false } = {}) {
  const command = peerBinary(binary);
  return {
    id,
    name: [binary, ...args.slice(0, 1).filter((word) => /^[a-z]+$/.test(word))].join(' '),
    isQuestion: true,
    missing: (_, { crds }) =>
      !existsSync(command)
        ? `${binary} is not installed: npm run bench:peers`
        : needsCrds && crds === undefined
          ? 'it needs the CRDs of KubeVirt: --crds DIR'
          : undefined,
    prepare: (folder, fleet, { crds }) => {
      writeFiles(folder, { ...files(fleet), ...(needsCrds ? schemas(crds) : {}) });
      return { command, args, cwd: folder };
    },
  };
}

/** CRDs as they are, and their schemas by the names under which kubeconform looks for them. */
function schemas(crds) {
  const files = readdirSync(crds).filter((name) => /^kubevirt\.io_(kubevirts|virtualmachines)\.yaml$/.test(name));
  return Object.fromEntries(
    files.flatMap((name) => {
      const text = readFileSync(resolve(crds, name), 'utf8');
      const definitions = parseAllDocuments(text).map((document) => document.toJS());
      return [
        [join('crds', name), text],
        ...definitions.flatMap(({ spec }) =>
          spec.versions.map((version) => [
            join('schemas', `${spec.names.kind.toLowerCase()}_${version.name}.json`),
            JSON.stringify(jsonSchema(version.schema.openAPIV3Schema)),
          ]),
        ),
      ];
    }),
  );
}

/** What OpenAPI says in a word of its own, in those of JSON Schema. */
function jsonSchema(schema) {
  if (Array.isArray(schema)) {
    return schema.map(jsonSchema);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const { 'x-kubernetes-int-or-string': isEither, type, ...rest } = schema;
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, jsonSchema(value)]));
  return {
    ...copy,
    ...(isEither === true ? { type: ['integer', 'string'] } : type === undefined ? {} : { type: jsonSchema(type) }),
  };
}

const kubeconform = peer(
  'kubeconform',
  'kubeconform',
  ['-schema-location', 'schemas/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json', 'all.yaml'],
  all,
  { needsCrds: true },
);
const kubectlValidate = peer('kubectl-validate', 'kubectl-validate', ['all.yaml', '--local-crds', 'crds'], all, {
  needsCrds: true,
});
const dyff = peer('dyff', 'dyff', ['between', 'before/all.yaml', 'after/all.yaml'], sides);

export const QUESTIONS = [check, kubeconform, kubectlValidate, review, dyff, place, generate];
