import type { Finding } from '../../findings/finding';
import { switchText } from '../../golden-images/alerts';
import {
  MULTI_ARCH_FIELD_SINCE,
  MULTI_ARCH_SINCE,
  MULTI_ARCH_SWITCH,
  SSP_ARCHITECTURES,
} from '../../golden-images/facts';
import { switchPlace } from '../../golden-images/hyper-converged-view';
import type { ImagesPicture } from '../../golden-images/picture';
import { unreadableIn } from '../../kube/node-selector';
import { atLeast } from '../../kube/release';
import { WORKER_LABEL } from '../../target/nodes';

/** What is wrong with a HyperConverged and its cluster as a whole. */
export function checkCluster(picture: ImagesPicture): Finding[] {
  return [
    ...checkSwitch(picture),
    ...checkPlacements(picture),
    ...checkWorkloads(picture),
    ...checkKnownToSsp(picture),
    ...checkDistribution(picture),
  ];
}

/** The switch in a place that the release does not read, or in two. Before 1.16 it is an unknown field, and said so. */
function checkSwitch(picture: ImagesPicture): Finding[] {
  const { view, hco } = picture;
  const { gate, field } = view.multiArch;
  const source = 'HCO pkg/webhooks/mutator/fg_to_fields.go, api/v1beta1/conversion.go';
  const place = switchPlace(view.version, hco);
  if (place !== 'field') {
    return [
      ...(field === undefined ? [] : [fieldTooEarly(picture, field.path, source)]),
      ...(place === 'list' && gate?.state === 'Enabled' ? [statePrinted(gate.path, source)] : []),
    ];
  }
  if (gate === undefined) {
    return [];
  }
  const contradicts = field !== undefined && field.on !== gate.on;
  return [
    {
      code: 'PV311',
      severity: contradicts ? 'error' : 'warning',
      path: gate.path,
      what: contradicts
        ? `the gate says ${gate.on ? 'on' : 'off'} and the field says ${field.on ? 'on' : 'off'}`
        : `the gate ${MULTI_ARCH_SWITCH} is deprecated in ${hco}: there is a field for it`,
      why: contradicts
        ? 'The webhook denies the resource when it is created, and removes one of them later'
        : 'The webhook copies it into the field and may remove it from the list, so Argo CD and the webhook undo ' +
          'each other; taking it out later does not switch it off',
      fix:
        `remove it from spec.featureGates and write spec.workloadSources.${MULTI_ARCH_SWITCH}: ` +
        `${field?.on ?? gate.on}`,
      source,
    },
  ];
}

function fieldTooEarly(picture: ImagesPicture, path: string, source: string): Finding {
  return {
    code: 'PV311',
    severity: 'error',
    path,
    what: `HyperConverged ${picture.hco} has no such field`,
    why:
      `It was added in ${MULTI_ARCH_FIELD_SINCE}; earlier the API server prunes or rejects it, and the switch stays ` +
      'off',
    fix: `write ${switchText(picture)}`,
    source,
  };
}

function statePrinted(path: string, source: string): Finding {
  return {
    code: 'PV311',
    severity: 'warning',
    path: `${path}.state`,
    what: 'this release does not store state: Enabled',
    why: 'It stores v1beta1 and prints a state only if it is Disabled, so Argo CD shows a permanent difference',
    fix: 'leave the state out, or write the resource as hco.kubevirt.io/v1beta1',
    source,
  };
}

/** Required affinities that the webhook cannot read. */
function checkPlacements({ view, hco }: ImagesPicture): Finding[] {
  if (!atLeast(hco, MULTI_ARCH_SINCE)) {
    return [];
  }
  const placements = [
    [view.workloadsPath, view.workloads],
    [view.infraPath, view.infra],
  ] as const;
  return placements.flatMap(([at, placement]) =>
    unreadableIn(placement?.affinity).map(({ path, problem }) => ({
      code: 'PV318',
      severity: 'error' as const,
      path: `${at}.affinity.${path}`,
      what: problem,
      why: 'The webhook of HyperConverged cannot read the affinity and denies the whole resource',
      fix: 'correct the requirement, or leave it out',
      source: 'HCO pkg/webhooks/validator, 1.16 and later',
    })),
  );
}

/** No workload node at all: kubeadm, k3s and kind do not label workers. */
function checkWorkloads({ cluster, view, multiArch, nodes, hco }: ImagesPicture): Finding[] {
  if (cluster === undefined || cluster.workloads.length > 0 || !atLeast(hco, MULTI_ARCH_SINCE)) {
    return [];
  }
  const placed = view.workloads !== undefined && nodes?.some(({ labels }) => WORKER_LABEL in labels) === true;
  return [
    {
      code: 'PV306',
      severity: multiArch ? 'warning' : 'info',
      path: view.workloadsPath,
      what: placed
        ? 'no node matches the placement of workloads'
        : `no node has the label ${WORKER_LABEL}, and nothing else says which are for workloads`,
      why: multiArch
        ? 'HyperConverged then sees no workload architecture and leaves out every image that names its own'
        : 'HyperConverged then sees no workload architecture, so neither a default nor an alert follows from the nodes',
      fix: placed
        ? 'correct the labels that it asks for'
        : `label the workers, or place workloads with a nodeSelector in ${view.workloadsPath}`,
      source: 'HCO pkg/internal/nodeinfo, 1.16 and later',
    },
  ];
}

/** One node of an architecture that SSP does not know stops every change of the resource. */
function checkKnownToSsp({ cluster, hasSsp, distribution, view, hco }: ImagesPicture): Finding[] {
  const all = [...new Set([...(cluster?.controlPlane ?? []), ...(cluster?.workloads ?? [])])];
  const strange = all.filter((each) => !(SSP_ARCHITECTURES as readonly string[]).includes(each));
  return strange.length === 0 || !hasSsp || !atLeast(hco, MULTI_ARCH_SINCE)
    ? []
    : [
        {
          code: 'PV307',
          severity: distribution === 'openshift' ? 'error' : 'warning',
          path: view.workloadsPath,
          what: `there are nodes of the architecture ${strange.join(', ')} among workloads or control plane`,
          why:
            'SSP rejects a cluster with an unknown architecture, whether the switch is on or off; HyperConverged ' +
            'validates every change against SSP first, so all of them are rejected',
          fix:
            `leave workloads to ${SSP_ARCHITECTURES.join(', ')} with a placement; the control plane has to be one ` +
            'of them',
          source: 'SSP webhooks/ssp_webhook.go; HCO pkg/webhooks/validator',
        },
      ];
}

/** On plain Kubernetes no SSP imports images. */
function checkDistribution({ distribution, view, multiArch }: ImagesPicture): Finding[] {
  return distribution !== 'kubernetes' || (view.templates.length === 0 && !multiArch)
    ? []
    : [
        {
          code: 'PV308',
          severity: 'warning',
          path:
            view.templates.length > 0
              ? view.templatesPath
              : ((view.multiArch.field ?? view.multiArch.gate)?.path ?? 'spec'),
          what: 'golden images are declared, but the cluster is not OpenShift',
          why:
            'HyperConverged deploys SSP on OpenShift and OKD only: nothing reads the templates, no data source ' +
            'appears, and no alert says so',
          fix: 'write DataImportCrons of CDI instead, one for each architecture, or leave the images out',
          source: 'HCO controllers/operandhandler/operandHandler.go, 1.14 and later',
        },
      ];
}
