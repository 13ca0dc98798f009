import type { FieldKind, FieldTable } from '../../imports/field-table';
import type { Finding } from '../findings/finding';
import { findingObject, groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { checkRules, type UnjudgedRule } from './check-rules';
import { checkStructure } from './check-structure';
import { fieldPath, shownRule } from './complaints';
import { crdsIn, readCrd } from './read-crd';
import { viewOf } from './release-view';
import type { CustomResource } from './schema';
import { notServed, versionsOf } from './tables';
import { fieldTable, kindsOf } from './write-fields';

/** Judges objects by the CRDs of a user, rules in CEL included. */
export class CustomValidator {
  private readonly told = new Set<string>();

  constructor(private readonly table: FieldTable) {}

  /** Nothing where no CRD is about the object's kind. */
  public validate(object: KubeObject): Finding[] | undefined {
    if (!isMap(object) || typeof object.apiVersion !== 'string' || typeof object.kind !== 'string') {
      return undefined;
    }
    const { apiVersion, kind } = object;
    const known = this.table.kinds[`${apiVersion}/${kind}`];
    if (known !== undefined) {
      return this.validateKind(object, known);
    }
    const [other] = versionsOf(this.table, groupOf(apiVersion), kind);
    if (other === undefined) {
      return undefined;
    }
    const source = crdOf(apiVersion, this.table.kinds[`${other}/${kind}`]!);
    const finding = notServed(this.table, apiVersion, kind, undefined, `the CRD ${source}`);
    return [{ ...finding, object: findingObject(object), source: `CRD ${source}` }];
  }

  private validateKind(object: KubeObject, kind: FieldKind): Finding[] {
    const crd = crdOf(object.apiVersion, kind);
    const view = viewOf(this.table, undefined);
    const structure = checkStructure(object, kind, view, { name: `the CRD ${crd}`, plural: kind.plural });
    const { broken, unjudged } = checkRules(object, kind.node, view, structure);
    const complaints = [...structure, ...broken].map(
      ({ steps, ...complaint }): Finding => ({
        ...complaint,
        severity: complaint.severity ?? 'error',
        path: fieldPath(object, steps),
        object: findingObject(object),
        source: `CRD ${crd}`,
      }),
    );
    return [...complaints, ...unjudged.flatMap((rule) => this.unjudgedOnce(crd, object.kind, rule))];
  }

  /** The rule is the same for every object, so one word about it is enough. */
  private unjudgedOnce(crd: string, kind: string, { rule, steps, reason }: UnjudgedRule): Finding[] {
    const key = `${crd}\0${rule}`;
    if (this.told.has(key)) {
      return [];
    }
    this.told.add(key);
    const fields = [kind, ...steps.filter((step) => typeof step === 'string')].join('.');
    return [
      {
        code: 'PV048',
        severity: 'info',
        object: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd },
        what: `the rule ${shownRule(rule)} of ${fields} is not judged: ${reason}`,
        why: 'The API server evaluates it, and may reject an object that polyvirt accepts',
        fix: 'ask a cluster: kubectl apply --dry-run=server',
      },
    ];
  }
}

function crdOf(apiVersion: string, { plural }: FieldKind): string {
  return `${plural}.${groupOf(apiVersion)}`;
}

/** The fields of kinds from the CRDs of a user. */
export type CustomKinds = FieldTable;

/** The kinds of the CRDs of a user. They are what the cluster has, so they win over our tables. */
export function customKinds(resources: readonly CustomResource[]): CustomKinds {
  return fieldTable(kindsOf(resources, undefined, []));
}

/** The same from CRDs as plain objects, with what is wrong with them. The others count all the same. */
export function readCustomKinds(crds: readonly unknown[]): {
  readonly table: CustomKinds;
  readonly findings: Finding[];
} {
  const findings: Finding[] = [];
  const resources = crds.flatMap(crdsIn).flatMap((crd) => {
    const read = readCrd(crd);
    if ('findings' in read) {
      findings.push(...read.findings);
      return [];
    }
    return [read];
  });
  return { table: customKinds(resources), findings };
}
