import type { Finding } from '../findings/finding';
import { compact, nonEmpty } from '../kube/object';
import { byText } from './affinity';
import { withoutRepeats } from './contradictions';
import { unsayable, type WrittenPlacement } from './declaration';
import { type Demands, HOST_LABEL, type NodeDemand, type PeerDemand, type SpreadDemand } from './demands';
import type { Generation } from './presets';

/** A preset of nodes as a controller reads it. */
interface WrittenPreset {
  readonly type: 'hard' | 'soft';
  readonly key: string;
  readonly values?: string[];
}

/** A placement as the provider spec of a MachineDeployment has it. */
export interface MachinePlacement {
  readonly podAffinityPreset?: 'hard' | 'soft';
  readonly podAntiAffinityPreset?: 'hard' | 'soft';
  readonly nodeAffinityPreset?: WrittenPreset;
  readonly nodeAntiAffinityPreset?: WrittenPreset;
  /** The skew is text: the controller reads it so. */
  readonly topologySpreadConstraints?: {
    readonly maxSkew: string;
    readonly topologyKey: string;
    readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  }[];
}

/** What is known around a pool of machines, for a better alternative. */
interface MachineDialectContext {
  readonly generation: Generation;
  /** Values that the nodes have of a label; nothing where they are not known. */
  readonly valuesOf?: (key: string) => readonly string[] | undefined;
}

/** A placement as a generation of the controller takes it. */
export function machinePlacement(demands: Demands, context: MachineDialectContext): WrittenPlacement<MachinePlacement> {
  const { generation } = context;
  const findings: Finding[] = [];
  const say = <T extends { readonly path: string }>(
    all: readonly T[],
    refusal: (demand: T, first: T) => Finding | undefined,
  ): T | undefined => {
    const different = withoutRepeats(all);
    let written: T | undefined;
    for (const demand of different) {
      const finding = refusal(demand, written ?? demand);
      if (finding === undefined) {
        written = demand;
      } else {
        findings.push(finding);
      }
    }
    return written;
  };
  const wanted = say(
    demands.nodes.filter((demand) => demand.wanted),
    (demand, first) => nodeRefusal(demand, first, context),
  );
  const avoided = say(
    demands.nodes.filter((demand) => !demand.wanted),
    (demand, first) => avoidRefusal(demand, first, context),
  );
  const together = say(
    demands.peers.filter((demand) => demand.together),
    (demand, first) => peerRefusal(demand, first, generation),
  );
  const apart = say(
    demands.peers.filter((demand) => !demand.together),
    (demand, first) => peerRefusal(demand, first, generation),
  );
  const spreads = withoutRepeats(generation === 'spread' ? [...demands.spreads, ...asSpread(apart)] : demands.spreads);
  findings.push(
    ...spreads.flatMap((demand) => spreadRefusal(demand, generation)),
    ...demands.tolerations.map((_, i) =>
      unsayable(
        `placement.tolerations[${i}]`,
        'the controller cannot give a machine a toleration',
        'take the taint off the nodes, or choose the pool by a label of theirs; dialect: capk can say it',
        SOURCE,
      ),
    ),
  );
  const written: MachinePlacement = {
    ...compact({
      podAffinityPreset: strengthOf(together),
      podAntiAffinityPreset: generation === 'spread' ? undefined : strengthOf(apart),
      nodeAffinityPreset: presetOf(wanted),
      nodeAntiAffinityPreset: presetOf(avoided),
      topologySpreadConstraints:
        generation === 'spread'
          ? nonEmpty(
              spreads
                .filter((each) => spreadRefusal(each, generation).length === 0)
                .map(constraintOf)
                .sort(byKey),
            )
          : undefined,
    }),
  };
  return { written, findings };
}

const SOURCE = 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go';

function nodeRefusal(
  demand: NodeDemand,
  first: NodeDemand,
  { generation }: MachineDialectContext,
): Finding | undefined {
  if (generation === 'flat') {
    return nothingAtAll(demand.path);
  }
  if (demand !== first) {
    return unsayable(
      demand.path,
      `there is one preset of nodes, and it says ${first.key} already`,
      `keep one of ${first.key} and ${demand.key}, or label the nodes that have both and name that label; dialect: capk can say both`,
      SOURCE,
    );
  }
  if (demand.weight !== 1) {
    return unsayable(
      `${demand.path}.weight`,
      `a preset has no weight, and ${demand.weight} is asked for`,
      'leave weight out: the controller always writes 1',
      SOURCE,
    );
  }
  return generation === 'presets' && demand.values.length === 0
    ? unsayable(
        `${demand.path}.values`,
        `this controller cannot ask for the label ${demand.key} of any value`,
        'list the values, or use machine-controller 1.56 or later',
        'machine-controller c175998ee: no values became an empty list, which KubeVirt rejects',
      )
    : undefined;
}

