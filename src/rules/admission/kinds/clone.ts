import { textOf } from '../../../cluster/part';
import { shownValue } from '../../../findings/secrets/shown-value';
import { type Fields, isMap } from '../../../kube/object';
import type { Found } from '../../rule';
import { isMacAddress } from '../addresses';
import { fieldsOf, isJson, type KindCheck, notOne } from './kind-check';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmclone-admitter.go';
const SOURCES = ['VirtualMachine', 'VirtualMachineSnapshot'];
const TARGETS = ['VirtualMachine'];

/** What virt-api rejects in a VirtualMachineClone. */
export const checkClone: KindCheck = function* ({ spec }) {
  if (!isMap(spec)) {
    return;
  }
  yield* checkFilters(spec);
  yield* checkEnds(fieldsOf(spec, 'source'), spec.target);
  for (const [name, address] of Object.entries(fieldsOf(spec, 'newMacAddresses'))) {
    if (typeof address === 'string' && address !== '' && !isMacAddress(address)) {
      yield {
        code: 'PV003',
        path: `spec.newMacAddresses[${JSON.stringify(name)}]`,
        what: `${shownValue(address)} is not a MAC address`,
        fix: "write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'",
        source: SOURCE,
      };
    }
  }
  for (const [i, patch] of (Array.isArray(spec.patches) ? spec.patches : []).entries()) {
    if (typeof patch === 'string' && !isJson(patch)) {
      yield {
        code: 'PV003',
        path: `spec.patches[${i}]`,
        what: 'the patch is not JSON',
        fix: 'write an operation of a JSON patch: {"op": "replace", "path": "/spec/…", "value": …}',
        source: SOURCE,
      };
    }
  }
};

function* checkEnds(source: Fields, target: unknown): Found {
  const kind = textOf(source.kind);
  if (!SOURCES.includes(kind)) {
    yield notOne('spec.source.kind', kind, SOURCES, SOURCE);
  }
  for (const [key, what] of [
    ['apiGroup', 'API group'],
    ['name', 'name'],
  ] as const) {
    if (textOf(source[key]) === '') {
      yield {
        code: 'PV004',
        path: `spec.source.${key}`,
        what: `the source has no ${what}`,
        fix: `write ${key}${key === 'apiGroup' ? `: ${kind === 'VirtualMachineSnapshot' ? 'snapshot.kubevirt.io' : 'kubevirt.io'}` : ''}`,
        source: SOURCE,
      };
    }
  }
  if (!isMap(target)) {
    return;
  }
  if (!TARGETS.includes(textOf(target.kind))) {
    yield notOne('spec.target.kind', textOf(target.kind), TARGETS, SOURCE);
  } else if (kind === 'VirtualMachine' && textOf(target.name) === textOf(source.name)) {
    yield {
      code: 'PV802',
      path: 'spec.target.name',
      what: `${shownValue(target.name)} is also the name of the source`,
      fix: 'give the clone a name of its own',
      source: SOURCE,
    };
  }
}

/** Filters may begin with ! and end with *, and have neither elsewhere. */
function* checkFilters(spec: Fields): Found {
  const template = fieldsOf(spec, 'template');
  const lists = [
    ['spec.annotationFilters', spec.annotationFilters],
    ['spec.labelFilters', spec.labelFilters],
    ['spec.template.annotationFilters', template.annotationFilters],
    ['spec.template.labelFilters', template.labelFilters],
  ] as const;
  for (const [path, filters] of lists) {
    for (const [i, filter] of (Array.isArray(filters) ? filters : []).entries()) {
      if (typeof filter === 'string' && !isFilter(filter)) {
        yield {
          code: 'PV003',
          path: `${path}[${i}]`,
          what: `${shownValue(filter)} is not a filter`,
          fix: 'write ! at its beginning and * at its end only',
          source: SOURCE,
        };
      }
    }
  }
}

/** An empty one makes virt-api fail. */
function isFilter(text: string): boolean {
  return text.length <= 1
    ? text !== '!' && text !== ''
    : !text.slice(1).includes('!') && !text.slice(0, -1).includes('*');
}
