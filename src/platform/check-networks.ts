import type { Finding } from '../findings/finding';
import { checkCount, checkPartName, checkUnique } from './check-metadata';
import type { NetworkDeclaration } from './network';

const MAC = /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i;

/** What is wrong with the networks of a machine. */
export function checkNetworks(networks: readonly NetworkDeclaration[]): Finding[] {
  const findings = networks.flatMap((network) => {
    const path = `networks[${network.name}]`;
    return [
      ...checkPartName(network.name, `${path}.name`),
      ...checkCount(network.bootOrder, `${path}.bootOrder`),
      ...checkMac(network.macAddress, `${path}.macAddress`),
      ...(network.ports ?? []).flatMap(({ port }, i) => checkPort(port, `${path}.ports[${i}].port`)),
    ];
  });
  if (networks.filter((network) => 'pod' in network).length > 1) {
    findings.push({
      code: 'PV802',
      severity: 'error',
      path: 'networks',
      what: 'more than one network is the pod network',
      why: 'A pod has one; KubeVirt refuses the instance',
      fix: 'keep one pod network and put the others on Multus networks',
    });
  }
  return [
    ...findings,
    ...checkUnique(
      networks.map(({ name }) => name),
      'networks',
      'network',
    ),
  ];
}

function checkMac(macAddress: string | undefined, path: string): Finding[] {
  if (macAddress === undefined || MAC.test(macAddress)) {
    return [];
  }
  return [
    {
      code: 'PV003',
      severity: 'error',
      path,
      what: `"${macAddress}" is not a MAC address`,
      why: 'KubeVirt refuses the instance',
      fix: "write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'",
    },
  ];
}

function checkPort(port: number, path: string): Finding[] {
  return Number.isInteger(port) && port >= 1 && port <= 65535
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path,
          what: `${port} is not a port`,
          why: 'KubeVirt refuses the instance',
          fix: 'write a whole number from 1 to 65535',
        },
      ];
}
