import { loopGroups } from '../../../src/adopt/typescript/loops';

/** A VM that is worth a few lines. */
const vm = (name: string, more: object = {}) => ({
  name,
  labels: { app: name, team: 'shop', tier: 'front', 'a.io/revision': '1' },
  cpu: { sockets: 1, cores: 2, threads: 1 },
  memory: '2Gi',
  cloudInit: { type: 'noCloud', userData: '#cloud-config\nuser: fedora\npassword: x\n' },
  ...more,
});

const namesIn = (vms: readonly ReturnType<typeof vm>[]) =>
  loopGroups(vms).map((group) => group.map(({ name }) => name));

test('VMs that differ in a few values are one loop, in the order in which they come', () => {
  const users = '#cloud-config\nuser: core\npassword: x\n';
  expect(
    namesIn([
      vm('web', { memory: '4Gi' }),
      vm('db', { memory: '8Gi', cpu: { sockets: 1, cores: 8, threads: 1 } }),
      vm('mail', { cloudInit: { type: 'noCloud', userData: users } }),
    ]),
  ).toEqual([['web', 'db', 'mail']]);
});

test('VMs of another form, or in which most is their own, stand alone', () => {
  expect(
    namesIn([
      vm('web'),
      vm('db', { hostname: 'db' }),
      vm('odd', {
        labels: { app: 'x', team: 'y', tier: 'z', 'a.io/revision': '7' },
        cpu: { sockets: 2, cores: 4, threads: 2 },
        memory: '3Gi',
        cloudInit: { type: 'configDrive', userData: '#!/bin/sh\nexit 0\n#\n' },
      }),
    ]),
  ).toEqual([['web'], ['db'], ['odd']]);
});

test('a firmware that some VMs have and others leave to the cluster is a column', () => {
  expect(namesIn([vm('web', { firmware: null }), vm('db', { firmware: { uuid: 'a', serial: 'b' } })])).toEqual([
    ['web', 'db'],
  ]);
});
