// An API server, over plain HTTPS: what kubectl would send, and nothing of it left out.
import { Agent, request } from 'node:https';

/** Who applies: the field manager of everything that polyvirt made. */
const MANAGER = 'polyvirt';
const SECONDS = 60;

/** One API server. */
export class ApiClient {
  #options;
  #resources = new Map();

  constructor({ port, token, ca }) {
    const agent = new Agent({ keepAlive: true, maxSockets: 16, ca });
    this.#options = {
      host: '127.0.0.1',
      port,
      agent,
      timeout: SECONDS * 1000,
      headers: { authorization: `Bearer ${token}` },
    };
  }

  /** The status, the body as an object where it is one, and warnings. */
  request(method, path, body, type = 'application/json') {
    return new Promise((done, fail) => {
      const { headers, ...options } = this.#options;
      const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const call = request(
        {
          ...options,
          method,
          path,
          headers: {
            ...headers,
            accept: 'application/json',
            ...(sent === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(sent) }),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          response.on('end', () =>
            done({
              status: response.statusCode,
              body: text.startsWith('{') ? JSON.parse(text) : text,
              warnings: warningsIn(response.rawHeaders),
            }),
          );
          response.on('error', fail);
        },
      );
      call.on('timeout', () => call.destroy(new Error(`${method} ${path}: no answer for ${SECONDS} s`)));
      call.on('error', fail);
      call.end(sent);
    });
  }

  /** The collection that an object belongs to, or nothing where the server does not know its kind. */
  async collectionOf({ apiVersion, kind, metadata = {} }) {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const key = `${root} ${kind}`;
    if (!this.#resources.has(key)) {
      const { body } = await this.request('GET', root);
      for (const each of body.resources ?? []) {
        if (!each.name.includes('/')) {
          this.#resources.set(`${root} ${each.kind}`, each);
        }
      }
    }
    const found = this.#resources.get(key);
    if (found === undefined) {
      return undefined;
    }
    const namespace = found.namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : '';
    return `${root}${namespace}/${found.name}`;
  }

  async pathOf(object) {
    const collection = await this.collectionOf(object);
    return collection === undefined ? undefined : `${collection}/${object.metadata.name}`;
  }

  /** Server-side apply of the bytes that polyvirt wrote; an unknown or repeated field is rejected. */
  async apply(object, text) {
    const path = await this.pathOf(object);
    if (path === undefined) {
      return { status: 404, body: { message: `the server does not know ${object.apiVersion} ${object.kind}` } };
    }
    const query = `fieldManager=${MANAGER}&fieldValidation=Strict`;
    return this.request('PATCH', `${path}?${query}`, text, 'application/apply-patch+yaml');
  }

  async create(object) {
    return this.request('POST', `${await this.collectionOf(object)}?fieldValidation=Strict`, object);
  }

  async get(object) {
    return this.request('GET', await this.pathOf(object));
  }

  /** At once: nothing runs here that would end a pod, or do what a finalizer waits for. */
  async remove(object) {
    const path = await this.pathOf(object);
    const options = { gracePeriodSeconds: 0, propagationPolicy: 'Background' };
    const { body } = await this.request('DELETE', path, options);
    if (body.metadata?.finalizers !== undefined) {
      await this.request('PATCH', path, { metadata: { finalizers: null } }, 'application/merge-patch+json');
    }
  }
}

/** The texts of the headers `Warning: 299 - "text"`. */
function warningsIn(headers) {
  return headers
    .filter((_, i) => i % 2 === 1 && headers[i - 1].toLowerCase() === 'warning')
    .map((value) => value.replace(/^299 \S+ "(.*)"$/s, '$1').replace(/\\(["\\])/g, '$1'));
}
