import { Option } from 'commander';
import type { Cluster } from '../../cluster/cluster';
import { ClusterView } from '../../cluster/cluster-view';
import { oneLine } from '../../findings/escape/characters';
import { jsonText } from '../../findings/escape/formats';
import { hasErrors } from '../../findings/finding';
import { hyperConvergedNamespace } from '../../golden-images/facts';
import { namespaceOf } from '../../kube/identity';
import { atLeast } from '../../kube/release';
import { streamText } from '../../kube/yaml/files';
import { groupPolicies, POLICIES_SINCE, type PolicyChoice, policyObjects } from '../../policies/policies';
import { POLICY_ACTIONS, POLICY_GROUPS, type PolicyAction, type PolicyGroup } from '../../policies/policy-rule';
import { matchedObjects, notInCel, type PolicyHit, policyHits } from '../../policies/report';
import { policyFactsOf } from '../../rules/policy-facts';
import { celEvaluator } from '../../schema/cel-evaluator';
import type { PolicySpec } from '../../schema/cel-policy';
import { openSource } from '../../sources/open-source';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import {
  addClusterOptions,
  addParameterOptions,
  type ClusterOptions,
  chosenClusters,
  clusterInputsOf,
  titleOf,
} from './options';

interface PolicyCommandOptions extends ClusterOptions {
  readonly only?: readonly PolicyGroup[];
  readonly action: PolicyAction;
  readonly namespace?: string;
  readonly exemptions: boolean;
  readonly of?: string;
  readonly report?: boolean;
  readonly fail?: boolean;
  readonly format: 'text' | 'json';
}

const EXAMPLES = `
Examples:
  polyvirt policy --report                          what the policies would reject in the platform in this folder
  polyvirt policy --report --cluster live.yaml      the same for a cluster: kubectl get kubevirt,vm,vmi,vmirs,vmpool -A -o yaml
  polyvirt policy > policies.yaml                   policies that only write to the audit log
  polyvirt policy --action Deny --only architectures traps
                                                    reject what no architecture of the cluster can run
  polyvirt policy --cluster live.yaml vms/          manifests, for the KubeVirt of a snapshot

The policies enforce the rules of polyvirt check in the API server, for objects that do not come from Git: VirtualMachines,
VirtualMachineInstances and their ReplicaSets and Pools, when they are created or their spec changes. Start with Audit, look at
--report, then Warn, then Deny. Rules that cannot be written in CEL are listed on stderr and in the JSON. Namespaces with the
label polyvirt.io/enforce: "off" and objects with the label polyvirt.io/exempt are skipped.

docs/schemas/policy.schema.json describes the JSON output.

Exit codes: 0 success; 1 the platform cannot be read, its API server does not support the policies, or with --fail something would
be rejected; 2 usage error.`;

