import { ADMISSION } from './admission/all';
import { kubevirt } from './architectures/kubevirt';
import { onArchitecture } from './architectures/on-architecture';
import { PV102 } from './architectures/PV102';
import { PV111 } from './architectures/PV111';
import { PV112 } from './architectures/PV112';
import { PV113 } from './architectures/PV113';
import { PV724 } from './argocd/PV724';
import { PV725 } from './argocd/PV725';
import { PV726 } from './argocd/PV726';
import { PV801 } from './consistency/PV801';
import { PV804 } from './consistency/PV804';
import { PV805 } from './consistency/PV805';
import { gates } from './gates/gates';
import { bootSources } from './golden-images/boot-sources';
import { hyperConverged } from './golden-images/hyper-converged';
import { PV312 } from './golden-images/PV312';
import { hypervisorFeatures } from './hypervisors/features';
import { PV418 } from './hypervisors/PV418';
import { pluginHooks } from './hypervisors/plugin-hooks';
import { policyLabel } from './hypervisors/policy-label';
import { machinePools } from './machines/pools';
import { instancePlacement } from './placement/instance-placement';
import { PV517 } from './placement/PV517';
import { PV518 } from './placement/PV518';
import { PV519 } from './placement/PV519';
import { somewhere } from './placement/somewhere';
import type { Rule } from './rule';
import { structure } from './schema/structure';
import { vmsOfTemplates } from './templates';
import { dataVolumes } from './values/data-volumes';
import { metadata } from './values/metadata';
import { names } from './values/names';
import { PV005 } from './values/PV005';
import { PV006 } from './values/PV006';
import { PV007 } from './values/PV007';
import { PV008 } from './values/PV008';

/** Rules over objects; a new one is a line here. Codes of reading, programs and the plugin have pages and no rule. */
const OF_OBJECTS: readonly Rule[] = [
  names,
  metadata,
  PV005.rule,
  PV801.rule,
  structure,
  PV804.rule,
  PV111.rule,
  ...ADMISSION,
  PV006.rule,
  instancePlacement,
  onArchitecture,
  PV102.rule,
  somewhere,
  PV517.rule,
  PV724.rule,
  PV725.rule,
  PV726.rule,
  PV518.rule,
  PV519.rule,
  PV112.rule,
  dataVolumes,
  bootSources,
  PV805.rule,
  gates,
  hypervisorFeatures,
  policyLabel,
  pluginHooks,
  PV418.rule,
  PV113.rule,
  kubevirt,
  PV007.rule,
  PV008.rule,
  hyperConverged,
  PV312.rule,
  machinePools,
];

/** The same of the VMs that a template would make. */
export const templates: Rule = (cluster) => ({ object: vmsOfTemplates(OF_OBJECTS, cluster) });

/** Every rule over objects. */
export const RULES: readonly Rule[] = [...OF_OBJECTS, templates];
