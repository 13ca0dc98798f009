import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that a job made. */
export interface ForgeCall {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: string | undefined;
}

/** A comment as both forges show it. */
export interface StubComment {
  readonly id: number;
  readonly body: string;
  /** Who wrote it. */
  readonly by: string;
}

/** An API of GitHub or GitLab that has these comments, gives them in pages, and writes down what it is asked. */
export class StubForge {
  public readonly calls: ForgeCall[] = [];
  private readonly _server: Server;

  public constructor(
    private readonly _comments: readonly StubComment[],
    private readonly _me: string,
  ) {
    this._server = createServer((request, response) => {
      void bodyOf(request).then((text) => {
        const { method = '', url = '', headers } = request;
        const token = headers.authorization ?? String(headers['private-token'] ?? '');
        this.calls.push({ method, path: url, token, body: text === '' ? undefined : JSON.parse(text).body });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(this._answer(method, new URL(url, 'http://forge'))));
      });
    });
  }

  /** Starts it, and gives its address. */
  public async start(): Promise<string> {
    await new Promise<void>((done) => this._server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this._server.address() as AddressInfo).port}`;
  }

  public async stop(): Promise<void> {
    this._server.closeAllConnections();
    await new Promise((done) => this._server.close(done));
  }

  private _answer(method: string, { pathname, searchParams }: URL): unknown {
    if (pathname.endsWith('/user')) {
      return { login: this._me, username: this._me };
    }
    if (method !== 'GET') {
      return {};
    }
    const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
    return this._comments
      .slice((page - 1) * size, page * size)
      .map(({ id, body, by }) => ({ id, body, user: { login: by }, author: { username: by } }));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
