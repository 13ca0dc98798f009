import { setFill } from '../cluster/fill';
import { setQuickYaml } from '../kube/yaml/reader';
import { setQuickValue } from '../model/rows/map-schema';
import type { CacheSettings } from './folder';
import { quickFill } from './quick-members';
import { quickValue } from './quick-value';
import { quickYaml } from './quick-yaml';

/** Has usual YAML and usual declarations read, and members of groups made, quickly, unless the environment turns that off. */
export function readQuickly({ POLYVIRT_SPEED: speed }: CacheSettings): void {
  const isOff = speed === 'off';
  setQuickYaml(isOff ? undefined : quickYaml);
  setQuickValue(isOff ? undefined : quickValue);
  setFill(isOff ? undefined : quickFill);
}
