import type { ClusterView } from '../cluster/cluster-view';
import type { CreatedInstance } from '../cluster/created-instance';
import type { Part } from '../cluster/part';
import type { Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { FindingPage } from './page';

/** Judges objects of a cluster: given what is known of the cluster, the parts of objects that it looks at. */
export type Rule = (cluster: ClusterView) => RuleVisitors;

/** A code that one rule gives: its page and the rule in one file. */
export interface FindingRule extends FindingPage {
  readonly rule: Rule;
}

/**
 * What a rule says of a part. The walk adds the object, unless it is about another one, and where the part is.
 *
 * A finding without severity and reason is about something that virt-api rejects.
 */
export type Said = Pick<Finding, 'code' | 'what' | 'fix'> &
  Partial<Finding> & {
    /** True where virt-api accepts a VirtualMachine and rejects only its instance. */
    readonly isLate?: true;
    /** What would make it right and an instance type or a preference may add. */
    readonly wants?: string;
  };

/** Everything that a rule says of a part. */
export type Found = Iterable<Said>;

/** What nearly every rule says of nearly every part. The walk knows it, and does not look into it. */
export const NOTHING_WRONG: readonly never[] = [];

/** Visits one of several alike parts of an instance. Paths of findings are below the part. */
export type VisitPart = (part: Part, instance: CreatedInstance) => Found;

/** Called for each part of an object. Each says below what the paths of its findings are. */
export interface Visitors {
  /** Any object. Paths are below it. */
  readonly object?: (object: KubeObject, instance: CreatedInstance | undefined) => Found;
  /** KubeVirt's own resource. Paths are below it. */
  readonly kubevirt?: (kubevirt: KubeObject) => Found;
  /** Paths are below it. */
  readonly hyperConverged?: (hyperConverged: KubeObject) => Found;
  /** A MachineDeployment of machine-controller or Cluster API, or a template of such machines. Paths are below it. */
  readonly machineDeployment?: (object: KubeObject) => Found;
  /** What a VirtualMachine, or what makes some, says around its template. Paths are below its spec. */
  readonly vm?: (vm: NonNullable<CreatedInstance['vm']>, instance: CreatedInstance) => Found;
  /** Paths are below the item of `dataVolumeTemplates`. */
  readonly dataVolumeTemplate?: VisitPart;
  /** Metadata and spec of an instance, as it will be created. Paths are below what has them, an instance or a template. */
  readonly template?: (instance: CreatedInstance) => Found;
  /** The spec of an instance, as it will be created. Paths are below the spec. */
  readonly instance?: (instance: CreatedInstance) => Found;
  /** A disk, or what KubeVirt makes one of: a volume without a disk. */
  readonly disk?: VisitPart;
  readonly volume?: VisitPart;
  readonly interface?: VisitPart;
  readonly network?: VisitPart;
  /**
   * The spec of an instance again, once all its parts were visited. Paths are below the spec.
   *
   * @param errors codes of what is wrong with it or one of them, so that no pod will be made
   */
  readonly leaveInstance?: (instance: CreatedInstance, errors: ReadonlySet<string>) => Found;
}

/** The parts of objects that a rule looks at. */
export interface RuleVisitors extends Visitors {
  /**
   * Visitors that read what each of many alike VMs has for itself: its name, labels that repeat it, names of its data volumes,
   * the identity of its firmware, its user data, its MAC addresses. All others are called once for VMs that differ in nothing else.
   */
  readonly member?: Visitors;
  /** What follows from all objects together, once all of them were visited. */
  readonly end?: () => Iterable<Finding>;
}