/** `polyvirt policy [path…]`: the rules as ValidatingAdmissionPolicies, for what comes past Git. */
export const policy: Command = {
  configure: (commander) => {
    return addParameterOptions(
      addClusterOptions(
        commander.argument(
          '[path...]',
          'folder or file of a platform, manifests, or - for stdin; default: this folder',
        ),
      ),
    )
      .addOption(
        new Option('--only <group...>', 'only these groups of rules; default: all').choices([...POLICY_GROUPS]),
      )
      .addOption(
        new Option('--action <action>', 'what to do with an object that breaks a rule')
          .choices([...POLICY_ACTIONS])
          .default('Audit'),
      )
      .option('--report', 'show what the policies would reject in the manifests or the snapshot; write none')
      .option('--fail', 'with --report: exit 1 if something would be rejected')
      .option(
        '--namespace <name>',
        'namespace of their ConfigMap; default: that of the KubeVirt or HyperConverged resource',
      )
      .option('--no-exemptions', 'exempt no object by its label')
      .option('--of <cluster>', 'only this cluster, if there are several')
      .addOption(new Option('-f, --format <format>', 'output format').choices(['text', 'json']).default('text'))
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runPolicy(args, options as unknown as PolicyCommandOptions, io),
};

async function runPolicy(paths: readonly string[], options: PolicyCommandOptions, io: CommandIo): Promise<ExitCode> {
  if (options.fail === true && options.report !== true) {
    io.err('error: --fail is for --report, which says what would be rejected\n');
    return 2;
  }
  const opened = openSource({ paths, ...clusterInputsOf(options) });
  const clusters: Cluster[] = [];
  for await (const cluster of opened) {
    clusters.push(cluster);
  }
  const findings = await opened.locate(opened.findings);
  if (hasErrors(findings)) {
    printFindings(findings, io);
    return 1;
  }
  const chosen = chosenClusters(clusters, options.of);
  if (typeof chosen === 'string' || chosen.length > 1) {
    const names = typeof chosen === 'string' ? '' : chosen.map(({ name }) => name).join(', ');
    io.err(
      `error: ${typeof chosen === 'string' ? chosen : `there are several clusters: name one by --of, of ${names}`}\n`,
    );
    return 2;
  }
  const [cluster] = chosen as [Cluster];
  const { kubernetes, kubevirt } = cluster.target;
  if (kubernetes !== undefined && !atLeast(kubernetes, POLICIES_SINCE)) {
    io.err(
      `error: Kubernetes ${kubernetes} has no ValidatingAdmissionPolicies in v1; they came with ${POLICIES_SINCE}. Nothing is written\n`,
    );
    return 1;
  }
  return writePolicies(cluster, kubevirt, titleOf(cluster, paths), options, io);
}

function writePolicies(
  cluster: Cluster,
  kubevirt: string,
  title: string,
  options: PolicyCommandOptions,
  io: CommandIo,
): ExitCode {
  const { action, report } = options;
  const objects = cluster.objects.map(({ object }) => object);
  const view = new ClusterView(objects, cluster);
  const facts = policyFactsOf(view);
  const asked = options.only ?? POLICY_GROUPS;
  // Without the lists of a KubeVirt only its defaults are known, and refusing by those would be a guess.
  const only = facts.gates.isKnown ? asked : asked.filter((group) => group !== 'gates');
  const namespace = options.namespace ?? installedIn(view);
  const choice: PolicyChoice = {
    only,
    action,
    exemptions: options.exemptions,
    ...(namespace === undefined ? {} : { namespace }),
  };
  const policies = groupPolicies(facts, choice);
  const written = policyObjects(facts, choice, policies);
  const hits =
    report === true
      ? policyHits(objects, policies, written, (spec, object, params) =>
          celEvaluator().judgePolicy(spec as PolicySpec, object, params),
        )
      : undefined;
  const enforced = policies.map(({ name, group, action: does, rules }) => ({
    policy: name,
    group,
    action: does,
    codes: [...new Set(rules.map(({ code }) => code))].sort(),
    rules: rules.length,
  }));
  const notEnforced = notInCel(facts, asked);
  if (options.format === 'json') {
    const common = { cluster: title, kubevirt, action, enforced, notEnforced };
    const answer =
      hits === undefined
        ? { ...common, objects: written }
        : { ...common, summary: { objects: matchedObjects(objects), refused: refusedBy(hits) }, refused: hits };
    io.out(`${jsonText(answer, 2)}\n`);
  } else if (hits === undefined) {
    io.out(written.map((object) => streamText(object, 'yaml')).join(''));
  } else {
    io.out(hits.map(hitText).join(''));
  }
  for (const { what, why } of notEnforced) {
    io.err(`not enforced: ${oneLine(what)}: ${oneLine(why)}\n`);
  }
  const count = policies.reduce((sum, { rules }) => sum + rules.length, 0);
  io.err(
    hits === undefined
      ? `${policies.length} policies with ${count} rules for KubeVirt ${kubevirt}, action ${action}\n`
      : `${refusedBy(hits)} of ${matchedObjects(objects)} objects would be ${SAID[action]} by ${count} rules for KubeVirt ${kubevirt}\n`,
  );
  return options.fail === true && hits !== undefined && hits.length > 0 ? 1 : 0;
}

/** The namespace of what runs VMs there, which is there before its policies. */
function installedIn(view: ClusterView): string | undefined {
  const [managed] = view.ofKind('hco.kubevirt.io', 'HyperConverged');
  const installed = view.kubevirt ?? managed;
  const { hco, ...target } = view.target;
  return installed !== undefined
    ? namespaceOf(installed)
    : hco === undefined
      ? undefined
      : hyperConvergedNamespace(target);
}

const SAID: Readonly<Record<PolicyAction, string>> = { Audit: 'noted', Warn: 'warned of', Deny: 'rejected' };

function refusedBy(hits: readonly PolicyHit[]): number {
  return new Set(hits.map(({ object }) => `${object.kind} ${object.namespace ?? ''}/${object.name}`)).size;
}

function hitText({ object, action, message }: PolicyHit): string {
  const { kind, namespace, name } = object;
  return `${action} ${oneLine(`${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}: ${message}`)}\n`;
}
