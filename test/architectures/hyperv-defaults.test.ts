import { addHyperv } from '../../src/architectures/defaulting';
import { InstanceDraft } from '../../src/architectures/draft';

function added(hyperv: object, features: object[] = []): object {
  const draft = new InstanceDraft({ domain: { cpu: { features }, features: { hyperv } } });
  addHyperv(draft);
  return draft.spec.domain as object;
}

test.each<{ what: string; written: object; becomes: object }>([
  { what: 'what is named is on', written: { relaxed: {} }, becomes: { relaxed: { enabled: true } } },
  {
    what: 'the timer of synic brings synic and vpindex',
    written: { synictimer: {} },
    becomes: { synictimer: { enabled: true }, synic: { enabled: true }, vpindex: { enabled: true } },
  },
  {
    what: 'ipi brings vpindex',
    written: { ipi: { enabled: true } },
    becomes: { ipi: { enabled: true }, vpindex: { enabled: true } },
  },
  {
    what: 'what is off brings nothing',
    written: { tlbflush: { enabled: false } },
    becomes: { tlbflush: { enabled: false } },
  },
  {
    what: 'what is turned off stays off, and nothing after it is added',
    written: { ipi: {}, vpindex: { enabled: false }, synictimer: {} },
    becomes: { ipi: { enabled: true }, vpindex: { enabled: false }, synictimer: { enabled: true } },
  },
])('$what', ({ written, becomes }) => {
  expect(added(written)).toEqual({ cpu: { features: [] }, features: { hyperv: becomes } });
});

test.each<{ what: string; features: object[]; becomes: object[] }>([
  { what: 'is added', features: [{ name: 'aes' }], becomes: [{ name: 'aes' }, { name: 'vmx', policy: 'require' }] },
  {
    what: 'is required where it was optional',
    features: [{ name: 'vmx', policy: 'optional' }],
    becomes: [{ name: 'vmx', policy: 'require' }],
  },
])('evmcs needs vmx, which $what', ({ features, becomes }) => {
  expect(added({ evmcs: {} }, features)).toMatchObject({
    cpu: { features: becomes },
    features: { hyperv: { vapic: { enabled: true } } },
  });
});
