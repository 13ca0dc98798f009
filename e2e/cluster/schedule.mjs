// A cluster with a scheduler and whatever nodes are asked for: where does a pod go, and why nowhere else?
import { setTimeout as sleep } from 'node:timers/promises';
import { makeNamespaces } from './apply.mjs';
import { fakePod, priorityClasses } from './fake-pod.mjs';
import { foretoldReasons, readMessage, without } from './scheduler-message.mjs';

/** How long to wait until the scheduler has seen the nodes. Longer, where the answer is not what was foretold. */
const PAUSES = [50, 500, 3000];
const ANSWER_SECONDS = 20;

/** Asks kube-scheduler. */
export class Schedule {
  #client;
  #count = 0;

  constructor(client) {
    this.#client = client;
  }

  /** Makes a cluster of these nodes, with pods that run on them already. */
  async setUp({ nodes, pods = [], namespaces = [] }) {
    const client = this.#client;
    for (const { metadata } of (await this.running()).items) {
      await client.remove({ apiVersion: 'v1', kind: 'Pod', metadata });
    }
    await client.request('DELETE', '/api/v1/nodes', { gracePeriodSeconds: 0 });
    for (const { metadata } of namespaces) {
      const labels = { metadata: { labels: metadata.labels } };
      await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata });
      await client.request('PATCH', `/api/v1/namespaces/${metadata.name}`, labels, 'application/merge-patch+json');
    }
    await this.#create(nodes);
    await this.#create(pods);
  }

  /** As `kubectl get nodes -o json` prints them. */
  async nodes() {
    return this.#list('/api/v1/nodes', 'Node');
  }

  /** As `kubectl get pods -A -o json` prints them. */
  async running() {
    return this.#list('/api/v1/pods', 'Pod');
  }

  /** The API server leaves out the kind of items, and kubectl writes it in. */
  async #list(path, kind) {
    const { body } = await this.#client.request('GET', path);
    return {
      apiVersion: 'v1',
      kind: 'List',
      items: body.items.map((item) => ({ apiVersion: 'v1', kind, ...item })),
    };
  }

  /** What differs between what is foretold of a pod and what the scheduler does with it. */
  async compare(pod, workload, count) {
    await this.#makeRoomFor(pod);
    let wrong = [];
    for (const pause of PAUSES) {
      await sleep(pause);
      wrong = await this.#judge(pod, workload, count);
      if (wrong.length === 0) {
        return [];
      }
    }
    return wrong;
  }

  /** Leaves a pod where the scheduler puts it, so that the next one meets it there. */
  async leave(pod) {
    await this.#ask(pod, true);
  }

  /** Excludes one node after the other, until there is no other: what was chosen is what fits. */
  async #judge(pod, { fits, unknown, rejects }, count) {
    const open = new Set(unknown.map(({ node }) => node));
    const chosen = [];
    for (;;) {
      const { node, message, error } = await this.#ask(without(pod, chosen));
      if (error !== undefined) {
        return [error];
      }
      if (node === undefined) {
        return this.#judgeEnd({ fits, open, rejects, chosen, message, count });
      }
      if (!fits.includes(node) && !open.has(node)) {
        return [`place says that it does not fit ${node}, the scheduler puts it there`];
      }
      // A spread counts the nodes that a pod may go to: excluding one would change the question.
      if (pod.spec.topologySpreadConstraints !== undefined) {
        return [];
      }
      chosen.push(node);
    }
  }

  #judgeEnd({ fits, open, rejects, chosen, message, count }) {
    const missing = fits.filter((node) => !chosen.includes(node));
    if (missing.length > 0) {
      return [`place says that it fits ${missing.join(', ')}, the scheduler says: ${message}`];
    }
    const said = readMessage(message);
    if (said?.nodes !== count) {
      return [`the scheduler speaks of other nodes than the ${count} that are there: ${message}`];
    }
    const foretold = foretoldReasons(rejects, chosen.length);
    return open.size > 0 || JSON.stringify(said.reasons) === JSON.stringify(foretold)
      ? []
      : [`place says ${foretold.join(', ')}; the scheduler says ${said.reasons.join(', ')}`];
  }

  async #ask(pod, stays = false) {
    const object = fakePod(pod, `virt-launcher-${this.#count++}`);
    const { status, body } = await this.#client.create(object);
    if (status !== 201) {
      return { error: `the pod is rejected: ${body.message}` };
    }
    const until = performance.now() + ANSWER_SECONDS * 1000;
    let answer = { error: `the scheduler did not answer for ${ANSWER_SECONDS} s` };
    while (answer.error !== undefined && performance.now() < until) {
      const { spec, status: state = {} } = (await this.#client.get(object)).body;
      const { message } = (state.conditions ?? []).find(({ type }) => type === 'PodScheduled') ?? {};
      if (spec?.nodeName !== undefined) {
        answer = { node: spec.nodeName };
      } else if (message !== undefined) {
        answer = { message };
      } else {
        await sleep(5);
      }
    }
    if (answer.node === undefined || !stays) {
      await this.#client.remove(object);
    }
    return answer;
  }

  async #makeRoomFor(pod) {
    await makeNamespaces(this.#client, [{ object: pod }]);
    await Promise.all(priorityClasses([pod]).map((object) => this.#client.create(object)));
  }

  async #create(objects) {
    await makeNamespaces(
      this.#client,
      objects.map((object) => ({ object })),
    );
    for (const object of objects) {
      const { status, body } = await this.#client.create(object);
      if (status !== 201) {
        throw new Error(`${object.kind} ${object.metadata.name} is rejected: ${body.message}`);
      }
      if (object.kind === 'Pod' && object.status !== undefined) {
        const path = `${await this.#client.pathOf(object)}/status`;
        await this.#client.request('PATCH', path, { status: object.status }, 'application/merge-patch+json');
      }
    }
  }
}
