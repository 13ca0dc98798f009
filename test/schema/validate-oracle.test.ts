import type { FieldTable } from '../../imports/field-table';
import type { Finding } from '../../src/findings/finding';
import type { KubeObject } from '../../src/kube/object';
import { fieldPath } from '../../src/schema/complaints';
import { tableOf } from '../../src/schema/tables';
import { validateObject } from '../../src/schema/validate';
import type { Target } from '../../src/target/target';
import { testWhere } from '../test-where';
import { eachMutant, validValue } from './mutants';
import { oracleFor, type ServedKind, schemaOf, servedKinds } from './strict-oracle';

const [CDI, HCO, KUBEVIRT] = [tableOf('cdi'), tableOf('hco'), tableOf('kubevirt')];

type Component = 'kubevirt' | 'cdi' | 'hco';

interface Case extends ServedKind {
  readonly target: Target;
}

const TABLES: Readonly<Record<Component, FieldTable>> = { kubevirt: KUBEVIRT, cdi: CDI, hco: HCO };

const ALL = (Object.keys(TABLES) as Component[]).flatMap((component) =>
  servedKinds(TABLES[component]).map(
    (served): Case => ({ ...served, target: { kubevirt: '1.9', [component]: served.release } }),
  ),
);

/** Other kinds and versions are made of the same nodes, and ajv takes a second for each: they are asked once. */
const DISTINCT = ALL.filter(
  ({ apiVersion, kind, release }) =>
    !/v1alpha[23]$/.test(apiVersion) &&
    apiVersion !== 'cdi.kubevirt.io/v1alpha1' &&
    (!['VirtualMachineInstance', 'VirtualMachinePool', 'VirtualMachineInstanceReplicaSet'].includes(kind) ||
      release === '1.9'),
);

/** The oldest and the newest release of each kind. Those between have fields of both: `POLYVIRT_EVERY_RELEASE=1` asks them too. */
const CASES = DISTINCT.filter((each) => {
  const same = DISTINCT.filter(({ kind, apiVersion }) => kind === each.kind && apiVersion === each.apiVersion);
  return process.env.POLYVIRT_EVERY_RELEASE === '1' || each === same[0] || each === same.at(-1);
});

function objectWith({ apiVersion, kind }: ServedKind, spec: unknown): KubeObject {
  return { apiVersion, kind, metadata: { name: 'kubevirt-hyperconverged' }, spec };
}

function fullObject(served: ServedKind): KubeObject {
  return objectWith(served, validValue(schemaOf(served).properties!.spec!, 'full'));
}

const oracles = new Map<string, ReturnType<typeof oracleFor>>();

function oracleOf(served: ServedKind): ReturnType<typeof oracleFor> {
  const key = `${served.file} ${served.apiVersion}`;
  const oracle = oracles.get(key) ?? oracleFor(served);
  oracles.set(key, oracle);
  return oracle;
}

/** What ajv knows of: it has neither CEL nor server-side apply. */
function refusals(object: KubeObject, target: Target): readonly Finding[] {
  return validateObject(object, target).filter(
    ({ code, why }) => code !== 'PV047' && !why.startsWith('Server-side apply'),
  );
}

// Without CRDs beside the project there is nothing to compare with.
const oracleTest = testWhere('crds');

oracleTest.each(CASES)('every small mistake in a $kind of $apiVersion, $release, is judged as by ajv', (each) => {
  const isValid = oracleOf(each);
  const disagreements: string[] = [];
  let refused = 0;
  eachMutant(schemaOf(each).properties!.spec!, (spec, mutation) => {
    const object = objectWith(each, spec);
    const findings = refusals(object, each.target);
    refused += findings.length === 0 ? 0 : 1;
    if (isValid(object) !== (findings.length === 0)) {
      disagreements.push(`${mutation}: ${findings[0]?.what ?? 'accepted'}`);
    }
  });
  expect(disagreements).toEqual([]);
  expect(refused).toBeGreaterThan(20);
});

oracleTest.each(CASES)('a $kind of $apiVersion with every field of $release has no finding', (each) => {
  const object = fullObject(each);
  expect(oracleOf(each)(object)).toBe(true);
  expect(refusals(object, each.target)).toEqual([]);
});

/** The fields that ajv does not know, as paths. */
function unknownToOracle(object: KubeObject, served: ServedKind): string[] {
  const validate = oracleOf(served);
  validate(object);
  const unknown = (validate.errors ?? []).filter(({ keyword }) => keyword === 'additionalProperties');
  return unknown
    .map(({ instancePath, params }) => [...instancePath.split('/').slice(1), String(params.additionalProperty)])
    .map((steps) =>
      fieldPath(
        object,
        steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
      ),
    )
    .sort();
}

/** Each release of a kind with the full object of its newest and of its oldest. */
const PAIRS = CASES.filter(({ kind }) => ['VirtualMachine', 'KubeVirt', 'HyperConverged'].includes(kind)).flatMap(
  (each) => {
    const same = CASES.filter(({ kind, apiVersion }) => kind === each.kind && apiVersion === each.apiVersion);
    return [same[0]!, same.at(-1)!]
      .filter(({ release }) => release !== each.release)
      .map((other) => ({ ...each, other, objectOf: other.release }));
  },
);

oracleTest.each(PAIRS)('$kind, $release, lacks the same fields of $objectOf here and in its CRD', (each) => {
  const object = fullObject(each.other);
  const findings = validateObject(object, each.target);
  const foreign = findings.filter(({ code }) => code === 'PV045').map(({ path }) => path!);
  expect(foreign.sort()).toEqual(unknownToOracle(object, each));
  expect(findings.filter(({ code }) => code === 'PV040')).toEqual([]);
});
