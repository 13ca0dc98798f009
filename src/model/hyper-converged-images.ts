import type { GoldenImageDeclaration } from './golden-image';
import { GOLDEN_IMAGE } from './golden-image-rows';
import { HYPER_CONVERGED, type HyperConvergedDeclaration } from './hyper-converged';
import type { HyperConvergedContext } from './hyper-converged-parts';
import { table } from './rows/row';
import { listOf } from './rows/shapes';

/** HyperConverged with its images, as a construct is given both. */
export type HyperConvergedWithImages = HyperConvergedDeclaration & {
  readonly goldenImages?: readonly GoldenImageDeclaration[];
};

/** The props of HyperConverged. A platform file has the images beside it, since VMs refer to them. */
export const HYPER_CONVERGED_PROPS = table<HyperConvergedWithImages, HyperConvergedContext>(
  'HyperConvergedProps',
  () => ({
    ...HYPER_CONVERGED.rows,
    goldenImages: {
      fields: [],
      shape: listOf(GOLDEN_IMAGE.shape),
      example: [{ name: 'fedora', disabled: true }],
      write: () => undefined,
      read: () => undefined,
    },
  }),
);
