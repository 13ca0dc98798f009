import { type Fields, isMap } from '../../kube/object';
import type { VmRow } from './effect-row';
import { inVm, itemName, itemOf, LISTS, type VmField } from './vm-view';

interface NetworkChange {
  readonly old: Fields | undefined;
  readonly fresh: Fields | undefined;
  readonly oldNetwork: Fields | undefined;
  readonly freshNetwork: Fields | undefined;
}

function interfaceOf({ change, before, after }: VmField): NetworkChange {
  const name = itemName(change, 'interfaces') ?? itemName(change, 'networks');
  return {
    old: itemOf(before, LISTS.interfaces, name),
    fresh: itemOf(after, LISTS.interfaces, name),
    oldNetwork: itemOf(before, LISTS.networks, name),
    freshNetwork: itemOf(after, LISTS.networks, name),
  };
}

const isAdded = (view: VmField) => {
  const { old, fresh } = interfaceOf(view);
  return old === undefined && fresh !== undefined;
};
const isRemoved = (view: VmField) => {
  const { old, fresh, oldNetwork, freshNetwork } = interfaceOf(view);
  return (old !== undefined && fresh === undefined) || (oldNetwork !== undefined && freshNetwork === undefined);
};
const stateOf = (view: VmField) => interfaceOf(view).fresh?.state;
const isSriov = (view: VmField) => isMap(interfaceOf(view).fresh?.sriov);
const listsNone = ({ before }: VmField) => {
  const list = inVm(before, LISTS.interfaces);
  return !Array.isArray(list) || list.length === 0;
};

const RESTART = { effect: 'restart-required', severity: 'disruptive', assumes: ['last-start'] } as const;
const REJECTED = { effect: 'rejected', severity: 'rejected', always: true } as const;
const MIGRATED = {
  effect: 'live-migrate',
  severity: 'caution',
  byMigration: 'of the VM',
  assumes: ['last-start'],
} as const;
const NEEDS_RESTART = 'kubevirt pkg/network/vmliveupdate/restart.go';
const CONTROLLER = 'kubevirt pkg/network/controllers/vm.go';
const EVALUATOR = 'pkg/network/migration/evaluator.go';
const ADMITTER = 'kubevirt pkg/network/admitter/admit.go';
const STATE = `${LISTS.interfaces}[].state`;

/** What rows of an interface hold for its network too: the two come and go together. */
function forBoth(row: Omit<VmRow, 'path'>): VmRow[] {
  return [
    { ...row, path: LISTS.interfaces },
    { ...row, path: LISTS.networks },
  ];
}

