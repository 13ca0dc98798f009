import { field, group, table } from './rows/row';
import { flag, type Nothing, nothing, text } from './rows/shapes';

/** Memory that the node cannot read: exactly one of the three. */
export interface LaunchSecurity {
  /** SEV of AMD. */
  readonly sev?: Sev;
  /** SEV-SNP of AMD. */
  readonly snp?: Nothing;
  /** TDX of Intel. */
  readonly tdx?: Nothing;
}

/** SEV of AMD. */
interface Sev {
  /** What the node may not do. */
  readonly policy?: SevPolicy;
  /** Whether the guest waits until its state is attested. */
  readonly attestation?: Nothing;
  /** The session, in base64. */
  readonly session?: string;
  /** The owner's certificate, in base64. */
  readonly dhCert?: string;
}

/** What the node may not do. */
interface SevPolicy {
  /** Whether it cannot read registers either. */
  readonly encryptedState?: boolean;
}

export const LAUNCH_SECURITY = table<LaunchSecurity>(
  'LaunchSecurity',
  () => ({
    sev: group(
      'sev',
      table<Sev>('Sev', () => ({
        policy: group(
          'policy',
          table<SevPolicy>('SevPolicy', () => ({ encryptedState: field('encryptedState', flag, true) })),
        ),
        attestation: field('attestation', nothing, {}),
        session: field('session', text, 'QUJD'),
        dhCert: field('dhCert', text, 'QUJD'),
      })),
    ),
    snp: field('snp', nothing, {}),
    tdx: field('tdx', nothing, {}),
  }),
  ['sev', 'snp', 'tdx'],
);
