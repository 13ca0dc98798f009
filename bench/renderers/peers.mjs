// Other ways to the same objects. Each gets a program of its own, made of the same machine with holes; which of them are
// here is a matter of `npm run bench:peers`.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CHOICES, HOLE, KUBEVIRT, MACHINE, objectsOf } from '../fleet.mjs';
import { CUE, GO_TEMPLATE, JSONNET, literal, PKL } from '../literal.mjs';
import { PEERS, writeFiles } from '../places.mjs';

const { emitYaml } = createRequire(import.meta.url)('../../lib/src/kube/yaml/emit.js');

/** A program of a peer, below the folder of peers. */
export const peerBinary = (name) => join(PEERS, 'bin', name);

/** Peers render one cluster: none of them knows of several. */
function peer(id, name, binary, prepare) {
  const command = peerBinary(binary);
  return {
    id,
    name,
    missing: () => (existsSync(command) ? undefined : `${binary} is not installed: npm run bench:peers`),
    prepare: (folder, fleet) => ({ command, cwd: folder, ...prepare(folder, fleet) }),
  };
}

const list = (items) => JSON.stringify(items);

export const helm = peer('helm', 'helm template', 'helm', (folder, { machines }) => {
  // A value that is nothing but a hole is a number, or a word, without quotes.
  const unquoted = emitYaml(MACHINE).replace(/"(__[A-Z]+__)"/g, '$1');
  const body = unquoted.replace(HOLE, (_, name) => GO_TEMPLATE[name]);
  const choice = (items) => `list ${items.map((item) => JSON.stringify(item)).join(' ')}`;
  writeFiles(folder, {
    'Chart.yaml': 'apiVersion: v2\nname: bench\nversion: 0.0.0\n',
    'values.yaml': `machines: ${machines}\n`,
    'templates/kubevirt.yaml': emitYaml(KUBEVIRT),
    'templates/machines.yaml': `{{- $architectures := ${choice(CHOICES.ARCHITECTURE)} }}
{{- $types := ${choice(CHOICES.TYPE)} }}
{{- range $i := until (int .Values.machines) }}
---
${body}{{- end }}
`,
  });
  return { args: ['template', 'bench', '.'] };
});

/** It has no loops: VMs are written out, and it adds the label that all have. */
export const kustomize = peer('kustomize', 'kubectl kustomize', 'kubectl', (folder, fleet) => {
  const withoutLabels = ({ metadata: { labels: _labels, ...metadata }, ...object }) => ({ ...object, metadata });
  writeFiles(folder, {
    'kustomization.yaml': `resources: [objects.yaml]\nlabels: [{ pairs: ${list(KUBEVIRT.metadata.labels)} }]\n`,
    'objects.yaml': [...objectsOf(fleet)].map((object) => emitYaml(withoutLabels(object))).join('---\n'),
  });
  return { args: ['kustomize', '.'] };
});

export const pkl = peer('pkl', 'pkl eval', 'pkl', (folder, { machines }) => {
  writeFiles(folder, {
    'main.pkl': `local architectures = List(${CHOICES.ARCHITECTURE.map((each) => JSON.stringify(each)).join(', ')})
local types = List(${CHOICES.TYPE.map((each) => JSON.stringify(each)).join(', ')})
local objects = new Listing {
  ${literal(KUBEVIRT, PKL)}
  for (i in IntSeq(0, ${machines - 1})) {
    ${literal(MACHINE, PKL)}
  }
}
output {
  value = objects
  renderer = new YamlRenderer { isStream = true }
}
`,
  });
  return { args: ['eval', 'main.pkl'] };
});

export const jsonnet = peer('jsonnet', 'jsonnet -y (go)', 'jsonnet', (folder, { machines }) => {
  writeFiles(folder, {
    'main.jsonnet': `local architectures = ${list(CHOICES.ARCHITECTURE)};
local types = ${list(CHOICES.TYPE)};
[${literal(KUBEVIRT, JSONNET)}] + [${literal(MACHINE, JSONNET)} for i in std.range(0, ${machines - 1})]
`,
  });
  return { args: ['-y', 'main.jsonnet'] };
});

export const cue = peer('cue', 'cue export', 'cue', (folder, { machines }) => {
  writeFiles(folder, {
    'main.cue': `import (
  "encoding/yaml"
  "list"
)
_architectures: ${list(CHOICES.ARCHITECTURE)}
_types: ${list(CHOICES.TYPE)}
objects: [${literal(KUBEVIRT, CUE)}, for i in list.Range(0, ${machines}, 1) ${literal(MACHINE, CUE)}]
stream: yaml.MarshalStream(objects)
`,
  });
  return { args: ['export', 'main.cue', '-e', 'stream', '--out', 'text'] };
});

export const ALL_PEERS = [helm, kustomize, pkl, jsonnet, cue];
