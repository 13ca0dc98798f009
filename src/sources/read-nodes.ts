import type { Finding } from '../findings/finding';
import { shownSource } from '../host/read-text';
import { isNode } from '../inventory/node';
import { NodeInventory } from '../inventory/nodes';
import { readObjects } from './read-objects';

/** Nodes as a cluster printed them. */
export interface ReadNodes {
  readonly inventory: NodeInventory;
  readonly findings: readonly Finding[];
}

/** Reads what `kubectl get nodes -o yaml` or `-o json` printed. */
export function readNodes(path: string): ReadNodes {
  const { objects, findings } = readObjects([path]);
  const nodes = objects.filter(isNode);
  const inventory = NodeInventory.of(nodes);
  return { inventory, findings: nodes.length > 0 || findings.length > 0 ? findings : [noNodes(path, objects.length)] };
}

function noNodes(path: string, objects: number): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    file: shownSource(path),
    what: `there is no node in it${objects === 0 ? '' : `, but ${objects} other ${objects === 1 ? 'object' : 'objects'}`}`,
    why: 'On a cluster without nodes nothing runs, so every rule about nodes would refuse everything',
    fix: 'write it anew: kubectl get nodes -o yaml',
  };
}
