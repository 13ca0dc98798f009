import type { ClusterView } from '../cluster/cluster-view';
import { type TemplateVm, templateVms } from '../cluster/template-vms';
import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { type Found, NOTHING_WRONG, type Rule, type Said } from './rule';
import { Walk } from './walk';

/**
 * What rules say of the VMs in a template, as findings of the template.
 *
 * Nothing is said of a value that is a parameter without a default. VMs of one template are applied together; those of two may
 * never meet, so each template starts anew.
 */
export function vmsOfTemplates(rules: readonly Rule[], cluster: ClusterView): (object: KubeObject) => Found {
  return (object) => {
    const vms = templateVms(object);
    if (vms.length === 0) {
      return NOTHING_WRONG;
    }
    const walk = new Walk(rules, cluster);
    return vms.flatMap((each) => saidOf(each, walk));
  };
}

function saidOf({ vm, written, path, open }: TemplateVm, walk: Walk): Said[] {
  return walk.visit(vm).flatMap(({ object: _, ...finding }) => {
    const below = finding.path ?? '';
    const value = below === '' ? undefined : valueAt(written, below);
    const isOpen = typeof value === 'string' && open.some((name) => value.includes(`{${name}}`));
    return isOpen ? [] : [{ ...finding, path: below === '' ? path : `${path}.${below}` }];
  });
}