function avoidRefusal(
  demand: NodeDemand,
  first: NodeDemand,
  { generation, valuesOf }: MachineDialectContext,
): Finding | undefined {
  if (generation === 'proposal' && demand === first) {
    return undefined;
  }
  const rest = valuesOf?.(demand.key)?.filter((value) => demand.values.length > 0 && !demand.values.includes(value));
  const list = demand.hard ? 'hard' : 'soft';
  return unsayable(
    demand.path,
    generation === 'proposal' ? 'there is one preset of nodes to avoid' : 'no machine-controller can avoid nodes',
    rest === undefined || rest.length === 0
      ? `name the nodes that are welcome instead, in ${list}: by the other values of ${demand.key}, or by a label of their own; dialect: capk can say it`
      : `write ${list}: [{ key: ${demand.key}, values: [${rest.join(', ')}] }], the other values that the nodes have`,
    'machine-controller sdk/cloudprovider/kubevirt/types.go: there never was a nodeAntiAffinityPreset',
  );
}

function peerRefusal(demand: PeerDemand, first: PeerDemand, generation: Generation): Finding | undefined {
  const { path, together, topologyKey, hard } = demand;
  if (generation === 'flat') {
    return nothingAtAll(path);
  }
  if (demand.labels !== undefined) {
    return unsayable(
      `${path}.labels`,
      'machines of a MachineDeployment are about each other only',
      'leave labels out, or use dialect: capk, which can name any machines',
      SOURCE,
    );
  }
  if (demand.weight !== 1) {
    return unsayable(`${path}.weight`, 'a preset has no weight', 'leave weight out: the controller writes 1', SOURCE);
  }
  if (generation !== 'spread') {
    if (topologyKey !== HOST_LABEL) {
      return unsayable(
        `${path}.topologyKey`,
        `a preset is about hosts, not ${topologyKey}`,
        'leave topologyKey out, or choose a zone for the whole pool under hard',
        SOURCE,
      );
    }
    return demand === first
      ? undefined
      : unsayable(path, 'there is one preset for this, and it is taken', 'keep the hard one or the soft one', SOURCE);
  }
  if (together) {
    return unsayable(
      path,
      'this controller cannot keep machines together since 1.56: it reads podAffinityPreset and ignores it',
      `choose the place itself, as hard: [{ key: ${topologyKey}, values: [...] }]`,
      'machine-controller 5819bb5f2',
    );
  }
  if (hard) {
    return unsayable(
      path,
      'this controller cannot force machines apart since 1.56: it reads podAntiAffinityPreset and ignores it',
      `write spread: [{ type: hard${topologyKey === HOST_LABEL ? '' : `, topologyKey: ${topologyKey}`} }], which is weaker: once every place has one machine, a second one is allowed`,
      'machine-controller 5819bb5f2',
    );
  }
  return undefined;
}

/** To be rather apart is what an even spread without force does, and what this controller does by itself. */
function asSpread(apart: PeerDemand | undefined): SpreadDemand[] {
  return apart === undefined ? [] : [{ path: apart.path, hard: false, topologyKey: apart.topologyKey, maxSkew: 1 }];
}

function spreadRefusal({ path, labels, hard, topologyKey }: SpreadDemand, generation: Generation): Finding[] {
  if (generation === 'flat') {
    return [nothingAtAll(path)];
  }
  if (generation !== 'spread') {
    return [
      unsayable(
        path,
        'this controller has no spread constraints: they came with 1.56',
        topologyKey === HOST_LABEL
          ? `write apart: [{ type: ${hard ? 'hard' : 'soft'} }], or use machine-controller 1.56 or later`
          : 'make one pool for each place, with the place under hard, or use machine-controller 1.56 or later',
        SOURCE,
      ),
    ];
  }
  return labels === undefined
    ? []
    : [
        unsayable(
          `${path}.labels`,
          'the controller counts the machines of the same MachineDeployment only',
          'leave labels out, or use dialect: capk, which can count any machines',
          SOURCE,
        ),
      ];
}

function nothingAtAll(path: string): Finding {
  return unsayable(
    path,
    'this controller cannot place machines at all: its strict reader rejects presets',
    'use machine-controller 1.46 or later, or let the storage class and its topology decide',
    'machine-controller v1.45.0 pkg/cloudprovider/provider/kubevirt/types/types.go',
  );
}

function strengthOf(demand: PeerDemand | undefined): 'hard' | 'soft' | undefined {
  return demand === undefined ? undefined : demand.hard ? 'hard' : 'soft';
}

function presetOf(demand: NodeDemand | undefined): WrittenPreset | undefined {
  if (demand === undefined) {
    return undefined;
  }
  const { hard, key, values } = demand;
  return { type: hard ? 'hard' : 'soft', key, ...(values.length === 0 ? {} : { values: [...values] }) };
}

function constraintOf({ hard, topologyKey, maxSkew }: SpreadDemand) {
  return {
    maxSkew: String(maxSkew),
    topologyKey,
    whenUnsatisfiable: hard ? ('DoNotSchedule' as const) : ('ScheduleAnyway' as const),
  };
}

/** The order of constraints means nothing, but another order is another provider spec, and replaces all machines. */
function byKey(a: ReturnType<typeof constraintOf>, b: ReturnType<typeof constraintOf>): number {
  const text = (each: typeof a) => `${each.topologyKey}\0${each.whenUnsatisfiable}`;
  return byText(text(a), text(b));
}
