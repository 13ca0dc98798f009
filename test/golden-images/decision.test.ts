import { ALERTS, type AlertName, alertSeries, firing } from '../../src/golden-images/alerts';
import { decisionsOf, pictureOf } from '../../src/golden-images/picture';
import { sspImagesOf } from '../../src/golden-images/ssp-objects';
import { KNOWN_RELEASES } from '../../src/target/facts';
import { architectures, hyperConverged, nodes, template } from './nodes';

const RELEASES = [...KNOWN_RELEASES.hco!.releases, KNOWN_RELEASES.hco!.branch!];

/** One image, whatever else there is, on a cluster with workers of amd64 and arm64. */
const ANNOTATIONS: Record<string, Record<string, string>> = {
  absent: {},
  empty: architectures(''),
  overlap: architectures('amd64,arm64,s390x'),
  'partly with a space': architectures('amd64, arm64'),
  'with a space': architectures(' amd64'),
  'no overlap': architectures('s390x'),
  unknown: architectures('x86_64'),
  'upper case': architectures('AMD64'),
};

interface Expected {
  /** Annotation of the status, verbatim; nothing where there is no key. */
  readonly status?: string;
  readonly original?: string;
  readonly deployed?: 'False';
  /** Crons that SSP makes. */
  readonly crons: string[];
  readonly alert?: AlertName;
}

/** With the switch on: the same in every release that has it. */
const ON: Record<string, Expected> = {
  absent: { crons: ['x-image-cron'], alert: 'HCOGoldenImageWithNoArchitectureAnnotation' },
  empty: {
    status: '',
    original: '',
    deployed: 'False',
    crons: [],
    alert: 'HCOGoldenImageWithNoArchitectureAnnotation',
  },
  overlap: {
    status: 'amd64,arm64',
    original: 'amd64,arm64,s390x',
    crons: ['x-image-cron-amd64', 'x-image-cron-arm64'],
  },
  'partly with a space': { status: 'amd64', original: 'amd64, arm64', crons: ['x-image-cron-amd64'] },
  'with a space': {
    status: '',
    original: ' amd64',
    deployed: 'False',
    crons: [],
    alert: 'HCOGoldenImageWithNoSupportedArchitecture',
  },
  'no overlap': {
    status: '',
    original: 's390x',
    deployed: 'False',
    crons: [],
    alert: 'HCOGoldenImageWithNoSupportedArchitecture',
  },
  unknown: {
    status: '',
    original: 'x86_64',
    deployed: 'False',
    crons: [],
    alert: 'HCOGoldenImageWithNoSupportedArchitecture',
  },
  'upper case': {
    status: '',
    original: 'AMD64',
    deployed: 'False',
    crons: [],
    alert: 'HCOGoldenImageWithNoSupportedArchitecture',
  },
};

const CASES = RELEASES.flatMap((hco) =>
  [undefined, false, true].flatMap((written) =>
    Object.keys(ANNOTATIONS).map((annotation) => ({ hco, written, annotation })),
  ),
);

/** Before 1.16 nobody reads the switch. */
const isOn = (hco: string, written: boolean | undefined) => written === true && Number(hco.split('.')[1]) >= 16;

function pictured(hco: string, written: boolean | undefined, annotation: string, workers = ['amd64', 'arm64']) {
  const object = hyperConverged(hco, {
    ...(written === undefined ? {} : { multiArch: written }),
    templates: [template('x', ANNOTATIONS[annotation])],
    sources: { enableCommonBootImageImport: false },
    // Before 1.15 a gate switches the built-in images off.
    ...(hco === '1.14'
      ? { spec: { featureGates: { enableCommonBootImageImport: false, enableMultiArchBootImageImport: written } } }
      : {}),
  });
  return pictureOf(object, { hco, nodes: nodes(['amd64'], workers), distribution: 'openshift' });
}

test.each(CASES)('HyperConverged $hco, switch $written, annotation $annotation', ({ hco, written, annotation }) => {
  const picture = pictured(hco, written, annotation);
  const [decision, ...more] = decisionsOf(picture)!;
  const on = isOn(hco, written);
  const verbatim = ANNOTATIONS[annotation]!['ssp.kubevirt.io/dict.architectures'];
  const expected: Expected = on
    ? ON[annotation]!
    : { ...(verbatim === undefined ? {} : { status: verbatim }), crons: ['x-image-cron'] };
  const crons = [...sspImagesOf(picture)!.objects.values()]
    .flat()
    .filter(({ kind }) => kind === 'DataImportCron')
    .map(({ name }) => name);
  expect(more).toEqual([]);
  expect({
    status: decision!.annotation,
    original: decision!.originalSupportedArchitectures,
    deployed: decision!.conditions.find(({ type }) => type === 'Deployed')?.status,
    crons,
  }).toEqual({
    status: expected.status,
    original: expected.original,
    deployed: expected.deployed,
    crons: expected.crons,
  });

  const fires = (Object.keys(ALERTS) as AlertName[]).filter((name) => firing(name, alertSeries(picture)).length > 0);
  const hasAlerts = Number(hco.split('.')[1]) >= 16;
  const wanted = on ? [expected.alert].filter((name) => name !== undefined) : ['HCOMultiArchGoldenImagesDisabled'];
  expect(fires).toEqual(hasAlerts ? wanted : []);
});

test.each(CASES)(
  'no alert on plain Kubernetes: HyperConverged $hco, switch $written, annotation $annotation',
  (each) => {
    const picture = { ...pictured(each.hco, each.written, each.annotation), hasSsp: false };
    expect(alertSeries(picture)).toEqual([]);
  },
);

test('on a cluster of one architecture the switch has no series, the images have theirs', () => {
  expect(alertSeries(pictured('1.18', false, 'overlap', ['amd64']))).toEqual([]);
  expect(alertSeries(pictured('1.18', true, 'no overlap', ['amd64'])).map(({ value }) => value)).toEqual([1, 0]);
});

test('without any image the switch has no series', () => {
  const object = hyperConverged('1.18', { sources: { enableCommonBootImageImport: false } });
  const picture = pictureOf(object, { hco: '1.18', nodes: nodes([], ['amd64', 'arm64']) });
  expect(alertSeries(picture)).toEqual([]);
});

test('series carry the names in lower case', () => {
  const object = hyperConverged('1.18', {
    multiArch: true,
    templates: [template('X')],
    sources: { enableCommonBootImageImport: false },
  });
  const picture = pictureOf(object, { hco: '1.18', nodes: nodes([], ['amd64']) });
  expect(alertSeries(picture)).toEqual([
    {
      metric: 'kubevirt_hco_dataimportcrontemplate_with_architecture_annotation',
      labels: { data_import_cron_name: 'x-image-cron', managed_data_source_name: 'x' },
      value: 0,
    },
  ]);
});

test('without workload nodes every annotated image is left out, the built-in ones too', () => {
  const picture = pictureOf(hyperConverged('1.18', { multiArch: true }), { hco: '1.18', nodes: nodes(['amd64'], []) });
  expect(firing('HCOGoldenImageWithNoSupportedArchitecture', alertSeries(picture))).toHaveLength(3);
});

test('without nodes only what does not depend on them is known', () => {
  const object = hyperConverged('1.18', {
    multiArch: true,
    templates: [template('x'), template('y', architectures('s390x'))],
  });
  const fires = (Object.keys(ALERTS) as AlertName[]).map(
    (name) => firing(name, alertSeries(pictureOf(object, { hco: '1.18' }))).length,
  );
  expect(fires).toEqual([0, 1, 0]);
});
