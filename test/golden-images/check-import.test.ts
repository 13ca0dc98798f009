import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { isSchedule } from '../../src/golden-images/effective-images';
import { hyperConverged, template } from './nodes';

test.each([
  ['0 4 * * *', true],
  ['*/15 0-6,22 1,15 jan-jun mon', true],
  ['@daily', true],
  ['0 4 * *', false],
  ['61 4 * * *', false],
  ['0 24 * * *', false],
  ['0 4 0 * *', false],
  ['*/0 * * * *', false],
  ['at four', false],
])('"%s" as a schedule: %s', (text, expected) => {
  expect(isSchedule(text)).toBe(expected);
});

const found = (spec: object, annotations: Record<string, string> = {}) =>
  checkObjects([hyperConverged('1.18', { templates: [template('x', annotations, spec)] })], {
    target: { kubevirt: '1.8', hco: '1.18' },
  })
    .filter(({ code }) => code === 'PV315')
    .map(({ path }) => path?.split('].').at(-1));

const from = (source: object) => ({ template: { spec: { source } } });
const SOURCE = 'spec.template.spec.source';

test.each<[string, object, string[]]>([
  ['a registry', from({ registry: { url: 'docker://reg.example/x:1' } }), []],
  ['an image stream', from({ registry: { imageStream: 'x' } }), []],
  ['a claim', from({ pvc: { name: 'a', namespace: 'b' } }), []],
  ['an address of the web', from({ http: { url: 'http://a/b' } }), [SOURCE]],
  ['two sources', from({ registry: { url: 'docker://a/b' }, pvc: { name: 'a', namespace: 'b' } }), [SOURCE]],
  ['a registry without an address', from({ registry: {} }), [`${SOURCE}.registry`]],
  ['an address without docker', from({ registry: { url: 'quay.io/a/b' } }), [`${SOURCE}.registry.url`]],
  ['a schedule that is none', { schedule: '0 25 * * *' }, ['spec.schedule']],
])('a template of any HyperConverged with %s', (_name, spec, paths) => {
  expect(found(spec)).toEqual(paths);
});

test('what is disabled is not judged', () => {
  expect(found(from({ http: {} }), { 'dataimportcrontemplate.kubevirt.io/enable': 'false' })).toEqual([]);
});
