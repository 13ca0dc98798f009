import { imagesContext } from '../../cluster/data-sources';
import { hcoReleaseOf } from '../../cluster/gate-state';
import { DICT_ARCHITECTURES, TEMPLATE_DEFAULTS } from '../../golden-images/facts';
import { viewHyperConverged, type WrittenTemplate } from '../../golden-images/hyper-converged-view';
import { pictureOf } from '../../golden-images/picture';
import { imagesReport } from '../../golden-images/report';
import { isMap, type KubeObject } from '../../kube/object';
import { keysOf, valueAt } from '../../kube/path';
import { holdsIn } from '../../kube/release';
import type { ClusterFacts } from './cluster-facts';
import type { Effect } from './effect';
import type { ObjectField, ObjectRow } from './effect-row';
import { itemName } from './vm-view';

const SSP = 'SSP 0.26 internal/operands/data-sources/reconcile.go';
const SOURCE = `${SSP}; CDI 1.66 pkg/controller/dataimportcron-controller.go cleanup`;
const ENABLE = 'dataimportcrontemplate.kubevirt.io/enable';

/** What the change of a golden image, or of how images are imported, does. */
function goldenImageEffect(name: string | undefined, view: ObjectField): Effect {
  const hco = hcoReleaseOf(view.facts.view.target, view.after);
  const picture = pictureOf(view.after, imagesContext(view.facts.view.context, view.after));
  if (!picture.hasSsp) {
    return effect('none', 'caution', 'Nothing imports images here: HyperConverged brings SSP on OpenShift only.', {
      source: 'HCO controllers/operandhandler/operandHandler.go',
    });
  }
  const [old, fresh] = [view.before, view.after].map((object) =>
    viewHyperConverged(object, hco).templates.find((template) => template.name === name),
  );
  const found =
    name === undefined
      ? switchEffect(view, hco)
      : templateEffect(old, fresh, view, { hco, multiArch: picture.multiArch });
  return picture.distribution === undefined && found.severity !== 'info'
    ? { ...found, otherwise: 'nothing, where the cluster is not OpenShift: there is no SSP then' }
    : found;
}

interface Import {
  readonly hco: string;
  readonly multiArch: boolean;
}

function templateEffect(
  old: WrittenTemplate | undefined,
  fresh: WrittenTemplate | undefined,
  view: ObjectField,
  { hco, multiArch }: Import,
): Effect {
  if (old === undefined || (isOff(old) && fresh !== undefined && !isOff(fresh))) {
    return effect('create', 'info', 'The image is imported, for each architecture that it is for.');
  }
  const isKept = keeps(old, hco);
  if (fresh === undefined || (isOff(fresh) && !isOff(old))) {
    return isKept
      ? effect('none', 'caution', 'The import ends; data source and images stay, and are never updated again.')
      : effect(
          'data-delete',
          'destructive',
          'The golden image and its data source are deleted; disks that were cloned from it stay.',
        );
  }
  if (!view.path.includes('.metadata')) {
    return isKept
      ? effect(
          'live-update',
          'caution',
          'The import is deleted and made anew; the images stay, and are imported again where their digest is another.',
        )
      : effect(
          'reimport',
          'disruptive',
          'The golden image is deleted and imported again: an import is never updated, and clones fail until it is there.',
        );
  }
  const key = view.change.steps.at(-1);
  if (key === DICT_ARCHITECTURES || key === 'annotations') {
    return architecturesEffect(old, fresh, view, { multiArch, isKept });
  }
  return effect('live-update', 'info', 'Applied to the import in place.');
}

function architecturesEffect(
  old: WrittenTemplate,
  fresh: WrittenTemplate,
  view: ObjectField,
  { multiArch, isKept }: { readonly multiArch: boolean; readonly isKept: boolean },
): Effect {
  const [was, is] = [old, fresh].map(({ annotations }) => annotations[DICT_ARCHITECTURES]);
  if (!multiArch || was === is) {
    return effect('none', 'info', 'Counts when images are imported by architecture, which is off.');
  }
  if (was === undefined || is === undefined) {
    const text = `${was === undefined ? 'One import for all becomes one for each architecture' : 'The imports for each architecture become one for all'}; the image is imported again`;
    return isKept
      ? effect('reimport', 'caution', `${text}, and the old ones stay.`)
      : effect('reimport', 'disruptive', `${text}, after the old ones are deleted.`);
  }
  const gone = was.split(',').filter((word) => !is.split(',').includes(word));
  if (gone.length === 0) {
    return effect(
      'create',
      'caution',
      'The image is imported for one more architecture, and takes the storage of one more.',
    );
  }
  const moved = movedPointer(fresh.name, view);
  const also = moved === undefined ? {} : { also: ['default-arch-switch'] };
  const then = moved === undefined ? '' : ` ${moved}`;
  return isKept
    ? effect(
        'none',
        moved === undefined ? 'caution' : 'disruptive',
        `It is no longer imported for ${gone.join(', ')}; what there is stays.${then}`,
        also,
      )
    : effect('data-delete', 'destructive', `Image and data source for ${gone.join(', ')} are deleted.${then}`, also);
}

