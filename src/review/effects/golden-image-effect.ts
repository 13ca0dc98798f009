import { hcoReleaseOf } from '../../cluster/gate-state';
import { imagesContext } from '../../cluster/images-context';
import { DICT_ARCHITECTURES, TEMPLATE_DEFAULTS } from '../../golden-images/facts';
import { viewHyperConverged, type WrittenTemplate } from '../../golden-images/hyper-converged-view';
import { pictureOf } from '../../golden-images/picture';
import { imagesReport } from '../../golden-images/report';
import type { KubeObject } from '../../kube/object';
import { holdsIn } from '../../kube/release';
import type { ClusterFacts } from './cluster-facts';
import type { Effect } from './effect';
import type { ObjectField } from './effect-row';

const SSP = 'SSP 0.26 internal/operands/data-sources/reconcile.go';
const SOURCE = `${SSP}; CDI 1.66 pkg/controller/dataimportcron-controller.go cleanup`;
const ENABLE = 'dataimportcrontemplate.kubevirt.io/enable';

/** What the change of a golden image, or of how images are imported, does. */
export function goldenImageEffect(name: string | undefined, view: ObjectField): Effect {
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
