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
  #nodes = '';
  #namespaces = new Set();
  #count = 0;

  constructor(client) {
    this.#client = client;
  }

  /** What differs between what is foretold of a pod and what the scheduler does with it. */
  async compare({ pod, nodes, pods, namespaces, workload }) {
    let wrong = [];
    for (const pause of PAUSES) {
      await this.#setUp({ pod, nodes, pods, namespaces, pause });
      wrong = await this.#judge(pod, workload, nodes.length);
      if (wrong.length === 0) {
        return [];
      }
      this.#nodes = '';
    }
    return wrong;
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

  async #ask(pod) {
    const object = fakePod(pod, `virt-launcher-${this.#count++}`);
    const { status, body } = await this.#client.create(object);
    if (status !== 201) {
      return { error: `the pod is refused: ${body.message}` };
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
    await this.#client.remove(object);
    return answer;
  }

  async #setUp({ pod, nodes, pods, namespaces, pause }) {
    const client = this.#client;
    const key = JSON.stringify([nodes, pods]);
    await makeNamespaces(client, [pod, ...pods].map((object) => ({ object })));
    for (const { metadata } of namespaces) {
      const labels = { metadata: { labels: metadata.labels } };
      await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata });
      await client.request('PATCH', `/api/v1/namespaces/${metadata.name}`, labels, 'application/merge-patch+json');
    }
    await Promise.all(priorityClasses([pod]).map((object) => client.create(object)));
    if (key === this.#nodes) {
      return;
    }
    for (const namespace of this.#namespaces) {
      await client.request('DELETE', `/api/v1/namespaces/${namespace}/pods`, { gracePeriodSeconds: 0 });
    }
    await client.request('DELETE', '/api/v1/nodes', { gracePeriodSeconds: 0 });
    await this.#create(nodes);
    await this.#create(pods);
    this.#namespaces = new Set(pods.map(({ metadata }) => metadata.namespace ?? 'default'));
    this.#nodes = key;
    await sleep(pause);
  }

  async #create(objects) {
    for (const object of objects) {
      const { status, body } = await this.#client.create(object);
      if (status !== 201) {
        throw new Error(`${object.kind} ${object.metadata.name} is refused: ${body.message}`);
      }
      if (object.kind === 'Pod' && object.status !== undefined) {
        const path = `${await this.#client.pathOf(object)}/status`;
        await this.#client.request('PATCH', path, { status: object.status }, 'application/merge-patch+json');
      }
    }
  }
}
