import { isArchitecture } from '../../architectures/architecture';
import type { Architecture } from '../../architectures/facts';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import type { GuestView } from '../../gates/fields';
import type { KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';

/** A guest among the objects, as gates ask for it: hardly ever for more than its template. */
export class Guest implements GuestView {
  public readonly object: KubeObject;
  /** With what an instance type and a preference add, which may need a gate too. */
  public readonly template: unknown;

  constructor(
    { object, written, spec }: CreatedInstance,
    private readonly cluster: ClusterView,
    public readonly graceDevices: ReadonlySet<string>,
  ) {
    this.object = object;
    const { template } = written;
    this.template = spec === written.spec ? template : { ...template, spec };
  }

  public get architecture(): Architecture | undefined {
    const said = valueAt(this.template, 'spec.architecture') ?? this.cluster.defaultArchitecture()?.architecture;
    return isArchitecture(said) ? said : undefined;
  }

  public get architectures(): readonly Architecture[] {
    return this.cluster.architectures();
  }

  public get apiArchitecture(): Architecture | undefined {
    return this.cluster.apiArchitecture();
  }
}
