// A stream of virtual machines as a fleet has them: three architectures, several disks and networks, cloud-init, placement.

const ARCHITECTURES = ['amd64', 'arm64', 's390x'];
const MACHINES = { amd64: 'q35', arm64: 'virt', s390x: 's390-ccw-virtio' };

/** The text of so many VirtualMachines, none of which anything is wrong with. */
export function fleetOf(count) {
  return Array.from({ length: count }, (_, i) => machine(i)).join('---\n');
}

function machine(i) {
  const architecture = ARCHITECTURES[i % ARCHITECTURES.length];
  const firmware =
    architecture === 's390x'
      ? ''
      : '        firmware:\n          bootloader:\n            efi:\n              secureBoot: false\n';
  const data =
    i % 4 === 0
      ? ''
      : `          - name: data\n            disk:\n              bus: ${i % 2 === 0 ? 'virtio' : 'scsi'}\n            serial: D${i}\n`;
  const dataVolume = i % 4 === 0 ? '' : `      - name: data\n        dataVolume:\n          name: data-${i}\n`;
  const dataTemplate =
    i % 4 === 0
      ? ''
      : `  - metadata:\n      name: data-${i}\n    spec:\n      source:\n        blank: {}\n      storage:\n        resources:\n          requests:\n            storage: 5Gi\n`;
  return `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: vm-${i}
  namespace: team-${i % 50}
  labels:
    app.kubernetes.io/name: vm-${i}
    app.kubernetes.io/part-of: fleet
spec:
  runStrategy: Always
  template:
    metadata:
      labels:
        kubevirt.io/domain: vm-${i}
    spec:
      architecture: ${architecture}
      nodeSelector:
        topology.kubernetes.io/zone: zone-${i % 3}
      terminationGracePeriodSeconds: 180
      evictionStrategy: LiveMigrate
      domain:
        machine:
          type: ${MACHINES[architecture]}
        cpu:
          cores: ${1 + (i % 8)}
          sockets: 1
          threads: 1
        memory:
          guest: ${1 + (i % 16)}Gi
        resources:
          requests:
            memory: ${1 + (i % 16)}Gi
${firmware}        devices:
          rng: {}
          disks:
          - name: os
            bootOrder: 1
            disk:
              bus: virtio
${data}          - name: cloudinit
            disk:
              bus: virtio
          interfaces:
          - name: default
            masquerade: {}
            macAddress: "02:01:${[24, 16, 8, 0].map((shift) => ((i >> shift) & 255).toString(16).padStart(2, '0')).join(':')}"
            ports:
            - name: ssh
              port: 22
              protocol: TCP
      networks:
      - name: default
        pod: {}
      volumes:
      - name: os
        dataVolume:
          name: os-${i}
${dataVolume}      - name: cloudinit
        cloudInitNoCloud:
          userData: |
            #cloud-config
            hostname: vm-${i}
            packages: [qemu-guest-agent]
            runcmd:
            - systemctl enable --now qemu-guest-agent
  dataVolumeTemplates:
  - metadata:
      name: os-${i}
    spec:
      source:
        registry:
          url: docker://quay.io/containerdisks/fedora:42
      storage:
        resources:
          requests:
            storage: ${10 + (i % 5) * 10}Gi
${dataTemplate}`;
}
