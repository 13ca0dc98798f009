import { goesWithResources } from '../../argocd/fleet/application';
import { groupOf, nameOf, namespaceOf } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import type { ClusterFacts, DeployedByApplication } from './cluster-facts';
import { compareEffects, type Effect } from './effect';
import { syncOptions } from './life-cycle';

const SOURCE = 'argo-cd 3.5 controller/appcontroller.go finalizeApplicationDeletion, sync_context.go';

type Facts = Pick<ClusterFacts, 'delivery' | 'view'>;

/** Effects of an Application that appears; nothing where the object is none, or where nothing is known of what it brings. */
export function applicationAdded(object: KubeObject, { delivery }: Facts): Effect | undefined {
  const brought = isApplication(object) ? delivery.deployedBy?.(object, 'after') : undefined;
  return brought === undefined || brought.vms.length === 0
    ? undefined
    : {
        effect: 'create',
        severity: 'info',
        text: `It deploys ${vmsText(brought.vms)}${to(brought)}.`,
        source: SOURCE,
        also: ['start'],
      };
}

/** Effects of an Application that goes: with its finalizer all that it deployed goes too. */
export function applicationRemoved(object: KubeObject, { delivery }: Facts): Effect | undefined {
  const had = isApplication(object) ? delivery.deployedBy?.(object, 'before') : undefined;
  if (had === undefined || delivery.prune === false || syncOptions(object).includes('Prune=false')) {
    return undefined;
  }
  const isKept = !goesWithResources(object);
  const what = had.vms.length === 0 ? 'all that it deployed' : vmsText(had.vms);
  return isKept
    ? {
        effect: 'kept',
        severity: 'caution',
        text: `The Application is deleted, and ${what}${on(had)} stay, no longer managed: it has no resources finalizer.`,
        source: SOURCE,
      }
    : {
        effect: 'prune',
        severity: 'destructive',
        text: `Argo CD deletes ${what}${on(had)} with the Application, which has the resources finalizer; VMs go with their disks.`,
        source: SOURCE,
        ...(delivery.prune === undefined
          ? { otherwise: 'stays, where Applications are not pruned', assumes: ['prune'] as const }
          : {}),
      };
}

/** Effects of an Application that deploys something else, elsewhere, or prunes from now on; the worst of them. */
export function applicationChanged(before: KubeObject, after: KubeObject, facts: Facts): Effect | undefined {
  const { deployedBy } = facts.delivery;
  if (!isApplication(after) || deployedBy === undefined) {
    return undefined;
  }
  const [was, is] = [deployedBy(before, 'before'), deployedBy(after, 'after')];
  const [worst] = [
    ...otherPlace(was, is),
    ...otherVms(was, is, after, before),
    ...pruning(before, after, is, facts),
  ].sort(compareEffects);
  return worst;
}

/** Another destination is a new place: Argo CD forgets the old one, and deletes nothing there. */
function otherPlace(was: DeployedByApplication, is: DeployedByApplication): Effect[] {
  return was.cluster === is.cluster || was.cluster === '' || is.cluster === ''
    ? []
    : [
        {
          effect: 'kept',
          severity: 'disruptive',
          text: `${is.vms.length === 0 ? 'All that it deploys' : upper(vmsText(is.vms))} is made on ${is.cluster}; what runs on ${was.cluster} stays there, no longer managed.`,
          source: SOURCE,
          also: ['create'],
        },
      ];
}

function otherVms(
  was: DeployedByApplication,
  is: DeployedByApplication,
  after: KubeObject,
  before: KubeObject,
): Effect[] {
  if (JSON.stringify(pathsOf(before)) === JSON.stringify(pathsOf(after))) {
    // What changes in its folders is told by itself.
    return [];
  }
  const gone = was.vms.filter((vm) => !is.vms.includes(vm));
  const come = is.vms.filter((vm) => !was.vms.includes(vm));
  const made = come.length === 0 ? '' : ` ${upper(vmsText(come))} ${come.length === 1 ? 'is' : 'are'} made${on(is)}.`;
  if (gone.length === 0) {
    return come.length === 0
      ? []
      : [{ effect: 'create', severity: 'info', text: made.trim(), source: SOURCE, also: ['start'] }];
  }
  const isPruned = automation(after).prune === true;
  return [
    {
      effect: 'prune',
      severity: 'destructive',
      text: `It deploys ${vmsText(gone)}${on(was)} no longer: deleted${isPruned ? '' : ' by a sync with prune'}, with their disks.${made}`,
      source: SOURCE,
      ...(isPruned ? {} : { otherwise: 'stays on the cluster, where nothing is pruned', assumes: ['prune'] as const }),
    },
  ];
}

/** Pruning that is turned on deletes at once what left Git before. */
function pruning(before: KubeObject, after: KubeObject, { vms }: DeployedByApplication, { view }: Facts): Effect[] {
  if (automation(before).prune === true || automation(after).prune !== true) {
    return [];
  }
  const own = `${nameOf(after) ?? ''}:`;
  const tracked = (view.context.existing ?? []).filter((object) =>
    asText(valueAt(object, 'metadata.annotations["argocd.argoproj.io/tracking-id"]')).startsWith(own),
  );
  const left = tracked
    .filter(({ kind }) => kind === 'VirtualMachine')
    .map((object) => `${namespaceOf(object) ?? ''}/${nameOf(object) ?? ''}`)
    .filter((name) => !vms.includes(name));
  return [
    {
      effect: 'prune',
      severity: left.length > 0 ? 'destructive' : 'caution',
      text:
        left.length > 0
          ? `From the next sync on it deletes what is on the cluster and not in Git: ${vmsText(left)}, with their disks.`
          : 'From the next sync on it deletes what is not in Git, also what left Git before this change: which that is, is known on the cluster only. Give a snapshot with --cluster to have it listed.',
      source: SOURCE,
    },
  ];
}

function isApplication({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'Application' && groupOf(apiVersion) === 'argoproj.io';
}

function automation(application: KubeObject): Readonly<Record<string, unknown>> {
  const automated = valueAt(application, 'spec.syncPolicy.automated');
  return isMap(automated) && automated.enabled !== false ? automated : {};
}

function pathsOf({ spec }: KubeObject): unknown {
  return isMap(spec)
    ? [spec.source, spec.sources, valueAt(spec, 'sourceHydrator.drySource')].flat().map((each) => valueAt(each, 'path'))
    : [];
}

/** As many names as are read in one line. */
const MOST = 10;

function vmsText(vms: readonly string[]): string {
  const shown = vms.slice(0, MOST).join(', ');
  const more = vms.length > MOST ? ` and ${vms.length - MOST} more` : '';
  return `${vms.length === 1 ? 'VM' : 'VMs'} ${shown}${more}`;
}

function on({ cluster }: DeployedByApplication): string {
  return cluster === '' ? '' : ` on ${cluster}`;
}

function to({ cluster }: DeployedByApplication): string {
  return cluster === '' ? '' : ` to ${cluster}`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
