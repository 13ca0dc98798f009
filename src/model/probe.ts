import { field, group, items, required, table } from './rows/row';
import { anyText, int, intOrText, known, listOf, type Nothing, nothing, text } from './rows/shapes';

/** How the cluster sees whether a guest is well: exactly one of the ways. */
export interface Probe {
  /** A request. */
  readonly httpGet?: HttpProbe;
  /** A connection. */
  readonly tcpSocket?: TcpProbe;
  /** A command in the guest, by its agent. */
  readonly exec?: ExecProbe;
  /** Whether the guest's agent answers. */
  readonly guestAgentPing?: Nothing;
  /** Seconds before the first. */
  readonly initialDelaySeconds?: number;
  /** Seconds from one to the next. */
  readonly periodSeconds?: number;
  /** Seconds that an answer may take. */
  readonly timeoutSeconds?: number;
  /** So many in a row, and the guest is well. */
  readonly successThreshold?: number;
  /** So many in a row, and it is not. */
  readonly failureThreshold?: number;
}

/** A request. */
interface HttpProbe {
  /** Number of the port. */
  readonly port: number | string;
  /** Path of the request. */
  readonly path?: string;
  /** Host of the request. */
  readonly host?: string;
  /** HTTP or HTTPS. */
  readonly scheme?: 'HTTP' | 'HTTPS';
  /** Headers of the request. */
  readonly httpHeaders?: readonly HttpHeader[];
}

/** A header of a request. */
interface HttpHeader {
  /** Its name. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
}

/** A connection. */
interface TcpProbe {
  /** Number of the port. */
  readonly port: number | string;
  /** Host of the connection. */
  readonly host?: string;
}

/** A command in the guest. */
interface ExecProbe {
  /** Its words. */
  readonly command?: readonly string[];
}

export const PROBE = table<Probe>(
  'Probe',
  () => ({
    httpGet: group(
      'httpGet',
      table<HttpProbe>('HttpProbe', () => ({
        port: required(field('port', intOrText, 80)),
        path: field('path', text, '/healthz'),
        host: field('host', text, '10.0.0.1'),
        scheme: field('scheme', known('HTTP', 'HTTPS'), 'HTTPS'),
        httpHeaders: items(
          'httpHeaders',
          table<HttpHeader>('HttpHeader', () => ({
            name: required(field('name', text, 'Accept')),
            value: required(field('value', anyText, '*/*')),
          })),
        ),
      })),
    ),
    tcpSocket: group(
      'tcpSocket',
      table<TcpProbe>('TcpProbe', () => ({
        port: required(field('port', intOrText, 22)),
        host: field('host', text, '10.0.0.1'),
      })),
    ),
    exec: group(
      'exec',
      table<ExecProbe>('ExecProbe', () => ({ command: field('command', listOf(anyText), ['true']) })),
    ),
    guestAgentPing: field('guestAgentPing', nothing, {}),
    initialDelaySeconds: field('initialDelaySeconds', int, 60),
    periodSeconds: field('periodSeconds', int, 20),
    timeoutSeconds: field('timeoutSeconds', int, 5),
    successThreshold: field('successThreshold', int, 2),
    failureThreshold: field('failureThreshold', int, 5),
  }),
  ['httpGet', 'tcpSocket', 'exec', 'guestAgentPing'],
);
