import { ApiObject, Chart, type ChartProps, resolve } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { ArgocdDeclaration } from '../argocd/declaration';
import { checkObjects } from '../cluster/judge/apply-rules';
import type { Finding } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import { shownFinding } from '../findings/shown-finding';
import { renderLine } from '../findings/text';
import type { GateSupportDeclaration } from '../gates/registry';
import type { HypervisorDeclaration, HypervisorsInUse } from '../hypervisors/declaration';
import { type Hypervisor, readDeclaration } from '../hypervisors/hypervisor';
import type { AskedHypervisor } from '../hypervisors/plan';
import { compact, type KubeObject } from '../kube/object';
import type { InfraLabelsDeclaration } from '../machines/infra-labels';
import { clusterArchitectures, type PlatformContext } from '../model/context';
import type { GoldenImageDeclaration } from '../model/golden-image';
import type { HyperConvergedDeclaration } from '../model/hyper-converged';
import { checkHypervisors, hypervisorsInUse } from '../model/hypervisors';
import type { KubeVirtDeclaration } from '../model/kubevirt';
import { policiesOf, policyKinds, policyName } from '../model/manifests/hypervisor-policy';
import { checkPlatform, type PlatformSettings, uniqueAsked } from '../model/platform';
import { PLATFORM_PROPS } from '../model/platform-parts';
import { otherProps, propFindings } from '../model/read/prop-findings';
import type { AnyTable } from '../model/rows/row';
import { type ClusterNode, type Distribution, distributionOf } from '../target/node';
import type { NodePool } from '../target/node-pool';
import { type InventoryDeclaration, NodeInventory, nodesOf } from '../target/nodes';
import { resolveTarget, type Target } from '../target/target';
import { addFindings, isHandingOver } from './findings';
import { jsonOf } from './history';
import { givenNamespace, givenTarget } from './parameter';
import { Resource } from './resource';

/** What a cluster is. */
export interface PlatformProps extends PlatformSettings, Omit<ChartProps, 'namespace' | 'labels'> {
  /**
   * The nodes of the cluster: pools of nodes that are alike, or those that it really has.
   *
   * @default - unknown: rules that need nodes stay silent
   */
  readonly nodes?: readonly NodePool[] | NodeInventory;

  /**
   * Hypervisors other than KubeVirt's own, and how they reach the cluster.
   *
   * @default - those that VMs name, in the best way that the target allows
   */
  readonly hypervisors?: readonly Hypervisor[];
}

const PLATFORM = Symbol.for('polyvirt.platform');

/** One cluster: the picture that everything on it shares. Its objects go to a folder of its name. */
export class Platform extends Chart {
  /** The platform that a construct is on; nothing where there is none around it. */
  public static tryOf(construct: IConstruct): Platform | undefined {
    // Step by step: a list of all scopes would be made for every question of every construct.
    for (let scope: IConstruct | undefined = construct; scope !== undefined; scope = scope.node.scope) {
      if (Platform.isPlatform(scope)) {
        return scope;
      }
    }
    return undefined;
  }

  /** The platform that a construct is on. Constructs of our own ask `contextOf`, which works without one too. */
  public static override of(construct: IConstruct): Platform {
    const platform = Platform.tryOf(construct);
    if (platform === undefined) {
      throw new Error(`'${construct.node.path}' is on no Platform. Put it below one: new Platform(app, 'name').`);
    }
    return platform;
  }

  /** Whether a construct is a platform, of this copy of polyvirt or of another. */
  public static isPlatform(construct: unknown): construct is Platform {
    return typeof construct === 'object' && construct !== null && PLATFORM in construct;
  }

  /**
   * The picture around a construct.
   *
   * Without a platform: the newest target and unknown nodes, so that a single construct in a plain chart works too.
   */
  public static contextOf(construct: IConstruct): PlatformContext {
    const chart = Chart.of(construct);
    const platform = Platform.tryOf(construct);
    if (platform !== undefined) {
      // A chart inside of a platform may have a namespace of its own.
      return chart === platform || chart.namespace === undefined
        ? platform.context()
        : { ...platform.context(), namespace: chart.namespace };
    }
    const { target } = resolveTarget();
    return {
      name: chart.node.id,
      target,
      requested: [],
      ...(chart.namespace === undefined ? {} : { namespace: chart.namespace }),
    };
  }

