/**
 * Keeps V8 from optimizing where that never pays. V8 does it in other threads for what was called some hundred times, and once more when the
 * next VM is of another shape: a third of the processor time of 1,000 VMs, and nothing of it comes back. From some thousands on it does.
 *
 * See docs/adr/0034-v8-optimizes-late.md.
 */
export class LateOptimizer {
  private _work = 0;
  private _isOff = false;

  constructor(
    private readonly setFlag: (flag: '--opt' | '--no-opt') => void,
    private readonly many = MANY,
  ) {}

  /** Takes note of so many characters that were read, and with them of what there is to do. */
  public add(length: number): void {
    this._work += length;
    this._turn(this._work > FEW && this._work < this.many);
  }

  /** V8 rejects compiled code that was kept under other flags than those it is loaded with. */
  public end(): void {
    this._turn(false);
  }

  private _turn(isOff: boolean): void {
    if (isOff !== this._isOff) {
      this._isOff = isOff;
      this.setFlag(isOff ? '--no-opt' : '--opt');
    }
  }
}

/** Some ten VMs: what sets a flag takes as long to load as optimizing does for fewer. */
const FEW = 12_000;

/** Some thousands of VMs. */
const MANY = 4_000_000;

/** A program notes each of its VMs twice, when it is made and when it is told, and does less for one. */
const MANY_OF_PROGRAM = 2_000_000;

let optimizer: LateOptimizer | undefined;

/** Has this process, the command or a program, optimize late, unless the environment turns that off. */
export function optimizeLate(env: NodeJS.ProcessEnv, runs: 'command' | 'program' = 'command'): void {
  if (env.POLYVIRT_SPEED === 'off') {
    return;
  }
  const late = new LateOptimizer(
    (flag) => process.getBuiltinModule('node:v8').setFlagsFromString(flag),
    runs === 'program' ? MANY_OF_PROGRAM : MANY,
  );
  optimizer = late;
  // Before compiled code is kept, which was noted earlier.
  process.prependOnceListener('exit', () => late.end());
}

/** Takes note of characters that were read; nothing where this process optimizes as V8 does by itself. */
export function noteWork(length: number): void {
  optimizer?.add(length);
}

/** Takes note of a message of a program, which is a VM more often than not: one is so long in a platform file. */
export function noteMessage(): void {
  noteWork(600);
}
