import { polyvirtFromSource } from '../../run-cli';
import { plantedWorld } from './planted-world';
import { leaksIn, outputsOf } from './run-world';
import { SILENT } from './silent-places';

// The world without its guards. What shows here would leak; what does not was planted where nobody ever looks.
jest.mock('../../../src/findings/secrets/secret-keys', () => ({
  isSecretKey: () => false,
  isSecretName: () => false,
  isReferringKey: () => false,
  isReferenceLeaf: () => false,
}));
jest.mock('../../../src/findings/secrets/secret-text', () => ({
  HIDDEN: '(hidden)',
  isSecretText: () => false,
  isEncodedSecret: () => false,
  isSecretFlag: () => false,
  introducedSecrets: () => [],
  withoutSecrets: (text: string) => text,
  withoutForms: (text: string) => text,
  thrownText: (text: string) => text,
  withoutContents: (text: string) => text,
}));
jest.mock('../../../src/findings/secrets/shown-value', () => ({
  ...jest.requireActual('../../../src/findings/secrets/shown-value'),
  isSecretKind: () => false,
  isSecretPath: () => false,
  isSecretAt: () => false,
  shownValue: (value: unknown) => JSON.stringify(value),
  shower: () => (value: unknown) => value,
}));
jest.mock('../../../src/findings/secrets/known-secrets', () => {
  class KnownSecrets {
    learn = () => this;
    learnText = () => this;
    without = <T>(text: T) => text;
    withoutLong = <T>(text: T) => text;
    withoutIn = <T>(value: T) => value;
  }
  return { TELLING: 12, KnownSecrets, environmentSecrets: () => new KnownSecrets() };
});
jest.mock('../../../src/argocd/file-values', () => ({ withoutFileValues: (finding: unknown) => finding }));

/** What is said in one format is said in the others. */
const OTHER_FORMATS = ['sarif', 'junit', 'github', 'markdown', 'html', 'svg', 'csv'];

test('without the guards every secret is shown, or what was said of it is known', async () => {
  const world = plantedWorld();
  const outputs = await outputsOf(
    world,
    ({ argv }) => !argv.some((word) => OTHER_FORMATS.includes(word)),
    polyvirtFromSource,
  );
  const shown = new Set(leaksIn(outputs, world.markers).map((leak) => leak.split(' | ')[0]));
  const said = outputs.map(({ text }) => text).join('\n');
  const inVain = [...world.markers.keys()]
    .filter((place) => !shown.has(place))
    .filter((place) => !SILENT.some(([places, witness]) => places.test(place) && witness.test(said)));

  expect(inVain).toEqual([]);
  expect(shown.size).toBeGreaterThan(150);
});
