import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { profileOf } from '../../src/hypervisors/catalogue';
import { HYPERVISOR_VARIABLE, launcherEnvironment, PROPERTY_EFFECTS } from '../../src/hypervisors/property-effects';
import { appFolder, ROOT, writeFiles } from '../app-folder';

const SCRIPT = join(ROOT, 'deploy/launcher-conformance.sh');
const PROGRAMS = ['virt-launcher-monitor', 'virt-probe', 'virt-tail', 'virt-freezer', 'container-disk', 'virsh'];

/** An unpacked image: files with what they hold, programs of KubeVirt included. */
function image(files: Readonly<Record<string, string>> = {}, without: readonly string[] = []): string {
  const root = join(appFolder(), 'image');
  const all: Record<string, string> = {
    'usr/bin/virt-launcher': 'ELF virtqemud qemu:///system',
    'usr/sbin/virtlogd': '',
    'etc/passwd': 'root:x:0:0::/:/bin/sh\nqemu:x:107:107::/:/sbin/nologin\n',
    ...Object.fromEntries(PROGRAMS.map((name) => [`usr/bin/${name}`, ''])),
    ...files,
  };
  writeFiles(root, all);
  for (const file of Object.keys(all).filter((each) => /s?bin\//.test(each))) {
    chmodSync(join(root, file), 0o755);
  }
  for (const file of without) {
    rmSync(join(root, file));
  }
  return root;
}

function run(root: string, env: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH!, ROOT: root, ...env },
  });
  const lines = stdout.trim().split('\n');
  return {
    status,
    stderr,
    stdout,
    failed: lines.filter((line) => line.startsWith('not ok')).map((line) => line.replace(/^not ok \d+ - /, '')),
  };
}

const CH = launcherEnvironment(profileOf('cloud-hypervisor', [])!, {});
const CH_FILES = {
  'usr/bin/virt-launcher': 'ELF virtchd ch:///session',
  'usr/sbin/virtchd': '',
  'usr/bin/cloud-hypervisor': '',
  'usr/share/cloud-hypervisor/CLOUDHV_EFI.fd': 'firmware',
};

test('the launcher of QEMU is well without any variable', () => {
  expect(run(image({ 'usr/sbin/virtqemud': '' }))).toMatchObject({ status: 0, failed: [], stderr: '' });
});

test('an image for Cloud Hypervisor is well by the environment that the policy sets', () => {
  expect(run(image(CH_FILES), CH)).toMatchObject({ status: 0, failed: [] });
});

test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  ['no daemon', {}, ['usr/sbin/virtchd'], 'libvirt daemon virtchd is there'],
  ['no emulator', {}, ['usr/bin/cloud-hypervisor'], 'emulator /usr/bin/cloud-hypervisor is there'],
  [
    'no firmware',
    {},
    ['usr/share/cloud-hypervisor/CLOUDHV_EFI.fd'],
    'firmware /usr/share/cloud-hypervisor/CLOUDHV_EFI.fd is there',
  ],
  ['no monitor', {}, ['usr/bin/virt-launcher-monitor'], '/usr/bin/virt-launcher-monitor of KubeVirt is there'],
  ['a user that is not there', { POLYVIRT_LIBVIRT_USER: 'acme' }, [], 'user acme is in /etc/passwd, or a number'],
  ['a URI that is none', { LIBVIRT_DEFAULT_URI: 'ch' }, [], 'LIBVIRT_DEFAULT_URI is a URI: ch'],
  ['a socket that is no path', { POLYVIRT_LIBVIRT_SOCKET: 'sock' }, [], 'socket is a path: sock'],
  [
    'filters that are none',
    { LIBVIRT_LOG_FILTERS: '3:remote event' },
    [],
    'LIBVIRT_LOG_FILTERS are filters: 3:remote event',
  ],
  ['a pattern that is none', { POLYVIRT_VCPU_THREADS: '^CPU (' }, [], 'pattern of vCPU threads can be read: ^CPU ('],
  ['another process', { POLYVIRT_PROCESS_PREFIXES: 'acme,vmm' }, [], 'its command begins with one of: acme,vmm'],
])('%s is named', (_what, env, without, line) => {
  expect(run(image(CH_FILES, without), { ...CH, ...env })).toMatchObject({
    status: 1,
    failed: [line],
    stderr: expect.stringMatching(/^# 1 of \d+ failed\n$/),
  });
});

test('KubeVirt’s own launcher binary in an image for another driver is found out', () => {
  const { failed } = run(image({ ...CH_FILES, 'usr/bin/virt-launcher': 'ELF virtqemud' }), CH);
  expect(failed).toEqual(['/usr/bin/virt-launcher is made for virtchd']);
});

test('a pattern of Go for QEMU’s threads is taken', () => {
  const env = { POLYVIRT_VCPU_THREADS: '^CPU (\\d+)/KVM', LIBVIRT_LOG_FILTERS: '3:remote 4:event' };
  expect(run(image({ 'usr/sbin/virtqemud': '' }), env)).toMatchObject({ status: 0 });
});

test('wrong calls are usage errors', () => {
  expect(run('/no/such/folder').status).toBe(2);
  expect(run(image(), {}, 'what')).toMatchObject({ status: 2, stderr: expect.stringContaining('usage') });
});

test('the script reads every variable of the contract but those that only say what is known', () => {
  const script = readFileSync(SCRIPT, 'utf8');
  const variables = [HYPERVISOR_VARIABLE, ...Object.values(PROPERTY_EFFECTS).flatMap(({ variable }) => variable ?? [])];
  expect(variables.filter((variable) => !script.includes(`{${variable}:-`))).toEqual(['POLYVIRT_VIRTLOGD']);
});
