// That all give the same objects, and nothing else: no time is taken.
import { fleetOf } from '../fleet.mjs';
import { cdk8s, cdk8sAppEach, cdk8sOwn, cdk8sTyped } from '../renderers/cdk8s.mjs';
import { ALL_PEERS } from '../renderers/peers.mjs';
import { app, plugin, replicas, yamlFile, yamlFolder } from '../renderers/polyvirt.mjs';
import { grouped } from '../table.mjs';

const ONE = [app, yamlFile, replicas, plugin(false), plugin(true), cdk8s, cdk8sOwn, cdk8sTyped, ...ALL_PEERS];
const SEVERAL = [app, yamlFile, yamlFolder, replicas, cdk8s, cdk8sAppEach];

export async function equality(session) {
  const rows = [['', 'objects', '']];
  for (const size of session.options.sizes) {
    const wanted = [...ONE.map((each) => [each, fleetOf(1, size)]), ...SEVERAL.map((each) => [each, fleetOf(3, size)])];
    for (const [renderer, fleet] of wanted.filter(([each]) => session.wants(each))) {
      const { reason } = await session.job(renderer, fleet);
      rows.push([`${renderer.name}, ${fleet.clusters} × ${size}`, grouped(fleet.objects), reason ?? 'equal']);
    }
  }
  return { title: 'The same objects', notes: [], rows };
}
