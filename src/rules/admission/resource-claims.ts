import { type Part, partsOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isDnsLabel, isDnsSubdomain } from '../../kube/names';
import { atLeast, type Release } from '../../kube/release';
import { refusedPod } from '../../placement/check-written';
import { launcherHas } from '../../pods/releases';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

const SOURCE = 'kubevirt pkg/dra/admitter/dra_admitter.go';

/** First KubeVirt that compares their names, and the first that looks at all of a claim. */
const NAMES_SINCE = '1.8';
const CLAIMS_SINCE = '1.9';

const REFERENCES = ['resourceClaimName', 'resourceClaimTemplateName'] as const;

/** What virt-api rejects in the resource claims of an instance (dynamic resource allocation); before, its pod was rejected for it. */
export const resourceClaims: Rule = ({ target: { kubevirt } }) => ({
  instance: ({ spec }) =>
    spec.resourceClaims === undefined || !launcherHas('resourceClaims', kubevirt)
      ? NOTHING_WRONG
      : checkClaims(partsOf(spec.resourceClaims, 'resourceClaims'), kubevirt),
});

/** What is wrong with a claim. */
type Wrong = Required<Pick<Said, 'code' | 'path' | 'what' | 'fix'>>;

function* checkClaims(claims: readonly Part[], kubevirt: Release): Found {
  const seen = new Set<string>();
  for (const claim of claims) {
    const { name, path } = claim;
    if (seen.has(name) && atLeast(kubevirt, NAMES_SINCE)) {
      const what = `the resource claim ${shownValue(name)} appears twice`;
      yield { code: 'PV802', path: `${path}.name`, what, fix: 'give each claim its own name', source: SOURCE };
    }
    seen.add(name);
    for (const wrong of checkClaim(claim)) {
      yield refused(wrong, kubevirt);
    }
  }
}

/** Before virt-api looked at it, it copied the claim to the pod, which the API server rejects. */
function refused({ code, path, what, fix }: Wrong, kubevirt: Release): Said {
  return atLeast(kubevirt, CLAIMS_SINCE) ? { code, path, what, fix, source: SOURCE } : refusedPod(path, what, fix);
}

function* checkClaim({ item, name, path }: Part): Iterable<Wrong> {
  if (!isDnsLabel(name)) {
    yield {
      code: 'PV002',
      path: `${path}.name`,
      what: name === '' ? 'the resource claim has no name' : `${shownValue(name)} is not a name of a resource claim`,
      fix: 'use at most 63 lower-case letters, digits and dashes, beginning and ending with a letter or digit',
    };
  }
  const used = REFERENCES.filter((key) => typeof item[key] === 'string');
  if (used.length !== 1) {
    yield {
      code: used.length === 0 ? 'PV004' : 'PV802',
      path,
      what:
        used.length === 0 ? 'the resource claim names no object' : 'the resource claim names a claim and a template',
      fix: 'write one of resourceClaimName and resourceClaimTemplateName',
    };
  }
  for (const key of used) {
    if (!isDnsSubdomain(item[key] as string)) {
      const what = `${shownValue(item[key])} is not a name of an object`;
      yield { code: 'PV002', path: `${path}.${key}`, what, fix: 'write the name as the object has it' };
    }
  }
}
