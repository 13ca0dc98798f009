import { setQuickYaml } from '../kube/yaml/reader';
import { setQuickValue } from '../model/rows/map-schema';
import { quickValue } from './quick-value';
import { quickYaml } from './quick-yaml';

/** Has usual YAML and usual declarations read quickly, or like all others again. */
export function readQuickly(isOn: boolean): void {
  setQuickYaml(isOn ? quickYaml : undefined);
  setQuickValue(isOn ? quickValue : undefined);
}
