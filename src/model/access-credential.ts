import { field, group, required, table } from './rows/row';
import { listOf, type Nothing, nothing, text } from './rows/shapes';

/** A key or a password that goes into the guest: exactly one of the two. */
export interface AccessCredential {
  /** Public keys of SSH. */
  readonly sshPublicKey?: SshPublicKey;
  /** Passwords. */
  readonly userPassword?: UserPassword;
}

/** Public keys of SSH. */
interface SshPublicKey {
  /** Where they are. */
  readonly source: CredentialSource;
  /** How they get there: exactly one of the ways. */
  readonly propagationMethod: SshPropagation;
}

/** Passwords. */
interface UserPassword {
  /** Where they are. */
  readonly source: CredentialSource;
  /** How they get there. */
  readonly propagationMethod: PasswordPropagation;
}

/** Where credentials are. */
interface CredentialSource {
  /** In a Secret. */
  readonly secret?: CredentialSecret;
}

/** A Secret with credentials. */
interface CredentialSecret {
  /** Its name. */
  readonly secretName: string;
}

/** How public keys get into the guest. */
interface SshPropagation {
  /** By cloud-init from a config drive. */
  readonly configDrive?: Nothing;
  /** By cloud-init from a NoCloud disk. */
  readonly noCloud?: Nothing;
  /** By the guest's agent, for these users. */
  readonly qemuGuestAgent?: AgentUsers;
}

/** Users of the guest. */
interface AgentUsers {
  /** Their names. */
  readonly users: readonly string[];
}

/** How passwords get into the guest. */
interface PasswordPropagation {
  /** By the guest's agent. */
  readonly qemuGuestAgent?: Nothing;
}

const SOURCE = table<CredentialSource>('CredentialSource', () => ({
  secret: group(
    'secret',
    table<CredentialSecret>('CredentialSecret', () => ({ secretName: required(field('secretName', text, 'keys')) })),
  ),
}));

export const ACCESS_CREDENTIAL = table<AccessCredential>(
  'AccessCredential',
  () => ({
    sshPublicKey: group(
      'sshPublicKey',
      table<SshPublicKey>('SshPublicKey', () => ({
        source: required(group('source', SOURCE)),
        propagationMethod: required(
          group(
            'propagationMethod',
            table<SshPropagation>(
              'SshPropagation',
              () => ({
                configDrive: field('configDrive', nothing, {}),
                noCloud: field('noCloud', nothing, {}),
                qemuGuestAgent: group(
                  'qemuGuestAgent',
                  table<AgentUsers>('AgentUsers', () => ({ users: required(field('users', listOf(text), ['admin'])) })),
                ),
              }),
              ['configDrive', 'noCloud', 'qemuGuestAgent'],
            ),
          ),
        ),
      })),
    ),
    userPassword: group(
      'userPassword',
      table<UserPassword>('UserPassword', () => ({
        source: required(group('source', SOURCE)),
        propagationMethod: required(
          group(
            'propagationMethod',
            table<PasswordPropagation>('PasswordPropagation', () => ({
              qemuGuestAgent: field('qemuGuestAgent', nothing, {}),
            })),
          ),
        ),
      })),
    ),
  }),
  ['sshPublicKey', 'userPassword'],
);
