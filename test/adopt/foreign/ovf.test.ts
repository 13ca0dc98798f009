import { readForeign } from '../../../src/adopt/foreign/read-foreign';

const OVF = `<?xml version="1.0"?>
<ovf:Envelope xmlns:ovf="http://schemas.dmtf.org/ovf/envelope/1" xmlns:rasd="r" xmlns:vmw="v">
  <ovf:References><ovf:File ovf:id="file1" ovf:href="web-disk1.vmdk"/></ovf:References>
  <ovf:DiskSection><ovf:Disk ovf:diskId="vmdisk1" ovf:fileRef="file1" ovf:capacity="40"/></ovf:DiskSection>
  <ovf:VirtualSystem ovf:id="web">
    <ovf:Name>Web</ovf:Name>
    <ovf:VirtualHardwareSection>
      <ovf:Item><rasd:ResourceType>3</rasd:ResourceType><rasd:VirtualQuantity>4</rasd:VirtualQuantity><vmw:CoresPerSocket>2</vmw:CoresPerSocket></ovf:Item>
      <ovf:Item><rasd:ResourceType>4</rasd:ResourceType><rasd:AllocationUnits>byte * 2^20</rasd:AllocationUnits><rasd:VirtualQuantity>8192</rasd:VirtualQuantity></ovf:Item>
      <ovf:Item><rasd:ResourceType>6</rasd:ResourceType></ovf:Item>
      <ovf:Item><rasd:ResourceType>17</rasd:ResourceType><rasd:HostResource>ovf:/disk/vmdisk1</rasd:HostResource></ovf:Item>
      <ovf:Item><rasd:ResourceType>10</rasd:ResourceType><rasd:ResourceSubType>VmxNet3</rasd:ResourceSubType><rasd:Connection>VM Network</rasd:Connection><rasd:Address>00:50:56:00:00:01</rasd:Address></ovf:Item>
      <ovf:Item><rasd:ResourceType>15</rasd:ResourceType><rasd:ElementName>CD/DVD 1</rasd:ElementName></ovf:Item>
      <vmw:Config vmw:key="firmware" vmw:value="efi"/>
    </ovf:VirtualHardwareSection>
  </ovf:VirtualSystem>
</ovf:Envelope>`;

test('a machine of an OVF descriptor becomes a VM', () => {
  const { objects, report, problem } = readForeign({ file: 'web.ovf', path: 'web.ovf', text: OVF });
  expect(problem).toBeUndefined();
  expect(objects[0]!.object).toMatchObject({
    metadata: { name: 'web' },
    spec: {
      template: {
        spec: {
          domain: {
            cpu: { sockets: 2, cores: 2, threads: 1 },
            memory: { guest: '8Gi' },
            firmware: { bootloader: { efi: { secureBoot: false } } },
            devices: { interfaces: [{ name: 'nic-1', model: 'virtio', macAddress: '00:50:56:00:00:01' }] },
          },
          networks: [{ name: 'nic-1', multus: { networkName: 'vm-network' } }],
          volumes: [{ name: 'disk-1', persistentVolumeClaim: { claimName: 'web-disk-1' } }],
        },
      },
    },
  });
  expect(report).toMatchObject([
    { name: 'web', images: [{ claim: 'web-disk-1', from: 'web-disk1.vmdk' }], differs: [] },
  ]);
  expect(report[0]!.noCounterpart.map(({ element }) => element)).toEqual([
    'CD/DVD 1',
    'nic-1 VmxNet3',
    'nic-1',
    'uuid',
  ]);
});

test('a path with a line break stays in its comment', () => {
  const text = OVF.replace('web-disk1.vmdk', 'a&#10;spec: hostile');
  const [vm] = readForeign({ file: 'web.ovf', path: 'web.ovf', text }).objects;
  expect(vm!.comment).toEqual(['# From web.ovf.', '# Bring a spec: hostile to the claim web-disk-1.']);
});

test('machines of collections in collections are read, and memory that is not said is named', () => {
  const system = "<VirtualSystem id='a'><VirtualHardwareSection/></VirtualSystem>";
  const nested = `<Envelope><VirtualSystemCollection><VirtualSystemCollection>${system}</VirtualSystemCollection></VirtualSystemCollection></Envelope>`;
  const { objects, report } = readForeign({ file: 'a.ovf', path: 'a.ovf', text: nested });
  expect(objects.map(({ object }) => object.metadata.name)).toEqual(['a']);
  expect(report.map(({ noCounterpart }) => noCounterpart.map(({ element }) => element))).toEqual([['memory', 'uuid']]);
  expect(JSON.stringify(objects)).not.toContain('"memory"');
});

test('a descriptor without a machine is named', () => {
  const file = { file: 'a.ovf', path: 'a.ovf', text: '<Envelope><References/></Envelope>' };
  expect(readForeign(file)).toEqual({ objects: [], report: [], problem: 'it describes no machine' });
});
