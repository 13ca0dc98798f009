import type { HyperConvergedSpec, HyperConvergedV1beta1Spec } from '../../imports/hco';
import type { HcoFeatureGate } from '../gates/hco';
import { COMMON_FIELD_SINCE, hyperConvergedNamespace, MULTI_ARCH_SWITCH } from '../golden-images/facts';
import { switchPlace } from '../golden-images/hyper-converged-view';
import { asText, isMap, type MutableFields } from '../kube/object';
import { atLeast } from '../kube/release';
import { type HyperConvergedVersion, preferredVersion } from '../target/facts';
import { WORKER_LABEL } from '../target/nodes';
import { KSM, type KsmConfiguration } from './cluster-settings';
import { type HyperConvergedPlacement, hyperConvergedPlacementRow } from './component-placement';
import type { PlatformContext } from './context';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import type { GoldenImage, GoldenImageDeclaration } from './golden-image';
import { HYPER_CONVERGED_GUESTS_ROWS, type HyperConvergedGuests } from './hyper-converged-guests';
import { type HyperConvergedContext, inVersions } from './hyper-converged-parts';
import { HYPER_CONVERGED_SERVICES_ROWS, type HyperConvergedServices } from './hyper-converged-services';
import type { EvictionStrategy } from './instance-pod';
import { evictionStrategy } from './kubevirt';
import { entries } from './metadata';
import type { Plain } from './rows/plain';
import { derived, field, group, put, type Row, table } from './rows/row';
import { flag, listOf, text, word } from './rows/shapes';
import type { Taken } from './rows/taken';

export type { HyperConvergedPlacement } from './component-placement';

/** Parts of HyperConverged, without the images that it imports. */
interface HyperConvergedKeys
  extends HyperConvergedGuests,
    HyperConvergedServices,
    EscapeHatches<HyperConvergedSpec | HyperConvergedV1beta1Spec> {
  /**
   * Namespace of the resource: that of the operator, which looks nowhere else.
   *
   * @default 'kubevirt-hyperconverged'
   */
  readonly namespace?: string;

  /**
   * Labels of the resource.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the resource.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * Version of the API in which it is written.
   *
   * @default - the one that the release stores: `v1` from 1.19, `v1beta1` before
   */
  readonly version?: 'v1beta1' | 'v1';

  /**
   * Whether golden images are imported once for each architecture. From 1.16; written where the release wants it.
   *
   * Switching it imports all images again.
   *
   * @default - HyperConverged's: off
   */
  readonly enableMultiArchBootImageImport?: boolean;

  /**
   * Whether the images that HyperConverged brings along are imported.
   *
   * @default - HyperConverged's: yes
   */
  readonly enableCommonBootImageImport?: boolean;

  /**
   * Where the images that HyperConverged brings along go.
   *
   * @default - SSP's: `kubevirt-os-images`
   */
  readonly commonBootImageNamespace?: string;

  /**
   * Where virtual machines can run. Their architectures decide what images are imported for.
   *
   * @default - HyperConverged's: nodes with the label of workers
   */
  readonly workloads?: HyperConvergedPlacement;

  /**
   * Where the operators' own components run.
   *
   * @default - HyperConverged's
   */
  readonly infra?: HyperConvergedPlacement;

  /**
   * Feature gates of HyperConverged that are on.
   *
   * @default - those that are on by themselves
   */
  readonly featureGates?: readonly HcoFeatureGate[];

  /**
   * Feature gates of HyperConverged that are off although they would be on by themselves.
   *
   * @default - none
   */
  readonly disabledFeatureGates?: readonly HcoFeatureGate[];

  /**
   * CPU model of guests that name none, on every architecture alike.
   *
   * @default - KubeVirt's
   */
  readonly defaultCPUModel?: string;

  /**
   * What happens to guests when their node is drained.
   *
   * @default - what the operator would write: `LiveMigrate` with several workers, `None` with one
   */
  readonly evictionStrategy?: EvictionStrategy | null;

  /**
   * How running guests get a new launcher after an update of KubeVirt; an empty list for not at all.
   *
   * @default - HyperConverged's: `LiveMigrate`
   */
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];

  /**
   * Nodes on which equal pages of memory are merged.
   *
   * @default - none: empty from HyperConverged 1.17, as its webhook writes it
   */
  readonly ksmConfiguration?: KsmConfiguration | null;
}