/** Interfaces and networks of a VM that runs, kubevirt 1.3 to 1.9. */
export const NETWORK_ROWS: readonly VmRow[] = [
  {
    path: LISTS.interfaces,
    when: ({ change }) => change.order !== undefined,
    effect: 'next-start',
    severity: 'caution',
    always: true,
    text: 'The guest sees its interfaces in another order from its next start on: their names may change.',
    source: 'kubevirt pkg/virt-launcher/virtwrap/converter: interfaces are made in the order of the list',
  },
  ...forBoth({
    when: (view) => isAdded(view) && stateOf(view) === 'absent',
    effect: 'none',
    severity: 'info',
    text: 'No effect: an interface that is absent is not plugged in, and KubeVirt removes the entry.',
    source: `${CONTROLLER} applyDynamicIfaceRequestOnVMI, clearDetachedIfacesFromVM`,
  }),
  ...forBoth({
    when: (view) => isAdded(view) && listsNone(view),
    ...RESTART,
    text: 'Restart needed, after which the pod network is gone: it is attached by itself only where no interface is listed.',
    source: `${NEEDS_RESTART}; pkg/network/vmispec SetDefaultNetworkInterface`,
  }),
  ...forBoth({
    since: '1.8',
    when: (view) => isAdded(view) && isMap(interfaceOf(view).freshNetwork?.pod),
    ...RESTART,
    text: 'Restart needed: the pod network is not plugged into a running VM.',
    source: `${NEEDS_RESTART} shouldNetsChangeRequireRestart, 1.8 and later`,
  }),
  ...forBoth({
    when: (view) => isAdded(view) && isSriov(view),
    ...MIGRATED,
    text: 'The interface is plugged in by a live migration, at once.',
    source: `${CONTROLLER}; ${EVALUATOR}`,
  }),
  ...forBoth({
    when: (view) => isAdded(view) && isMap(interfaceOf(view).fresh?.bridge),
    ...MIGRATED,
    text: 'The interface is plugged in; where nothing else attaches it to the pod within 15 s, by a live migration.',
    source: `${CONTROLLER}; ${EVALUATOR}`,
  }),
  ...forBoth({
    when: isAdded,
    effect: 'next-start',
    severity: 'caution',
    text: 'Counts at the next start, and no condition says so: only bridge and SR-IOV interfaces are plugged in.',
    source: CONTROLLER,
  }),
  {
    path: STATE,
    when: (view) => isSriov(view) && stateOf(view) !== 'absent',
    ...REJECTED,
    text: 'Refused: an SR-IOV interface has no link to set up or down.',
    source: ADMITTER,
  },
  {
    path: STATE,
    when: (view) =>
      stateOf(view) === 'absent' &&
      (!isMap(interfaceOf(view).fresh?.bridge) || !isMap(interfaceOf(view).freshNetwork?.multus)),
    ...REJECTED,
    text: 'Refused: only a bridge on a network other than the default one is unplugged.',
    source: ADMITTER,
  },
  {
    path: STATE,
    when: (view) => stateOf(view) === 'absent',
    ...MIGRATED,
    text: 'The interface leaves the running VM, then a live migration drops it from the pod. KubeVirt removes the entry: drop it from Git next.',
    source: `${CONTROLLER}; ${EVALUATOR}`,
  },
  {
    path: STATE,
    when: (view) => stateOf(view) === 'down',
    effect: 'live-update',
    severity: 'caution',
    text: 'The link goes down in the running VM.',
    source: `${CONTROLLER}; ${NEEDS_RESTART}`,
  },
  {
    path: STATE,
    effect: 'live-update',
    severity: 'info',
    text: 'The link comes up in the running VM.',
    source: `${CONTROLLER}; ${NEEDS_RESTART}`,
  },
  ...forBoth({
    when: (view) => isRemoved(view) && interfaceOf(view).old?.state === 'absent',
    effect: 'none',
    severity: 'info',
    text: 'KubeVirt removed the entry itself when the interface became absent.',
    source: CONTROLLER,
  }),
  ...forBoth({
    when: isRemoved,
    ...RESTART,
    text: 'Restart needed: set state: absent first to unplug an interface from a running VM.',
    source: NEEDS_RESTART,
  }),
  {
    path: `${LISTS.networks}[].multus.networkName`,
    since: '1.9',
    ...MIGRATED,
    text: 'The interface is moved to the other network by a live migration.',
    source: `${NEEDS_RESTART}; ${EVALUATOR}; GA in 1.9`,
  },
  {
    path: `${LISTS.networks}[].multus.networkName`,
    since: '1.8',
    when: ({ facts }) => facts.isOn('LiveUpdateNADRef'),
    ...MIGRATED,
    text: 'The interface is moved to the other network by a live migration.',
    source: `${NEEDS_RESTART}; ${EVALUATOR}; gate LiveUpdateNADRef in 1.8`,
  },
  {
    path: LISTS.networks,
    ...RESTART,
    text: 'Restart needed: a network is changed by starting anew.',
    source: NEEDS_RESTART,
  },
  {
    path: LISTS.interfaces,
    ...RESTART,
    text: 'Restart needed: of an interface only its link state changes while a VM runs.',
    source: NEEDS_RESTART,
  },
];
