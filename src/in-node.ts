// Gives the pure rooms what they need of Node: the index and the command import this first.

import { setHash } from './kube/hash';
import { setCelEvaluator } from './schema/cel-evaluator';
import { hash } from './sources/host/process';
import { lateCel } from './speed/late-cel';

setHash(hash);
setCelEvaluator(lateCel);
