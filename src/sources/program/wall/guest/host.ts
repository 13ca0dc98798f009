/** What the wall answers; anything else is not reachable from inside. Every argument and answer is text. */
export interface HostCalls {
  /** Lines for the parent, each a message. */
  readonly say: (lines: string) => void;
  /** What the program prints. */
  readonly print: (text: string) => void;
  /** A file of the repository, one character per byte. */
  readonly readBytes: (path: string) => string;
  /** A file of the repository, in UTF-8. */
  readonly readText: (path: string) => string;
  /** What is at a path of the repository: `file SIZE`, `folder`, or nothing. */
  readonly stat: (path: string) => string;
  /** Names in a folder of the repository, as a list in JSON. */
  readonly list: (path: string) => string;
  /** A path with its links followed, within the repository. */
  readonly real: (path: string) => string;
  /** A variable of the environment behind `=`; nothing where it is not set. */
  readonly variable: (name: string) => string;
  /** Names of the variables that are set, as a list in JSON. */
  readonly variables: () => string;
  /** Objects of manifests of the repository, as JSON. */
  readonly manifests: (paths: string) => string;
  /** The digest of bytes, given one character per byte. */
  readonly digest: (algorithm: string, bytes: string, encoding: string) => string;
  /** Loads a part of the library. */
  readonly part: (name: string) => void;
  /** The parts of an address, as JSON: parsed, and with a part set where that is asked for. */
  readonly url: (href: string, base: string, part: string, value: string) => string;
}

type Call = (name: string, ...args: string[]) => string;

/** The one function of the host, which is taken out of reach of the program. */
const call = (globalThis as { __polyvirt_host?: Call }).__polyvirt_host as Call;
delete (globalThis as { __polyvirt_host?: Call }).__polyvirt_host;

/** A call of the host; what it rejects is an error with the line of the caller. */
function asked(name: keyof HostCalls): (...args: string[]) => string {
  return (...args) => {
    const answer = call(name, ...args);
    if (answer.startsWith('!')) {
      const [, code, message] = /^!(\w*) ?([\s\S]*)$/.exec(answer) ?? [];
      throw Object.assign(new Error(message), code === '' ? {} : { code });
    }
    return answer.slice(1);
  };
}

export const host: HostCalls = {
  say: asked('say'),
  print: asked('print'),
  readBytes: asked('readBytes'),
  readText: asked('readText'),
  stat: asked('stat'),
  list: asked('list'),
  real: asked('real'),
  variable: asked('variable'),
  variables: asked('variables'),
  manifests: asked('manifests'),
  digest: asked('digest'),
  part: asked('part'),
  url: asked('url'),
};