  /** The releases that the cluster runs, with everything that they imply. */
  public readonly target: Target;
  /** What is decided about findings. */
  public readonly findings: FindingsPolicy;
  /** What Argo CD is told. */
  public readonly argocd: ArgocdDeclaration;
  /** Support of feature gates that the platform adds to the tables. */
  public readonly supportByArch: GateSupportDeclaration;
  private readonly _nodes: readonly ClusterNode[] | undefined;
  private readonly _requested = new Set<Architecture>();
  private readonly _hypervisors: readonly HypervisorDeclaration[] | undefined;
  private readonly _asked: AskedHypervisor[] = [];
  private readonly _identity: string | undefined;
  private readonly _distribution: Distribution | undefined;
  private readonly _kubevirts: (() => KubeVirtDeclaration)[] = [];
  private readonly _hyperConvergeds: Managed[] = [];
  private readonly _infraLabels: (() => InfraLabelsDeclaration)[] = [];
  private _context: PlatformContext | undefined;

  constructor(scope: Construct, id: string, props: PlatformProps = {}) {
    const declaredTarget = givenTarget(props.target);
    const namespace = givenNamespace(props.namespace);
    super(scope, id, {
      disableResourceNameHashes: props.disableResourceNameHashes ?? true,
      ...(namespace === undefined ? {} : { namespace }),
      ...(props.labels === undefined ? {} : { labels: { ...props.labels } }),
    });
    Object.defineProperty(this, PLATFORM, { value: true });
    this.target = resolveTarget(declaredTarget).target;
    this.findings = structuredClone(props.findings ?? {});
    this.argocd = structuredClone(props.argocd ?? {});
    this.supportByArch = structuredClone(props.supportByArch ?? {});
    const nodes = declaredNodes(props.nodes);
    this._nodes = nodes === undefined ? undefined : nodesOf(nodes);
    const hypervisors = props.hypervisors?.map(asHypervisor);
    this._hypervisors = hypervisors?.map(({ declaration }) => declaration).filter(({ name }) => name !== '');
    this._identity = props.identity;
    this._distribution = props.distribution ?? distributionOf(this._nodes, this.target);

    addFindings(this, () => [
      ...this._checkProps(props),
      ...checkPlatform({
        name: id,
        ...(declaredTarget === undefined ? {} : { target: declaredTarget }),
        ...(namespace === undefined ? {} : { namespace }),
        labels: this._resolvedLabels(),
        ...(nodes === undefined ? {} : { nodes }),
        supportByArch: this.supportByArch,
        argocd: this.argocd,
        findings: this.findings,
      }),
    ]);
    addFindings(this, () => [
      ...(hypervisors ?? []).flatMap(({ findings }) => findings),
      ...checkHypervisors(this.context()),
    ]);
    addPolicies(this, this._hypervisors ?? []);
    // Under polyvirt's own synth the one who takes the objects checks them, once and after all patches.
    this.node.addValidation({ validate: () => this._checkObjects() });
  }

  /** The picture as plain data. */
  public context(): PlatformContext {
    const [managed] = this._hyperConvergeds;
    this._context ??= {
      name: this.node.id,
      ...(this._identity === undefined ? {} : { identity: this._identity }),
      target: this.target,
      requested: inOrder(this._requested),
      supportByArch: this.supportByArch,
      ...(this.namespace === undefined ? {} : { namespace: this.namespace }),
      ...(this._nodes === undefined ? {} : { nodes: this._nodes }),
      ...(this._distribution === undefined ? {} : { distribution: this._distribution }),
      ...(this._kubevirts[0] === undefined ? {} : { kubevirt: this._kubevirts[0]() }),
      ...(this._infraLabels[0] === undefined ? {} : { infraLabels: this._infraLabels[0]() }),
      ...(this._hypervisors === undefined && this._asked.length === 0
        ? {}
        : { hypervisors: { declared: this._hypervisors ?? [], asked: uniqueAsked(this._asked) } }),
      ...(managed === undefined
        ? {}
        : { hyperConverged: managed.hyperConverged(), goldenImages: managed.goldenImages() }),
    };
    return this._context;
  }

  /** Every architecture that the cluster is known to have. */
  public architectures(): Architecture[] {
    return [...clusterArchitectures(this.context())];
  }

  /** What the platform decided about hypervisors; nothing where nothing is said. */
  public hypervisorsInUse(): HypervisorsInUse | undefined {
    return hypervisorsInUse(this.context()).hypervisorsInUse;
  }

  /** @internal */
  public _installs(kubevirt: () => KubeVirtDeclaration): void {
    this._kubevirts.push(kubevirt);
    this._context = undefined;
  }

  /** @internal */
  public _manages(
    hyperConverged: () => HyperConvergedDeclaration,
    goldenImages: () => readonly GoldenImageDeclaration[],
  ): void {
    this._hyperConvergeds.push({ hyperConverged, goldenImages });
    this._context = undefined;
  }

  /** @internal */
  public _copiesLabels(infraLabels: () => InfraLabelsDeclaration): void {
    this._infraLabels.push(infraLabels);
    this._context = undefined;
  }

