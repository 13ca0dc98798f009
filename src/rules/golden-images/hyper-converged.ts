import type { CheckContext } from '../../cluster/cluster-view';
import { imagesContext } from '../../cluster/data-sources';
import type { Finding } from '../../findings/finding';
import { checkAlerts } from '../../golden-images/alerts';
import type { HyperConvergedView } from '../../golden-images/hyper-converged-view';
import { pictureOf } from '../../golden-images/picture';
import { checkComponentPlacement } from '../placement/component-placement';
import type { Rule } from '../rule';
import { checkCluster } from './cluster';
import { checkImages } from './images';
import { checkTemplates } from './templates';

/** What HyperConverged and SSP would make of golden images, and of where components are to run. */
export const hyperConverged: Rule = ({ context }) => ({
  hyperConverged: (object) => {
    const picture = pictureOf(object, imagesContext(context, object));
    const ofCluster = checkCluster(picture);
    return [
      ...ofCluster,
      ...checkAlerts(picture),
      ...checkImages(picture),
      ...checkTemplates(picture.view),
      ...checkComponents(picture.view, context).filter(({ path }) => !ofCluster.some((each) => each.path === path)),
    ];
  },
});

/** HyperConverged passes placements on to KubeVirt; what its own webhook denies of them is told already. */
function checkComponents(view: HyperConvergedView, { target }: CheckContext): Finding[] {
  return [
    ...checkComponentPlacement(view.workloads, view.workloadsPath, target.kubevirt),
    ...checkComponentPlacement(view.infra, view.infraPath, target.kubevirt),
  ].map((finding) =>
    finding.code === 'PV512' && REQUIRED.test(finding.path ?? '') ? { ...finding, ...DENIED } : finding,
  );
}

const REQUIRED = /affinity\.nodeAffinity\.requiredDuringScheduling/;

/** Keys and values of labels are read by the webhook too. */
const DENIED = {
  why: 'The webhook of HyperConverged cannot read the affinity and denies the whole resource',
  source: 'HCO pkg/webhooks/validator validateAffinity, 1.16 and later',
};