/** Whether the data source without a suffix leads to another architecture than before. */
function movedPointer(name: string, { before, after, was, facts }: ObjectField): string | undefined {
  const [old, fresh] = [followed(name, before, was), followed(name, after, facts)];
  return old === undefined || fresh === undefined || old.follows === fresh.follows
    ? undefined
    : `${fresh.name} leads to ${fresh.follows} instead of ${old.follows}: new VMs silently get that one.`;
}

function followed(
  name: string,
  object: KubeObject,
  { view }: ClusterFacts,
): { name: string; follows: string } | undefined {
  const report = imagesReport(object, pictureOf(object, imagesContext(view.context, object)));
  return report.images.find((image) => image.name === name)?.pointer ?? undefined;
}

/** The switches over all images. */
function switchEffect({ path, before, after }: ObjectField, hco: string): Effect {
  const [old, fresh] = [viewHyperConverged(before, hco), viewHyperConverged(after, hco)];
  if (old.commonImages !== fresh.commonImages) {
    return fresh.commonImages
      ? effect('create', 'caution', 'The images that HyperConverged brings along are imported.')
      : !keepsByDefault(hco)
        ? effect(
            'data-delete',
            'destructive',
            'The images that HyperConverged brings along are deleted, with their data sources.',
          )
        : effect('none', 'caution', 'The images that HyperConverged brings along stay, and are never updated again.');
  }
  if (old.multiArch.on !== fresh.multiArch.on) {
    return effect(
      'reimport',
      'disruptive',
      fresh.multiArch.on
        ? 'Every image is deleted and imported again, once for each architecture; data sources lead to the default one.'
        : 'The images for each architecture are deleted, and one of the control plane’s architecture is imported.',
      { source: `${SSP} getDataSourcesAndCrons` },
    );
  }
  return effect('live-update', 'info', `Applied in place (${path}).`);
}

function isOff({ annotations }: WrittenTemplate): boolean {
  return annotations[ENABLE] === 'false';
}

/** Whether images stay when their import goes. */
function keeps({ spec }: WrittenTemplate, hco: string): boolean {
  const said = spec?.retentionPolicy;
  return said === 'All' || (said !== 'None' && keepsByDefault(hco));
}

/** Whether HyperConverged leaves the retention to CDI, which keeps all images. */
function keepsByDefault(hco: string): boolean {
  return TEMPLATE_DEFAULTS.find((row) => holdsIn(row, hco))?.retentionPolicy === 'All';
}

function effect(
  name: Effect['effect'],
  severity: Effect['severity'],
  text: string,
  more: Partial<Effect> = {},
): Effect {
  return { effect: name, severity, text, source: SOURCE, ...more };
}

const KINDS = ['HyperConverged.hco.kubevirt.io'];
const OPERANDS = 'HCO controllers/operands';

/** What decides about golden images. */
const ABOUT_IMAGES = /dataImportCronTemplates|enableMultiArchBootImageImport|enableCommonBootImageImport/;

/** What a change of a HyperConverged does to golden images; nothing where it is about something else. */
export function imageEffect(view: ObjectField): Effect | undefined {
  const { change, path } = view;
  // In v1 a gate is an item of a list: its name is in the way to it, or in the item itself.
  const words = JSON.stringify([change.steps, change.before, change.after]);
  return ABOUT_IMAGES.test(path) || words.includes('MultiArchBootImageImport')
    ? goldenImageEffect(itemName(change, 'dataImportCronTemplates'), view)
    : undefined;
}

