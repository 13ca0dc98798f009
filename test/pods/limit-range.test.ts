import { limitedPod } from '../../src/pods/namespace-limits';

const pod = (resources: object) => ({ spec: { containers: [{ name: 'compute', resources }] } });
const range = (...limits: object[]) => ({ spec: { limits } });

test.each<[string, object, object, readonly string[]]>([
  [
    'nothing is against a pod between both bounds',
    { requests: { memory: '2Gi' }, limits: { memory: '2Gi' } },
    { max: { memory: '4Gi' }, min: { memory: '1Gi' } },
    [],
  ],
  [
    'a maximum is the limit of what has none',
    { requests: { memory: '2Gi' } },
    { max: { memory: '1Gi' } },
    [
      'maximum memory usage per Container is 1Gi, but request is 2Gi',
      'the request of container compute for 2Gi must be less than or equal to memory limit of 1Gi',
    ],
  ],
  [
    'a limit above the maximum',
    { requests: { cpu: '1' }, limits: { cpu: '8' } },
    { max: { cpu: '4' } },
    ['maximum cpu usage per Container is 4, but limit is 8'],
  ],
  [
    'a request below the minimum',
    { requests: { cpu: '100m' } },
    { min: { cpu: '250m' } },
    ['minimum cpu usage per Container is 250m, but request is 100m'],
  ],
  [
    'a limit that is more than so many times the request',
    { requests: { cpu: '1' }, limits: { cpu: '3' } },
    { maxLimitRequestRatio: { cpu: '2' } },
    ['cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000'],
  ],
])('%s', (_, resources, item, refused) => {
  expect(limitedPod(pod(resources), [range({ type: 'Container', ...item })]).refused).toEqual(refused);
});

test('the whole pod is judged by items for pods, and claims are not judged', () => {
  const two = {
    spec: {
      containers: ['compute', 'disk'].map((name) => ({
        name,
        resources: { requests: { memory: '1Gi' }, limits: { memory: '1Gi' } },
      })),
    },
  };
  const item = { max: { memory: '1536Mi' } };
  expect(limitedPod(two, [range({ type: 'Pod', ...item })]).refused).toEqual([
    'maximum memory usage per Pod is 1536Mi, but limit is 2Gi',
  ]);
  expect(limitedPod(two, [range({ type: 'PersistentVolumeClaim', ...item })]).refused).toEqual([]);
});

test('a default is added where a container says nothing', () => {
  const { added, pod: limited } = limitedPod(pod({ requests: { memory: '1Gi' } }), [
    range({ type: 'Container', default: { memory: '4Gi' } }),
  ]);
  expect(added).toEqual(['memory limit of 4Gi']);
  expect(limited.spec).toMatchObject({
    containers: [{ resources: { requests: { memory: '1Gi' }, limits: { memory: '4Gi' } } }],
  });
});
