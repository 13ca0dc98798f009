// Starts etcd, kube-apiserver and kube-scheduler on the loopback interface, and takes them down again.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from './client.mjs';

const READY_SECONDS = 120;

/** One etcd for all clusters; each of them has a prefix of its own in it. */
export class ControlPlane {
  #program;
  #folder;
  #children = new Map();
  #etcd;

  constructor(program, folder) {
    this.#program = program;
    this.#folder = folder;
  }

  /** Starts etcd; from then on the folder is removed even where this process is killed. */
  async open() {
    this.#etcd = await this.#startEtcd();
  }

  /** A new, empty cluster. Whatever ran before but etcd is stopped. */
  async cluster(name, { scheduler = false } = {}) {
    this.#stop('kube-scheduler');
    this.#stop('kube-apiserver');
    const [port] = await freePorts(1);
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    const token = randomBytes(16).toString('hex');
    const key = join(folder, 'accounts.key');
    writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`);
    writeFileSync(
      key,
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    this.#run('kube-apiserver', [
      `--etcd-servers=${this.#etcd}`,
      `--etcd-prefix=/${name}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${join(folder, 'certificates')}`,
      '--endpoint-reconciler-type=none',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--authorization-mode=RBAC',
      `--token-auth-file=${join(folder, 'tokens.csv')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${key}`,
      `--service-account-signing-key-file=${key}`,
      // Nothing makes service accounts, conditions of nodes or runtime classes here.
      '--disable-admission-plugins=ServiceAccount,TaintNodesByCondition,RuntimeClass',
      // The policies of older releases of Kubernetes are asked for by their versions.
      '--runtime-config=admissionregistration.k8s.io/v1beta1=true,admissionregistration.k8s.io/v1alpha1=true',
      '--profiling=false',
      '-v=0',
    ]);
    const certificate = join(folder, 'certificates/apiserver.crt');
    const client = await this.#ready(() => new ApiClient({ port, token, ca: readFileSync(certificate) }));
    if (scheduler) {
      this.#startScheduler(folder, { port, token, certificate });
    }
    return client;
  }

  /** Everything that is still running. */
  stop() {
    for (const name of [...this.#children.keys()]) {
      this.#stop(name);
    }
  }

  async #startEtcd() {
    const [client, peer] = (await freePorts(2)).map((port) => `http://127.0.0.1:${port}`);
    this.#run('etcd', [join(this.#folder, 'etcd'), client, peer]);
    return client;
  }

  #startScheduler(folder, { port, token, certificate }) {
    const file = join(folder, 'scheduler.json');
    writeFileSync(
      file,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          { name: 'here', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': certificate } },
        ],
        users: [{ name: 'admin', user: { token } }],
        contexts: [{ name: 'here', context: { cluster: 'here', user: 'admin' } }],
        'current-context': 'here',
      }),
    );
    const flags = [`--kubeconfig=${file}`, '--leader-elect=false', '--secure-port=0', '--profiling=false', '-v=0'];
    this.#run('kube-scheduler', flags);
  }

  /** Standard input stays open as long as this process lives: where it is killed, they end by themselves. */
  #run(name, args) {
    const child = spawn(this.#program, [name, ...args], {
      env: { PATH: process.env.PATH, HOME: this.#folder, POLYVIRT_E2E_FOLDER: this.#folder },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const said = [];
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said.push(text);
      said.splice(0, said.length - 50);
    });
    child.on('exit', (code, signal) => {
      child.ended = `${name} ended with ${signal ?? `exit code ${code}`}:\n${said.join('')}`;
    });
    child.stdin.on('error', () => {});
    this.#children.set(name, child);
  }

  #stop(name) {
    this.#children.get(name)?.kill('SIGKILL');
    this.#children.delete(name);
  }

  async #ready(connect) {
    const until = performance.now() + READY_SECONDS * 1000;
    while (performance.now() < until) {
      const ended = [...this.#children.values()].find((child) => child.ended !== undefined);
      if (ended !== undefined) {
        throw new Error(ended.ended);
      }
      try {
        const client = connect();
        if ((await client.request('GET', '/readyz')).status === 200) {
          return client;
        }
      } catch {
        // Neither its certificate nor its port is there yet.
      }
      await sleep(50);
    }
    throw new Error(`kube-apiserver was not ready after ${READY_SECONDS} s`);
  }
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