/** The rest of a HyperConverged, which it passes on to KubeVirt and CDI; both versions of its API. */
export const HYPER_CONVERGED_ROWS: readonly ObjectRow[] = [
  ...['spec.workloads', 'spec.deployment.nodePlacements.workload'].map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      effect: 'components-rolled',
      severity: 'disruptive',
      text: 'virt-handler rolls, and leaves nodes that do not match: VMs there run on, and can neither migrate nor be stopped. Images may be imported for other architectures.',
      source: `${OPERANDS}; kubevirt pkg/virt-operator/resource/apply/apps.go syncDaemonSet`,
    }),
  ),
  ...[
    'spec.infra',
    'spec.deployment.nodePlacements.infra',
    'spec.uninstallStrategy',
    'spec.deployment.uninstallStrategy',
  ].map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      effect: 'components-rolled',
      severity: 'caution',
      text: 'Pods of the operands restart; virtual machines run on.',
      source: OPERANDS,
    }),
  ),
  ...['kubevirt', 'containerizeddataimporter', 'networkaddonsconfigs', 'ssp'].map(
    (name): ObjectRow => ({
      kinds: KINDS,
      path: `metadata.annotations.${name}.kubevirt.io/jsonpatch`,
      effect: 'live-update',
      severity: 'caution',
      text: 'Patches what HyperConverged makes, and marks the installation as tainted; what the patch does is not told here.',
      source: 'HCO pkg/util, docs/cluster-configuration.md',
    }),
  ),
  {
    kinds: KINDS,
    path: 'spec',
    effect: 'live-update',
    severity: 'info',
    text: 'Passed on to KubeVirt and CDI, which see it at once.',
    source: OPERANDS,
  },
];

/** A HyperConverged in the words of v1, so that another version of its API alone is no change. */
export function asV1(object: KubeObject): KubeObject {
  if (!object.apiVersion.endsWith('/v1beta1') || !isMap(object.spec)) {
    return object;
  }
  const copy = structuredClone(object) as Record<string, unknown> & KubeObject;
  for (const { v1beta1, v1 } of HCO_MOVES) {
    const value = valueAt(copy, v1beta1);
    if (value !== undefined) {
      move(copy, keysOf(v1beta1), undefined);
      move(copy, keysOf(v1), value);
    }
  }
  return { ...copy, apiVersion: object.apiVersion.replace('v1beta1', 'v1') };
}

/** Puts a value at a path, or takes it away. */
function move(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [last, ...above] = [...path].reverse() as [string, ...string[]];
  let around = root;
  for (const key of above.reverse()) {
    const next = isMap(around[key]) ? (around[key] as Record<string, unknown>) : {};
    around[key] = next;
    around = next;
  }
  if (value === undefined) {
    delete around[last];
  } else {
    around[last] = value;
  }
}

/** A field of v1beta1 and where v1 has the same. */
export interface HcoMove {
  readonly v1beta1: string;
  readonly v1: string;
}

const moved = (v1beta1: string, v1: string): HcoMove => ({ v1beta1: `spec.${v1beta1}`, v1: `spec.${v1}` });

/** Where fields of v1beta1 are in v1. HCO api/v1beta1/conversion.go, 1.18 and release-1.19. */
export const HCO_MOVES: readonly HcoMove[] = [
  moved('dataImportCronTemplates', 'workloadSources.dataImportCronTemplates'),
  moved('enableCommonBootImageImport', 'workloadSources.enableCommonBootImageImport'),
  moved('commonBootImageNamespace', 'workloadSources.commonBootImageNamespace'),
  moved('commonTemplatesNamespace', 'workloadSources.commonTemplatesNamespace'),
  moved('CommonInstancetypesDeployment', 'workloadSources.commonInstancetypesDeployment'),
  moved('workloads.nodePlacement', 'deployment.nodePlacements.workload'),
  moved('infra.nodePlacement', 'deployment.nodePlacements.infra'),
  moved('defaultCPUModel', 'virtualization.virtualMachineOptions.defaultCPUModel'),
  moved('defaultRuntimeClass', 'virtualization.virtualMachineOptions.defaultRuntimeClass'),
  moved('obsoleteCPUs.cpuModels', 'virtualization.obsoleteCPUModels'),
  moved('evictionStrategy', 'virtualization.evictionStrategy'),
  moved('liveMigrationConfig', 'virtualization.liveMigrationConfig'),
  moved('uninstallStrategy', 'deployment.uninstallStrategy'),
  moved('logVerbosityConfig', 'deployment.logVerbosityConfig'),
  moved('deployVmConsoleProxy', 'deployment.deployVmConsoleProxy'),
  moved('tlsSecurityProfile', 'security.tlsSecurityProfile'),
  moved('certConfig', 'security.certConfig'),
];
