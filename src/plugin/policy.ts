import type { PluginPolicy } from '../argocd/output-policy';
import { wrongSetting } from '../argocd/settings';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isProblem, readYaml } from '../kube/yaml/reader';
import * as z from '../model/read/schema';
import { maybe, text } from '../model/read/shapes';

const POLICY = z.strictObject<{ readonly spec: PluginPolicy }>({
  apiVersion: z.literal('polyvirt.io/v1'),
  kind: z.literal('PluginPolicy'),
  metadata: z.exactOptional(z.record(z.string(), z.unknown())),
  spec: z.strictObject({
    typescript: maybe(
      z.union([
        z.literal(false),
        z.strictObject({
          hermetic: maybe(z.boolean(), 'Neither network nor clock nor chance; true where absent.'),
          heapMiB: maybe(z.int().check(z.minimum(32)), 'Memory that a program may use; 512 where absent.'),
        }),
      ]),
      'Whether and how programs run; they do not where absent.',
    ),
    output: maybe(
      z.strictObject({
        kinds: maybe(z.array(text), 'Kinds that may be printed, as VirtualMachine.kubevirt.io or *.kubevirt.io.'),
        namespaces: maybe(z.array(text), 'Namespaces that objects may be in; * stands for anything.'),
        clusterScoped: maybe(z.boolean(), 'Whether objects without a namespace may be printed.'),
        maximumMiB: maybe(z.number().check(z.minimum(0.001)), 'Largest output; 64 where absent.'),
      }),
      'What may be printed.',
    ),
  }),
});

/** Reads the policy of a plugin. One that cannot be read allows nothing: it may be the one that forbids. */
export function readPluginPolicy(written: string): { policy?: PluginPolicy; findings: Finding[] } {
  const [read, more] = [...readYaml(written)];
  if (read === undefined || isProblem(read) || more !== undefined) {
    const what =
      read !== undefined && isProblem(read)
        ? read.problem
        : `there is ${read === undefined ? 'no' : 'more than one'} document in it`;
    return { findings: [wrong('', what, 'write one document, with kind: PluginPolicy')] };
  }
  const parsed = POLICY.safeParse(read.value);
  if (parsed.success) {
    return { policy: parsed.data.spec, findings: [] };
  }
  return {
    findings: parsed.error.issues.map((issue) => {
      const path = issue.path.join('.');
      return issue.code === 'unrecognized_keys'
        ? wrong(path, `there is no key ${issue.keys.join(', ')}`, chooseFrom(issue.keys[0] ?? '', KEYS))
        : wrong(path, 'the value is not one that it can have', 'see docs/security.md for what may be there');
    }),
  };
}

const KEYS = ['typescript', 'output', 'hermetic', 'heapMiB', 'kinds', 'namespaces', 'clusterScoped', 'maximumMiB'];

function wrong(path: string, what: string, fix: string): Finding {
  return wrongSetting(path === '' ? 'POLYVIRT_POLICY' : `POLYVIRT_POLICY, ${path}`, what, fix);
}
