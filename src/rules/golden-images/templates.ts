import type { Finding } from '../../findings/finding';
import { shownValue } from '../../findings/secrets/shown-value';
import { isEnabled } from '../../golden-images/effective-images';
import type { HyperConvergedView, WrittenTemplate } from '../../golden-images/hyper-converged-view';
import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../../kube/names';
import { isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { checkDataVolume } from '../values/data-volumes';

const WHY = 'HyperConverged takes it, and SSP cannot make the DataImportCron of it: nothing is imported';

/**
 * What the API server and CDI refuse when SSP makes a DataImportCron of a template.
 *
 * HyperConverged takes the resource all the same. Paths are those of the resource.
 */
export function checkTemplates({ templates, templatesPath }: HyperConvergedView): Finding[] {
  return templates.flatMap((template) =>
    [...checkNames(template), ...checkLabels(template), ...checkVolume(template), ...checkKept(template)].map(
      (finding) => ({ ...finding, path: `${templatesPath}[${template.index}].${finding.path}` }),
    ),
  );
}

function checkNames({ name, namespace, spec }: WrittenTemplate): Finding[] {
  const dataSource = spec?.managedDataSource;
  // A template is called after its data source unless something else is said.
  const isDerived = typeof dataSource === 'string' && name === `${dataSource}-image-cron`;
  return [
    ...(name === '' || isDerived || isDnsSubdomain(name) ? [] : [malformed('metadata.name', name)]),
    ...(namespace === undefined || isDnsLabel(namespace) ? [] : [malformed('metadata.namespace', namespace)]),
    ...(typeof dataSource !== 'string' || dataSource === '' || isDnsSubdomain(dataSource)
      ? []
      : [malformed('spec.managedDataSource', dataSource)]),
  ];
}

function malformed(path: string, name: string): Finding {
  return {
    code: 'PV002',
    severity: 'error',
    path,
    what: `${shownValue(name)} is not a Kubernetes name`,
    why: WHY,
    fix: 'use lower-case letters, digits and -, starting and ending with a letter or digit, at most 63 characters',
    source: 'RFC 1123',
  };
}

function checkLabels({ metadata }: WrittenTemplate): Finding[] {
  const wrong = (['labels', 'annotations'] as const).flatMap((part) =>
    Object.entries(isMap(metadata[part]) ? metadata[part] : {})
      .filter(
        ([key, value]) =>
          !isQualifiedName(part === 'labels' ? key : key.toLowerCase()) ||
          (part === 'labels' && typeof value === 'string' && !isLabelValue(value)),
      )
      .map(([key, value]) => ({ part, key, value })),
  );
  return wrong.map(({ part, key, value }) => ({
    code: 'PV003',
    severity: 'error' as const,
    path: `metadata.${part}[${JSON.stringify(key)}]`,
    what: isQualifiedName(key) ? `${shownValue(value)} cannot be its value` : `${shownValue(key)} is not a key`,
    why: WHY,
    fix: 'use letters, digits and - _ . in quotes, at most 63; a key may begin with a DNS name and a slash',
    source: 'k8s.io/apimachinery pkg/api/validation/objectmeta.go',
  }));
}

function checkVolume(template: WrittenTemplate): Finding[] {
  return isEnabled(template)
    ? checkDataVolume(valueAt(template.spec, 'template.spec')).map((finding) => ({
        ...finding,
        path: `spec.template.spec.${finding.path}`,
      }))
    : [];
}

function checkKept({ spec }: WrittenTemplate): Finding[] {
  const kept = spec?.importsToKeep;
  return typeof kept !== 'number' || kept >= 0
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path: 'spec.importsToKeep',
          what: `${kept} is not a number of imports`,
          why: 'CDI rejects the DataImportCron that SSP creates from it, so nothing is imported',
          fix: 'write a whole number, 0 or more',
          source: 'CDI pkg/apiserver/webhooks/dataimportcron-validate.go',
        },
      ];
}
