import { type CelFunc, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { create, createFileRegistry, toJson } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_struct,
} from '@bufbuild/protobuf/wkt';
import { JsonPatch } from 'cdk8s';
import type { KubeObject } from '../../src/kube/object';
import { LIST_FUNCTIONS, QUANTITY_FUNCTIONS } from '../../src/schema/cel-libraries';

/** An object as it is after its creation under a policy. */
export type Admission =
  | { readonly is: 'untouched' }
  | { readonly is: 'refused'; readonly message: string }
  | { readonly is: 'changed'; readonly object: KubeObject };

const { STRING, MESSAGE } = FieldDescriptorProto_Type;

/** The type that the API server has for one operation of a JSON patch. */
const REGISTRY = createFileRegistry(
  create(FileDescriptorSetSchema, {
    file: [
      file_google_protobuf_struct.proto,
      create(FileDescriptorProtoSchema, {
        name: 'jsonpatch.proto',
        syntax: 'proto3',
        dependency: ['google/protobuf/struct.proto'],
        messageType: [
          {
            name: 'JSONPatch',
            field: [
              { name: 'op', number: 1, type: STRING },
              { name: 'path', number: 2, type: STRING },
              { name: 'value', number: 3, type: MESSAGE, typeName: '.google.protobuf.Value' },
            ].map((field) => ({ ...field, label: FieldDescriptorProto_Label.OPTIONAL, jsonName: field.name })),
          },
        ],
      }),
    ],
  }),
);

const ENVIRONMENT = celEnv({
  registry: REGISTRY,
  funcs: [...(strings as readonly CelFunc[]), ...LIST_FUNCTIONS, ...QUANTITY_FUNCTIONS],
});

/** Creates an object under a MutatingAdmissionPolicy, as the API server would: by evaluating its CEL. */
export function admit(policy: KubeObject, object: KubeObject): Admission {
  const spec = policy.spec as PolicySpec;
  const { labels = {} } = object.metadata;
  const selected = Object.entries(spec.matchConstraints.objectSelector.matchLabels).every(
    ([key, value]) => labels[key] === value,
  );
  try {
    if (!selected || !spec.matchConditions.every(({ expression }) => evaluate(expression, { object }) === true)) {
      return { is: 'untouched' };
    }
    const variables: Record<string, unknown> = {};
    for (const { name, expression } of spec.variables) {
      variables[name] = evaluate(expression, { object, variables });
    }
    const operations = spec.mutations.flatMap(({ jsonPatch }) => [
      ...(evaluate(jsonPatch.expression, { object, variables }) as Iterable<{ message: never }>),
    ]);
    const patches = operations.map(
      ({ message }) => toJson(REGISTRY.getMessage('JSONPatch')!, message) as unknown as JsonPatch,
    );
    return { is: 'changed', object: applied(object, patches) };
  } catch (error) {
    // With failurePolicy Fail, whatever cannot be evaluated is rejected.
    return { is: 'refused', message: String(error) };
  }
}

/** Messages of a ValidatingAdmissionPolicy about an object that is created; none where it lets it pass. */
export function refusals(policy: KubeObject, object: KubeObject): string[] {
  const { matchConstraints, matchConditions, validations } = policy.spec as unknown as PolicySpec & {
    readonly validations: readonly { expression: string; message: string; messageExpression?: string }[];
  };
  const { labels = {} } = object.metadata;
  const selected = Object.entries(matchConstraints.objectSelector.matchLabels).every(
    ([key, value]) => labels[key] === value,
  );
  return !selected || !matchConditions.every(({ expression }) => evaluate(expression, { object }) === true)
    ? []
    : validations
        .filter(({ expression }) => evaluate(expression, { object }) !== true)
        .map(({ message, messageExpression }) =>
          messageExpression === undefined ? message : String(evaluate(messageExpression, { object })),
        );
}

function applied(object: KubeObject, operations: readonly unknown[]): KubeObject {
  const patches = (operations as readonly { op: string; path: string; value: unknown }[]).map(({ op, path, value }) =>
    op === 'remove'
      ? JsonPatch.remove(path)
      : op === 'add'
        ? JsonPatch.add(path, value)
        : JsonPatch.replace(path, value),
  );
  return JsonPatch.apply(structuredClone(object), ...patches);
}

function evaluate(expression: string, bindings: Record<string, unknown>): unknown {
  const result = plan(ENVIRONMENT, parse(expression))(bindings as never);
  if (isCelError(result)) {
    throw result;
  }
  return result;
}

interface PolicySpec {
  readonly matchConstraints: { readonly objectSelector: { readonly matchLabels: Readonly<Record<string, string>> } };
  readonly matchConditions: readonly { readonly expression: string }[];
  readonly variables: readonly { readonly name: string; readonly expression: string }[];
  readonly mutations: readonly { readonly jsonPatch: { readonly expression: string } }[];
}
