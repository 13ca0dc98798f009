import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/cli/start/commands';
import { main } from '../../../src/cli/start/main';

/** A folder whose files commands are asked about, in this process: a thousand processes would take minutes. */
export class Asked {
  private readonly _folder = mkdtempSync(join(tmpdir(), 'polyvirt-parity-'));

  /** The path of a file with this object. */
  public file(name: string, object: object): string {
    const path = join(this._folder, name);
    writeFileSync(path, JSON.stringify(object));
    return path;
  }

  /** What a command prints as JSON. */
  public async json<T>(...args: readonly string[]): Promise<T> {
    const [out, err]: [string[], string[]] = [[], []];
    await main([...args, '--format', 'json'], COMMANDS, {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      colour: false,
    });
    if (out.length === 0) {
      throw new Error(`polyvirt ${args.join(' ')} said nothing: ${err.join('')}`);
    }
    return JSON.parse(out.join('')) as T;
  }

  public remove(): void {
    rmSync(this._folder, { recursive: true });
  }
}

/** Of the findings that a command prints. */
export interface Said {
  readonly code: string;
  readonly severity: string;
  readonly what: string;
  readonly why?: string;
}