/** How HyperConverged installs virtualization on a cluster. */
export interface HyperConvergedProps extends HyperConvergedKeys {
  /**
   * Images to import, beside the built-in ones or instead of them. More can be added with `addGoldenImage()`.
   *
   * @default - the built-in ones only
   */
  readonly goldenImages?: readonly (GoldenImage | GoldenImageDeclaration)[];
}

/** The HyperConverged resource of a cluster, as plain data. Its images are beside it. */
export type HyperConvergedDeclaration = Plain<
  Omit<HyperConvergedKeys, 'spec' | 'patches' | 'featureGates' | 'disabledFeatureGates'>
> &
  EscapeHatches<HyperConvergedSpec | HyperConvergedV1beta1Spec> & {
    readonly featureGates?: readonly string[];
    readonly disabledFeatureGates?: readonly string[];
  };

/** First release whose webhook adds an empty configuration of KSM. */
const KSM_SINCE = '1.17';

const GATES = ['spec', 'featureGates'];

const NAMESPACE = field('metadata.namespace', text, 'other');

/** The HyperConverged resource, in either version of its API. */
export const HYPER_CONVERGED = table<HyperConvergedDeclaration, HyperConvergedContext>('HyperConvergedKeys', () => ({
  namespace: {
    ...NAMESPACE,
    read: (from, context, said) => {
      const value = NAMESPACE.read(from, context, said);
      return value === hyperConvergedNamespace(context.platform.target) ? undefined : value;
    },
  },
  labels: entries('metadata.labels', { tier: 'front' }),
  annotations: entries('metadata.annotations', { 'example.org/owner': 'shop' }),
  version: {
    fields: ['apiVersion'],
    shape: word<HyperConvergedVersion>('v1beta1', 'v1'),
    example: 'v1beta1',
    write: () => undefined,
    read: (from, { version, hco }) => {
      from.take(['apiVersion']);
      return version === preferredVersion(hco) ? undefined : version;
    },
  },
  featureGates: gates(true, 'persistentReservation'),
  disabledFeatureGates: gates(false, 'videoConfig'),
  [MULTI_ARCH_SWITCH]: multiArch(),
  enableCommonBootImageImport: common(),
  commonBootImageNamespace: inVersions('commonBootImageNamespace', 'workloadSources.commonBootImageNamespace', (path) =>
    field(path, text, 'images'),
  ),
  infra: inVersions('infra.nodePlacement', 'deployment.nodePlacements.infra', (path) =>
    hyperConvergedPlacementRow(path, 'infra'),
  ),
  workloads: inVersions('workloads.nodePlacement', 'deployment.nodePlacements.workload', (path) =>
    hyperConvergedPlacementRow(path, 'workloads'),
  ),
  defaultCPUModel: inVersions('defaultCPUModel', 'virtualization.virtualMachineOptions.defaultCPUModel', (path) =>
    field(path, text, 'Haswell'),
  ),
  evictionStrategy: derived<EvictionStrategy, HyperConvergedContext>(
    inVersions('evictionStrategy', 'virtualization.evictionStrategy', (path) =>
      field(path, evictionStrategy, 'External'),
    ),
    ({ platform }) => defaultEvictionStrategy(platform),
  ),
  workloadUpdateMethods: inVersions(
    'workloadUpdateStrategy.workloadUpdateMethods',
    'virtualization.workloadUpdateStrategy.workloadUpdateMethods',
    (path) => field(path, listOf(word('LiveMigrate', 'Evict')), ['Evict']),
  ),
  ksmConfiguration: derived<KsmConfiguration, HyperConvergedContext>(
    inVersions('ksmConfiguration', 'virtualization.ksmConfiguration', (path) => group(path, KSM)),
    ({ hco }) => (atLeast(hco, KSM_SINCE) ? {} : undefined),
  ),
  ...HYPER_CONVERGED_GUESTS_ROWS,
  ...HYPER_CONVERGED_SERVICES_ROWS,
  ...escapeRows<HyperConvergedSpec | HyperConvergedV1beta1Spec>({
    observability: { allowedAlerts: ['VMStorageClassWarning'] },
  }),
}));

