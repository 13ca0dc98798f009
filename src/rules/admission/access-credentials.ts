import { isSet, type Part } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** How a credential reaches the guest, and the volume that it needs. */
const METHODS = {
  sshPublicKey: { noCloud: 'cloudInitNoCloud', configDrive: 'cloudInitConfigDrive', qemuGuestAgent: undefined },
  userPassword: { qemuGuestAgent: undefined },
} as const;

/** What virt-api rejects in the access credentials of an instance. */
export const accessCredentials: Rule = () => ({
  instance: ({ spec, volumes }) =>
    Array.isArray(spec.accessCredentials) ? checkAll(spec.accessCredentials, volumes) : NOTHING_WRONG,
});

function* checkAll(credentials: readonly unknown[], volumes: readonly Part[]): Found {
  const hasVolume = (source: string) => volumes.some(({ item }) => isSet(item[source]));
  for (const [i, credential] of credentials.entries()) {
    if (!isMap(credential)) {
      continue;
    }
    const path = `accessCredentials[${i}]`;
    const kinds = (['sshPublicKey', 'userPassword'] as const).filter((kind) => isSet(credential[kind]));
    if (kinds.length !== 1) {
      yield {
        code: kinds.length === 0 ? 'PV004' : 'PV802',
        path,
        what: kinds.length === 0 ? 'the credential has no kind' : 'the credential is a key and a password',
        fix: 'write one of sshPublicKey and userPassword',
        source: SOURCE,
      };
    }
    for (const kind of kinds) {
      const written = credential[kind];
      yield* checkCredential(isMap(written) ? written : {}, METHODS[kind], `${path}.${kind}`, hasVolume);
    }
  }
}

function* checkCredential(
  { source, propagationMethod }: Readonly<Record<string, unknown>>,
  methods: Readonly<Record<string, string | undefined>>,
  path: string,
  hasVolume: (source: string) => boolean,
): Found {
  if (!isMap(source) || !isSet(source.secret)) {
    const fix = 'write source: { secret: { secretName: … } }';
    yield { code: 'PV004', path: `${path}.source`, what: 'the credential has no source', fix, source: SOURCE };
  }
  const method = isMap(propagationMethod) ? propagationMethod : {};
  const used = Object.keys(methods).filter((key) => isSet(method[key]));
  if (used.length !== 1) {
    yield {
      code: used.length === 0 ? 'PV004' : 'PV802',
      path: `${path}.propagationMethod`,
      what:
        used.length === 0 ? 'the credential has no propagation method' : `it is propagated by ${used.join(' and ')}`,
      fix: `write one of ${Object.keys(methods).join(', ')}`,
      source: SOURCE,
    };
  }
  for (const key of used) {
    const volume = methods[key];
    if (volume !== undefined && !hasVolume(volume)) {
      const what = `${key} needs a volume of ${volume}, and there is none`;
      const fix = `add such a volume, or propagate the key by another method`;
      yield { code: 'PV004', path: `${path}.propagationMethod.${key}`, what, fix, source: SOURCE };
    }
  }
  const agent = method.qemuGuestAgent;
  if ('noCloud' in methods && isMap(agent) && !(Array.isArray(agent.users) && agent.users.length > 0)) {
    const what = 'the guest agent is told no users';
    const below = `${path}.propagationMethod.qemuGuestAgent.users`;
    yield { code: 'PV004', path: below, what, fix: 'list the users that get the key', source: SOURCE };
  }
}
