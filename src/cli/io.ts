/** The outside world of a command. */
export interface Io {
  /** Manifests and nothing else: Argo CD applies whatever arrives here. */
  readonly out: (text: string) => void;
  /** The same of bytes, which are not kept; as text where it is absent. */
  readonly outBytes?: (bytes: Uint8Array) => void;
  /** Everything meant for a person. */
  readonly err: (text: string) => void;
  /** Whether a person is looking at `err`, on a terminal. */
  readonly terminal?: boolean;
  /** Whether that terminal knows colours. */
  readonly colour: boolean;
}

/**
 * 0 well, 1 an error finding or drift, 2 the command was called wrongly, 10 a comparison found changes, 11 a policy blocks
 * them.
 */
export type ExitCode = 0 | 1 | 2 | 10 | 11;
