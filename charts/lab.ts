import { type App, Size } from 'cdk8s';
import {
  Disk,
  Hypervisor,
  KubeVirt,
  Network,
  NodePool,
  Platform,
  VirtualMachine,
  type VirtualMachineProps,
} from 'polyvirt';

/** Which image it is: the launchers of both hypervisors are pinned, so that VMs that start tomorrow get the same one. */
const digest = (image: string, digit: string) => `registry.example/${image}@sha256:${digit.repeat(64)}`;

/** What is not known of Cloud Hypervisor was measured here. */
const cloudHypervisor = Hypervisor.of('cloud-hypervisor', {
  realisation: 'pod-policy',
  image: { amd64: digest('ch-launcher', '1'), arm64: digest('ch-launcher', '2') },
  properties: { daemonOverhead: '28Mi', vmmOverhead: '48Mi' },
});

/** A VMM of your own, much like it. */
const acme = Hypervisor.define({
  name: 'acme',
  extends: 'cloud-hypervisor',
  driver: 'Acme',
  realisation: 'pod-policy',
  image: { amd64: digest('acme', '3'), arm64: digest('acme', '4') },
  environment: { ACME_LOG: 'info' },
  properties: {
    uri: 'acme:///session',
    daemon: 'virtacmed',
    socketPath: '/var/run/libvirt/virtacmed-sock',
    processPrefixes: ['acme-vmm'],
    device: 'acme.example/vmm',
    daemonOverhead: '30Mi',
    vmmOverhead: '64Mi',
  },
  features: { tpm: true },
});

/** The laboratory: KubeVirt's own hypervisor, and two more that bring their launcher images to the VMs that name them. */
export function lab(app: App): Platform {
  const platform = new Platform(app, 'lab', {
    target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' },
    namespace: 'lab',
    nodes: [
      NodePool.of('control', { architecture: 'amd64', count: 3, role: 'control-plane' }),
      NodePool.of('intel', {
        architecture: 'amd64',
        count: 3,
        cpu: 64,
        memory: '256Gi',
        devices: { 'acme.example/vmm': 100 },
      }),
      NodePool.of('ampere', {
        architecture: 'arm64',
        count: 3,
        cpu: 80,
        memory: '256Gi',
        devices: { 'acme.example/vmm': 100 },
      }),
    ],
    hypervisors: [cloudHypervisor, acme],
  });

  new KubeVirt(platform, 'kubevirt', { defaultArchitecture: 'amd64' });

  const sandbox: VirtualMachineProps = {
    cpu: { cores: 2 },
    memory: Size.gibibytes(2),
    disks: [Disk.container('os', 'quay.io/containerdisks/fedora:42')],
    networks: [Network.pod()],
    evictionStrategy: 'None',
  };
  // Cloud Hypervisor and what is like it have neither a graphical console nor a memory balloon.
  const light: VirtualMachineProps = { ...sandbox, autoattachGraphicsDevice: false, autoattachMemBalloon: false };

  VirtualMachine.perArchitecture(platform, 'sandbox', { ...light, hypervisor: 'cloud-hypervisor' });
  new VirtualMachine(platform, 'enclave', { ...light, architecture: 'arm64', hypervisor: 'acme', tpm: 'transient' });
  new VirtualMachine(platform, 'builder', { ...sandbox, architecture: 'amd64', memory: Size.gibibytes(8) });

  return platform;
}