/** What the operator writes into the resource: guests migrate where there is another worker to migrate to. */
function defaultEvictionStrategy({ nodes }: PlatformContext): EvictionStrategy | undefined {
  const workers = nodes?.filter(({ labels }) => WORKER_LABEL in labels).length;
  return workers === undefined ? undefined : workers > 1 ? 'LiveMigrate' : 'None';
}

/** Gates that are on or off: a map of switches in v1beta1; in v1 one list of all, of which several keys decide. */
function gates(on: boolean, example: string): Row<readonly string[], HyperConvergedContext> {
  return {
    fields: ['spec.featureGates!'],
    shape: listOf(text),
    example: [example],
    write: (names, out, context) => {
      if (context.version === 'v1') {
        putGates(out, context);
        return;
      }
      for (const name of names.filter((each) => each !== MULTI_ARCH_SWITCH)) {
        put(out, [...GATES, name], on);
      }
    },
    read: (from, { version }) => {
      const names = version === 'v1' ? takeListed(from, on) : takeSwitched(from, on);
      return names.length === 0 ? undefined : names;
    },
  };
}

function putGates(out: MutableFields, { gates: listed }: HyperConvergedContext): void {
  if (listed.length > 0) {
    put(out, GATES, listed);
  }
}

function takeSwitched(from: Taken, on: boolean): string[] {
  const found = from.peek(GATES);
  const names = Object.entries(isMap(found) ? found : {}).flatMap(([name, value]) => (value === on ? [name] : []));
  for (const name of names) {
    from.take([...GATES, name]);
  }
  return names;
}

function takeListed(from: Taken, on: boolean, only?: string): string[] {
  const found = from.peek(GATES);
  const list = Array.isArray(found) ? found.filter(isMap) : [];
  const taken = list.filter(
    ({ name, state }) => (state !== 'Disabled') === on && (only === undefined || name === only),
  );
  if (taken.length > 0) {
    from.take(GATES);
    const rest = list.filter((gate) => !taken.includes(gate));
    if (rest.length > 0) {
      put(from.root, GATES, rest);
    }
  }
  return taken.map(({ name }) => asText(name));
}

/** The switch is a gate in some releases and a field in others. */
function multiArch(): Row<boolean, HyperConvergedContext> {
  const gate = field(`spec.featureGates.${MULTI_ARCH_SWITCH}`, flag, true);
  const own = field(`spec.workloadSources.${MULTI_ARCH_SWITCH}`, flag, true);
  return {
    ...own,
    fields: [...own.fields, ...gate.fields],
    isReadFirst: true,
    write: (value, out, context) => {
      const { version, hco } = context;
      const place = switchPlace(version, hco);
      if (place === 'field') {
        own.write(value, out, context);
      } else if (version === 'v1') {
        putGates(out, context);
      } else if (place === 'gate') {
        gate.write(value, out, context);
      }
    },
    read: (from, context, said) => {
      const { version, hco } = context;
      const place = switchPlace(version, hco);
      if (place !== 'field' && version === 'v1') {
        return takeListed(from, true, MULTI_ARCH_SWITCH).length > 0 ? true : undefined;
      }
      return place === 'absent' ? undefined : (place === 'field' ? own : gate).read(from, context, said);
    },
  };
}

/** A gate before it was a field. */
function common(): Row<boolean, HyperConvergedContext> {
  const key = 'enableCommonBootImageImport';
  const gate = field(`spec.featureGates.${key}`, flag, false);
  const later = inVersions<boolean>(key, `workloadSources.${key}`, (path) => field(path, flag, false));
  const rowOf = ({ version, hco }: HyperConvergedContext) =>
    version === 'v1' || atLeast(hco, COMMON_FIELD_SINCE) ? later : gate;
  return {
    ...later,
    isReadFirst: true,
    write: (value, out, context) => rowOf(context).write(value, out, context),
    read: (from, context, said) => rowOf(context).read(from, context, said),
  };
}
