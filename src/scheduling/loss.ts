import { chooseFrom } from '../findings/suggestion';
import { type ClusterNode, ZONE_LABEL } from '../inventory/node';
import { own } from '../kube/object';

/** What is lost in a drill. */
export interface Loss {
  /** As it was said: `n1`, `zone=eu-1`, `arch=arm64`. */
  readonly said: string;
  readonly nodes: readonly string[];
}

/** Short words for labels; any other word before `=` is a label as it is. */
const LABELS: Readonly<Record<string, string>> = {
  zone: ZONE_LABEL,
  region: 'topology.kubernetes.io/region',
  hostname: 'kubernetes.io/hostname',
};

/** The nodes that are lost; a sentence about what is wrong with how it was said, where there is no such node. */
export function lossOf(said: string, nodes: readonly ClusterNode[]): Loss | string {
  const at = said.indexOf('=');
  if (at === -1) {
    const names = nodes.map(({ name }) => name);
    return names.includes(said) ? { said, nodes: [said] } : `there is no node "${said}": ${few(said, names)}`;
  }
  const [word, value] = [said.slice(0, at), said.slice(at + 1)];
  const ownOf = ({ architecture, labels }: ClusterNode) =>
    word === 'arch' || word === 'architecture' ? architecture : own(labels, own(LABELS, word) ?? word);
  const lost = nodes.filter((node) => ownOf(node) === value).map(({ name }) => name);
  if (lost.length > 0) {
    return { said, nodes: lost };
  }
  const values = [...new Set(nodes.map(ownOf))].filter((each) => each !== undefined && each !== '').sort() as string[];
  return values.length === 0
    ? `no node has a ${word}: write the name of a node, zone=…, arch=… or a label of nodes`
    : `no node has ${word} "${value}": ${few(value, values)}`;
}

/** A cluster can have more nodes than fit a line. */
function few(written: string, names: readonly string[]): string {
  const most = 8;
  const told = chooseFrom(written, names);
  return names.length <= most || told.startsWith('did you mean')
    ? told
    : `write one of ${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
