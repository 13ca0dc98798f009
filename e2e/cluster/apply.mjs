// Applies what polyvirt made, twice, and says what the API server rejects, changes on the second time, or does not keep.
import { differences } from './stored.mjs';

/** Groups that a server has without any CRD. */
const BUILT_IN =
  /^(v1|(apps|batch|autoscaling|policy)\/.*|[\w.]*(rbac\.authorization|networking|admissionregistration|apiextensions|scheduling|storage)\.k8s\.io\/.*)$/;

/** Results of all applied objects. */
export class Applied {
  objects = 0;
  refused = 0;
  noOps = 0;
  kept = 0;
  /** Objects that are meant for a custom KubeVirt. */
  proposals = 0;
  /** By kind: what the server has no CRD for, where that is known. */
  unknown = new Map();
  failures = [];

  /**
   * Applies the objects of one input to an otherwise empty cluster, and takes them away again.
   *
   * @param objects each with its text, the bytes that are sent
   */
  async input(client, id, objects, { namespace, withoutCrd }) {
    const known = [];
    for (const each of objects) {
      const object = namespaced(each.object, namespace);
      if (withoutCrd.test(`${object.apiVersion} ${object.kind}`)) {
        this.unknown.set(object.kind, (this.unknown.get(object.kind) ?? 0) + 1);
      } else {
        known.push({ object, text: each.text, name: `${id}: ${object.kind} ${object.metadata.name}` });
      }
    }
    await makeNamespaces(client, known);
    await Promise.all(known.map((each) => this.#apply(client, each)));
    await Promise.all(known.map(({ object }) => client.remove(object).catch(() => {})));
  }

  /** The figures for a person. */
  line() {
    const unknown = [...this.unknown].map(([kind, count]) => `${count} ${kind}`).join(', ');
    return [
      `${this.objects} objects, ${this.refused} refused, ${this.noOps} no-ops, ${this.kept} stored as applied`,
      ...(unknown === '' ? [] : [`not applied: no CRD for ${unknown}`]),
      ...(this.proposals === 0 ? [] : [`not applied: ${this.proposals} with a proposed field`]),
    ].join('; ');
  }

  add(other) {
    for (const key of ['objects', 'refused', 'noOps', 'kept', 'proposals']) {
      this[key] += other[key];
    }
    for (const [kind, count] of other.unknown) {
      this.unknown.set(kind, (this.unknown.get(kind) ?? 0) + count);
    }
    this.failures.push(...other.failures);
  }

  async #apply(client, { object, text, name }) {
    this.objects++;
    const first = await client.apply(object, text);
    if (first.status >= 300) {
      this.refused++;
      this.failures.push(`${name}: refused (${first.status}): ${first.body.message ?? first.body}`);
      return;
    }
    const second = await client.apply(object, text);
    if (second.body.metadata?.resourceVersion === first.body.metadata.resourceVersion) {
      this.noOps++;
    } else {
      this.failures.push(`${name}: the second apply is no no-op (${second.status}) ${second.body.message ?? ''}`);
    }
    const { body: stored } = await client.get(object);
    const lost = differences(object, stored, BUILT_IN.test(object.apiVersion));
    if (lost.length === 0) {
      this.kept++;
    } else {
      this.failures.push(`${name}: not stored as applied: ${lost.join('; ')}`);
    }
  }
}

function namespaced(object, namespace) {
  return namespace === undefined || object.metadata.namespace !== undefined
    ? object
    : { ...object, metadata: { ...object.metadata, namespace } };
}

/** An installation makes its namespaces first. */
export async function makeNamespaces(client, objects) {
  const names = new Set(objects.map(({ object }) => object.metadata.namespace).filter((each) => each !== undefined));
  await Promise.all(
    [...names].map((name) => client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  );
}