  /** @internal */
  public _changed(): void {
    this._context = undefined;
  }

  /** @internal */
  public _requests(architecture: Architecture | null | undefined, hypervisor?: string): void {
    if (hypervisor !== undefined) {
      this._asked.push({ name: hypervisor, ...(isArchitecture(architecture) ? { architecture } : {}) });
      this._context = undefined;
    }
    if (isArchitecture(architecture) && !this._requested.has(architecture)) {
      this._requested.add(architecture);
      this._context = undefined;
    }
  }

  /** Misspelt props, and what no other rule looks at. Releases have findings of their own. */
  private _checkProps({ target, identity, distribution, argocd, findings, ...rest }: PlatformProps): Finding[] {
    const said = compact({ target, identity, distribution, argocd, findings }) ?? {};
    const all = propFindings(
      PLATFORM_PROPS as unknown as AnyTable,
      said,
      otherProps(PLATFORM_PROPS as unknown as AnyTable, rest),
      this.constructor === Platform,
    );
    return all.filter(({ code, path }) => code === 'PV031' || path?.startsWith('target') !== true);
  }

  /** What is known only at synthesis is known of an object: without one, no label is anywhere. */
  private _resolvedLabels(): Readonly<Record<string, string>> {
    if (Object.values(this.labels).every((value) => typeof value === 'string')) {
      return this.labels;
    }
    const object = this.node.findAll().find((each) => ApiObject.isApiObject(each)) as ApiObject | undefined;
    return object === undefined ? {} : (resolve([], this.labels, object) as Readonly<Record<string, string>>);
  }

  private _checkObjects(): string[] {
    if (isHandingOver()) {
      return [];
    }
    const objects = this.node
      .findAll()
      .filter((construct) => ApiObject.isApiObject(construct) && Platform.tryOf(construct) === this) as ApiObject[];
    return checkObjects(objects.map(jsonOf), {
      target: this.target,
      architectures: this.architectures(),
      supportByArch: this.supportByArch,
      ...hypervisorsInUse(this.context()),
      ...(this._nodes === undefined ? {} : { nodes: this._nodes }),
      ...(this._distribution === undefined ? {} : { distribution: this._distribution }),
    })
      .filter(({ severity }) => severity === 'error')
      .map((finding) => {
        const made = finding.code === 'PV005' ? objects.find((each) => isOf(each, finding)) : undefined;
        const where = made === undefined ? '' : ` (construct ${made.node.path})`;
        return `${finding.object?.kind} ${finding.object?.name}${where}: ${renderLine(shownFinding(finding))}`;
      });
  }
}

function isOf({ kind, name, metadata }: ApiObject, { object }: Finding): boolean {
  return (
    object?.kind === kind && object.name === name && (object.namespace ?? metadata.namespace) === metadata.namespace
  );
}

/** An installation by HyperConverged, asked for late. */
interface Managed {
  readonly hyperConverged: () => HyperConvergedDeclaration;
  readonly goldenImages: () => readonly GoldenImageDeclaration[];
}

/** Handing over the definition itself means the same. */
function asHypervisor(given: Hypervisor): Pick<Hypervisor, 'declaration' | 'findings'> {
  const { declaration, findings } = (given ?? {}) as Partial<Hypervisor>;
  return declaration !== undefined && findings !== undefined ? { declaration, findings } : readDeclaration(given);
}

function declaredNodes(nodes: PlatformProps['nodes']): InventoryDeclaration | undefined {
  return nodes === undefined || nodes instanceof NodeInventory ? nodes : nodes.map(({ declaration }) => declaration);
}

/** A platform as its policies see it. */
interface PolicyScope extends Construct {
  readonly target: Target;
  context(): PlatformContext;
}

/** The objects of the hypervisors that reach the cluster by a policy. Such a way is always named, so that it is known here. */
function addPolicies(platform: PolicyScope, declared: readonly HypervisorDeclaration[]): void {
  // One that is declared twice is an error, which is said elsewhere.
  const once = new Map(declared.map((declaration) => [declaration.name, declaration] as const).reverse());
  for (const [name, declaration] of [...once].reverse()) {
    for (const [i, kind] of policyKinds(declaration, platform.target).entries()) {
      const construct = new Construct(platform, `${policyName(name)}-${kind}`);
      const apiVersion = kind === 'Plugin' ? 'plugin.kubevirt.io/v1alpha1' : 'admissionregistration.k8s.io/v1';
      new Resource(construct, { apiVersion, kind, name: policyName(name) }, () =>
        policyObject(name, i, platform.context()),
      );
    }
  }
}

function policyObject(name: string, i: number, context: PlatformContext): KubeObject {
  return policiesOf(name, context)[i]!;
}
