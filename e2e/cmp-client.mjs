// Speaks to argocd-cmp-server as repo-server does: gRPC over a unix socket, with the few messages that it needs written out
// by hand (cmpserver/plugin/plugin.proto of Argo CD 3.5).
import { createHash } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectSocket } from 'node:net';

const SERVICE = '/plugin.ConfigManagementPluginService/';

/** Chunks as large as repo-server sends them unless told otherwise. */
const CHUNK = 1024;

function varint(value) {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) {
      return Buffer.from([...bytes, Number(rest)]);
    }
    bytes.push(Number(rest & 127n) | 128);
  }
}

function field(number, value) {
  if (typeof value === 'number') {
    return Buffer.concat([varint(number << 3), varint(value)]);
  }
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function* fieldsOf(bytes) {
  let at = 0;
  const read = () => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
      if (byte < 128) {
        return Number(value);
      }
    }
  };
  while (at < bytes.length) {
    const key = read();
    if ((key & 7) === 0) {
      yield [key >> 3, read()];
    } else {
      const length = read();
      yield [key >> 3, bytes.subarray(at, at + length)];
      at += length;
    }
  }
}

function framed(message) {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** One server behind one socket. */
export class CmpClient {
  constructor(socket) {
    this.session = connectHttp2('http://localhost', { createConnection: () => connectSocket(socket) });
    this.session.on('error', () => undefined);
    this.session.setMaxListeners(100);
  }

  close() {
    this.session.close();
  }

  async check() {
    const fields = Object.fromEntries(fieldsOf(await this.#call('CheckPluginConfiguration', [Buffer.alloc(0)], 60)));
    return { isDiscoveryConfigured: fields[1] === 1, provideGitCreds: fields[2] === 1 };
  }

  async match(request) {
    const fields = Object.fromEntries(fieldsOf(await this.#send('MatchRepository', request)));
    return { isSupported: fields[1] === 1, isDiscoveryEnabled: fields[2] === 1 };
  }

  /** The announced parameters, as cmp-server understood them. */
  async parameters(request) {
    const announcements = [...fieldsOf(await this.#send('GetParametersAnnouncement', request))];
    return announcements.map(([, bytes]) => announcementOf(bytes));
  }

  /** Manifests, each as JSON text. */
  async generate(request) {
    return [...fieldsOf(await this.#send('GenerateManifest', request))]
      .filter(([number]) => number === 1)
      .map(([, bytes]) => bytes.toString());
  }

  /** @param request { archive, path, env: [name, value][], deadline in seconds } */
  #send(method, { archive, path, env, deadline }) {
    const metadata = Buffer.concat([
      field(1, path.split('/').at(-1)),
      field(2, path),
      field(3, createHash('sha256').update(archive).digest('hex')),
      field(4, archive.length),
      ...env.map(([name, value]) => field(5, Buffer.concat([field(1, name), field(2, value)]))),
    ]);
    const messages = [field(1, metadata)];
    for (let at = 0; at < archive.length; at += CHUNK) {
      messages.push(field(2, field(1, archive.subarray(at, at + CHUNK))));
    }
    return this.#call(method, messages, deadline);
  }

  #call(method, messages, deadline) {
    return new Promise((resolve, reject) => {
      const stream = this.session.request({
        ':method': 'POST',
        ':path': SERVICE + method,
        'content-type': 'application/grpc',
        te: 'trailers',
        'grpc-timeout': `${Math.round(deadline * 1000)}m`,
      });
      const chunks = [];
      let status;
      const note = (headers) => {
        if (headers['grpc-status'] !== undefined) {
          status = { code: Number(headers['grpc-status']), message: decodeURIComponent(headers['grpc-message'] ?? '') };
        }
      };
      stream.on('response', note);
      stream.on('trailers', note);
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('close', () => {
        if (status?.code === 0) {
          resolve(Buffer.concat(chunks).subarray(5));
        } else {
          reject(new Error(status?.message ?? 'the server ended the call without a status'));
        }
      });
      for (const message of messages) {
        stream.write(framed(message));
      }
      stream.end();
    });
  }
}

function announcementOf(bytes) {
  const texts = { 1: 'name', 2: 'title', 3: 'tooltip', 5: 'itemType', 6: 'collectionType', 7: 'string' };
  const found = {};
  for (const [number, value] of fieldsOf(bytes)) {
    if (texts[number] !== undefined) {
      found[texts[number]] = value.toString();
    } else if (number === 8) {
      found.array = [...(found.array ?? []), value.toString()];
    } else if (number === 9) {
      const entry = Object.fromEntries(fieldsOf(value));
      found.map = { ...found.map, [entry[1].toString()]: (entry[2] ?? '').toString() };
    }
  }
  return found;
}
