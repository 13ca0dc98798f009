import { accessCredentials as rule } from '../../../src/rules/admission/access-credentials';
import { ODD, refusals } from './refusals';

const SOURCE = { secret: { secretName: 's' } };
const KEY = 'accessCredentials[0].sshPublicKey';
const PASSWORD = 'accessCredentials[0].userPassword';
const NO_CLOUD = [{ name: 'c', cloudInitNoCloud: { userData: 'x' } }];
const CONFIG_DRIVE = [{ name: 'c', cloudInitConfigDrive: { userData: 'x' } }];

const key = (propagationMethod: object, source: object = SOURCE) => ({ sshPublicKey: { source, propagationMethod } });
const password = (propagationMethod: object, source: object = SOURCE) => ({
  userPassword: { source, propagationMethod },
});

test.each<[unknown, unknown, readonly string[]]>([
  [key({ noCloud: {} }), NO_CLOUD, []],
  [key({ configDrive: {} }), CONFIG_DRIVE, []],
  [key({ qemuGuestAgent: { users: ['root'] } }), [], []],
  [password({ qemuGuestAgent: {} }), [], []],
  [key({ noCloud: {} }), CONFIG_DRIVE, [`PV004 ${KEY}.propagationMethod.noCloud`]],
  [key({ configDrive: {} }), NO_CLOUD, [`PV004 ${KEY}.propagationMethod.configDrive`]],
  [key({ qemuGuestAgent: {} }), [], [`PV004 ${KEY}.propagationMethod.qemuGuestAgent.users`]],
  [key({}), [], [`PV004 ${KEY}.propagationMethod`]],
  [key({ noCloud: {}, qemuGuestAgent: { users: ['root'] } }), NO_CLOUD, [`PV802 ${KEY}.propagationMethod`]],
  [key({ noCloud: {} }, {}), NO_CLOUD, [`PV004 ${KEY}.source`]],
  [password({}), [], [`PV004 ${PASSWORD}.propagationMethod`]],
  [password({ qemuGuestAgent: {} }, {}), [], [`PV004 ${PASSWORD}.source`]],
  [{}, [], ['PV004 accessCredentials[0]']],
  [{ ...key({ noCloud: {} }), ...password({ qemuGuestAgent: {} }) }, NO_CLOUD, ['PV802 accessCredentials[0]']],
])('%j with the volumes %j is rejected for %j', (credential, volumes, refused) => {
  expect(refusals(rule, { accessCredentials: [credential], volumes })).toEqual(refused);
});

test.each(ODD.map((odd) => [odd]))('%j does not make it throw', (odd) => {
  for (const credentials of [odd, [odd], [{ sshPublicKey: odd }], [{ userPassword: { propagationMethod: odd } }]]) {
    expect(() => refusals(rule, { accessCredentials: credentials, volumes: odd })).not.toThrow();
  }
});
