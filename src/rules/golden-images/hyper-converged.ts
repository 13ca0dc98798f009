import { checkAlerts } from '../../golden-images/alert-rules';
import { checkCluster } from '../../golden-images/cluster-rules';
import { checkImages } from '../../golden-images/image-rules';
import { pictureOf } from '../../golden-images/picture';
import type { Rule } from '../rule';
import { imagesContext } from './images-context';

/** What HyperConverged and SSP would make of golden images. */
export const goldenImages: Rule = ({ context }) => ({
  hyperConverged: (object) => {
    const picture = pictureOf(object, imagesContext(context, object));
    return [...checkCluster(picture), ...checkAlerts(picture), ...checkImages(picture)];
  },
});
