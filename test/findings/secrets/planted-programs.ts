import { app } from '../../app-folder';
import type { Plant } from './planted-objects';

const CONFIG = 'language: typescript\napp: npx ts-node main.ts\n';

/** Programs that fail at a secret, each in a folder of its own. */
export function plantedPrograms(m: Plant): Readonly<Record<string, string>> {
  const vm = (more: string) =>
    `new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: Size.gibibytes(1), ${more} });`;
  return {
    'program-throws-address': app(
      `throw new Error('cannot log in to https://bot:${m('thrown address')}@git.example.com/a.git');`,
    ),
    'program-throws-token': app(`throw new Error('rejected token: ${m('thrown token')}');`),
    'program-throws-lines': app(`throw new Error('rejected\\ntoken ' + '${m('thrown second line')}');`),
    'program-throws-text': app(`throw 'rejected token=${m('thrown text')}';`),
    'program-throws-json': app(`JSON.parse('{"password": ${m('thrown JSON')}');`),
    'program-throws-long': app(`JSON.parse('${m('thrown long JSON')}' + 'x'.repeat(5000));`),
    'program-rejects': app(`void Promise.reject(new Error('Bearer ${m('rejected promise')}'));`),
    'program-environment': app("throw new Error('no access with ' + process.env.DB_PASSWORD);"),
    'program-syntax': app(`const password = '${m('syntax error')}`),
    'program-type': app(`const password: = '${m('syntax error on its line')}';`),
    'program-import': app(`require('./missing?token=${m('missing module')}');`),
    'program-patch': app(
      `${vm('')} ApiObject.of(edge.node.findChild('web')).addJsonPatch(JsonPatch.test('/spec/password', '${m('patch test')}'));`,
    ),
    'program-patch-path': app(
      `${vm('')} ApiObject.of(edge.node.findChild('web')).addJsonPatch(JsonPatch.replace('/spec/x/y', { token: '${m('patch path')}' }));`,
    ),
    'program-props': app(
      `${vm(`cloudInit: { userData: '${m('props: cloudInit')}' } as never, runStrategy: 'Bearer ${m('props: runStrategy')}' as never,`)}`,
    ),
    'program-cloud-init': app(
      `${vm(`cloudInit: CloudInit.noCloud({ userData: { password: '${m('props: userData map')}' } as never }), hypervisor: '--password=${m('props: hypervisor')}'`)}`,
    ),
    'program-object': app(
      `new ApiObject(edge, 'vm', { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata: { name: 'vm' }, spec: { pasword: '${m('ApiObject pasword')}', template: { spec: { volumes: [{ name: 'a', cloudInitNoCloud: { userData: ['${m('ApiObject userData')}'] } }] } } } } as never);`,
    ),
    'program-not-data': app(
      `new ApiObject(edge, 'vm', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'vm' }, stringData: { a: Number.NaN, b: new Date('2020-01-01'), c: '${m('beside NaN')}' } } as never);`,
    ),
  };
}

/** The files of the programs. */
export function programFiles(programs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(programs).flatMap(([folder, text]) => [
      [`${folder}/main.ts`, text],
      [`${folder}/cdk8s.yaml`, CONFIG],
    ]),
  );
}
