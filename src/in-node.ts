// Gives the pure rooms what they need of Node: the index and the command import this first.
import { hash } from './host/hash';
import { setHash } from './kube/hash';
import { setCelEvaluator } from './schema/cel-evaluator';
import { lateCel } from './speed/late-cel';

setHash(hash);
setCelEvaluator(lateCel);
