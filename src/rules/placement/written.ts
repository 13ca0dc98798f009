import { checkWrittenPlacement } from '../../placement/check-written';
import type { Rule } from '../rule';

/** What KubeVirt refuses of the affinity and the spread of an instance. */
export const writtenPlacement: Rule = () => ({ instance: ({ spec }) => checkWrittenPlacement(spec) });
