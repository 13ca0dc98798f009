import { HYPERVISOR_LABEL } from '../hypervisors/declaration';
import { isUuid } from '../kube/hash';
import { nameOf } from '../kube/identity';
import { isDnsLabel, isLabelValue } from '../kube/names';
import { type Fields, isMap, type KubeObject } from '../kube/object';
import { type Template, templateOf } from '../kube/yaml/emit';
import { type Fill, fillOf, type TextPlace } from './fill';
import { fitsCloudInit, instanceOf, isSerial } from './instance-of';

/** The common part of alike VMs. */
export interface GroupShape {
  /** One of them, with a marker in place of each text in which they differ. */
  readonly representative: KubeObject;
  /** Where those texts are, in their order. */
  readonly places: readonly TextPlace[];
}

/** VMs that differ in nothing but a few texts: their names, their identity, what they are told at their first boot. */
export class Group implements GroupShape {
  /** How many of it were met. */
  public size = 0;
  private _fill: Fill | undefined;
  private readonly _templates = new Map<string, Template>();

  constructor(private readonly shape: GroupShape) {}

  public get representative(): KubeObject {
    return this.shape.representative;
  }

  public get places(): readonly TextPlace[] {
    return this.shape.places;
  }

  /** The member that has these texts. */
  public member(texts: readonly unknown[]): KubeObject {
    this._fill ??= fillOf(this.representative, this.places);
    return this._fill(texts) as KubeObject;
  }

  /** The same as YAML. */
  public text(texts: readonly string[], head: string): string {
    let template = this._templates.get(head);
    if (template === undefined) {
      template = templateOf((holes) => this.member(holes), texts.length, head);
      this._templates.set(head, template);
    }
    return template(texts);
  }
}

/** A VM as one of its group. */
export interface Membership {
  readonly group: Group;
  /** The texts that tell it from the others. */
  readonly texts: readonly string[];
  /** It as YAML, where that was written before it was asked for. */
  written?: string;
}

/** For two or three members, the text that they have in common takes longer to find than to write theirs. */
export const WRITTEN_TOGETHER = 4;

/** A member as YAML. */
export function memberText({ group, texts, written }: Membership, head: string): string {
  return written === undefined ? group.text(texts, head) : head + written;
}

/** Finds the group of each VM: by its content without the texts in which VMs of a group may differ. */
export class Groups {
  private readonly _known = new Map<string, Group>();

  /** The group of an object, and the texts of its own; nothing where it is no VM that can be one of many. */
  public of(object: KubeObject): Membership | undefined {
    const found = outlineOf(object);
    if (found === undefined) {
      return undefined;
    }
    const { outline, texts } = found;
    const key = JSON.stringify(outline);
    let group = this._known.get(key);
    if (group === undefined) {
      if (this._known.size === MOST_GROUPS) {
        return undefined;
      }
      group = new Group(new FoundShape(outline, found.places));
      this._known.set(key, group);
    }
    group.size += 1;
    return { group, texts };
  }
}

/** The shape of a VM that was met. Places are worked out when they are asked for: some VMs are like no other. */
class FoundShape implements GroupShape {
  private _places: readonly TextPlace[] | undefined;

  constructor(
    public readonly representative: KubeObject,
    private readonly placesOf: () => readonly TextPlace[],
  ) {}

  public get places(): readonly TextPlace[] {
    this._places ??= this.placesOf();
    return this._places;
  }
}

/** Objects, those VMs with their groups that others are like. */
export function grouped<T extends { readonly object: KubeObject }>(
  objects: readonly T[],
): readonly (T & { readonly membership?: Membership })[] {
  const groups = new Groups();
  const memberships = objects.map(({ object }) => groups.of(object));
  return objects.map((each, i) => asMember(each, memberships[i]));
}

/** One of several that are alike, with its group. */
function asMember<T extends { readonly object: KubeObject }>(
  each: T,
  membership: Membership | undefined,
): T & { readonly membership?: Membership } {
  return membership === undefined || membership.group.size === 1 ? each : { ...each, membership };
}

/** Finds the groups of objects as they are made, one at a time. */
export class Grouping {
  private readonly _groups = new Groups();
  private readonly _memberships = new Map<KubeObject, Membership>();

  /** The same object, which has in common with those of its group that came before what they have in common: it takes a third of the memory. */
  public share(object: KubeObject): KubeObject {
    const membership = this._groups.of(object);
    if (membership === undefined) {
      return object;
    }
    const member = membership.group.size <= FEW ? object : membership.group.member(membership.texts);
    this._memberships.set(member, membership);
    return member;
  }

  /** Objects that were seen, those VMs with their groups that others are like. */
  public of<T extends { readonly object: KubeObject }>(
    objects: readonly T[],
  ): readonly (T & { readonly membership?: Membership })[] {
    return objects.map((each) => asMember(each, this._memberships.get(each.object)));
  }
}

/** For so few members, working out how to make one takes longer than their memory is worth. */
const FEW = 8;

/** Upper bound of groups kept in memory: VMs beyond it are judged and written one by one. */
const MOST_GROUPS = 4000;

const MAC_ADDRESS = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i;

/** Texts of one sort in which members of a group may differ. */
interface TextForm {
  /** Whether rules have nothing to say about one: a VM that has another is in no group. */
  readonly isUsual: (text: string) => boolean;
  /** In place of one in a representative; where each member has the same text twice, both have the same number. */
  readonly marker: (number: number) => string;
}

/** Parts of an object that may hold texts of a member's own. */
interface OwnTexts {
  /** By the keys of such texts. */
  readonly texts?: ReadonlyMap<string, TextForm>;
  /** Whether values may repeat the name of the VM; `own` where labels of the user may have any value. */
  readonly labels?: 'name' | 'own';
  readonly keys?: ReadonlyMap<string, OwnTexts>;
  readonly items?: OwnTexts;
}

const ANY_TEXT: TextForm = { isUsual: (text) => text !== '', marker: (number) => `member-text-${number}` };
const BOOT_DATA: TextForm = { ...ANY_TEXT, isUsual: (text) => text !== '' && fitsCloudInit(text) };
const SERIAL: TextForm = { ...ANY_TEXT, isUsual: (text) => text !== '' && isSerial(text) };
const HOST_NAME: TextForm = { ...ANY_TEXT, isUsual: isDnsLabel };
const MAC: TextForm = { isUsual: (text) => MAC_ADDRESS.test(text), marker: () => '02:00:00:00:00:01' };
const UUID: TextForm = { isUsual: isUuid, marker: () => '00000000-0000-4000-8000-000000000000' };
const NAME: OwnTexts = { texts: new Map([['name', ANY_TEXT]]) };
const CLOUD_INIT: OwnTexts = {
  texts: new Map([
    ['userData', BOOT_DATA],
    ['networkData', BOOT_DATA],
  ]),
};
const LABEL: TextForm = { ...ANY_TEXT, isUsual: (text) => text !== '' && isLabelValue(text) };

/** By whether labels of the user may have any value. */
interface Tables {
  readonly vm: OwnTexts;
  readonly instance: OwnTexts;
}

function tablesOf(labels: OwnTexts): Tables {
  const preferred = { items: keys({ podAffinityTerm: keys({ labelSelector: keys({ matchLabels: labels }) }) }) };
  const isOpen = labels.labels === 'own';
  const spec: OwnTexts = {
    texts: new Map([['hostname', HOST_NAME]]),
    ...keys({
      domain: keys({
        devices: keys({
          disks: { items: { texts: new Map([['serial', SERIAL]]) } },
          interfaces: { items: { texts: new Map([['macAddress', MAC]]) } },
        }),
        firmware: {
          texts: new Map([
            ['uuid', UUID],
            ['serial', SERIAL],
          ]),
        },
      }),
      volumes: {
        items: keys({ dataVolume: NAME, cloudInitNoCloud: CLOUD_INIT, cloudInitConfigDrive: CLOUD_INIT }),
      },
      ...(isOpen ? { affinity: keys({ podAntiAffinity: keys({ [PREFERRED]: preferred }) }) } : {}),
    }),
  };
  const metadata: OwnTexts = { ...NAME, ...keys({ labels }) };
  return {
    instance: keys({ metadata, spec }),
    vm: keys({
      metadata,
      spec: keys({
        dataVolumeTemplates: { items: keys({ metadata: NAME }) },
        template: keys({ metadata: keys({ labels }), spec }),
      }),
    }),
  };
}

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const CLOSED = tablesOf({ labels: 'name' });
const OPEN = tablesOf({ labels: 'own' });

/** Labels that say which application a VM is of. No controller of KubeVirt and no rule reads their values. */
const OF_USER = /^(?:app\.kubernetes\.io\/(?:name|instance)|[^/]+)$/;

/** Whether something decides by labels where the VM runs: then they tell VMs apart. */
function isDecidedByLabels({ affinity, topologySpreadConstraints }: Fields): boolean {
  if (topologySpreadConstraints !== undefined) {
    return true;
  }
  const { podAffinity, podAntiAffinity, nodeAffinity: _, ...rest }: Fields = isMap(affinity) ? affinity : {};
  const { [PREFERRED]: _preferred, ...required }: Fields = isMap(podAntiAffinity) ? podAntiAffinity : {};
  return podAffinity !== undefined || Object.keys(rest).length > 0 || Object.keys(required).length > 0;
}

function keys(parts: Readonly<Record<string, OwnTexts>>): OwnTexts {
  return { keys: new Map(Object.entries(parts)) };
}

interface Outlined {
  readonly outline: KubeObject;
  readonly texts: readonly string[];
  /** Worked out for the first of a group only. */
  readonly places: () => readonly TextPlace[];
}

/** A VM without its own texts. */
function outlineOf(object: KubeObject): Outlined | undefined {
  const instance = instanceOf(object);
  const isSingle = object.kind === 'VirtualMachine' || object.kind === 'VirtualMachineInstance';
  // Without an architecture, that of a volume found by its name may count.
  if (!isSingle || typeof instance?.spec.architecture !== 'string' || instance.spec.architecture === '') {
    return undefined;
  }
  // A VM with podAffinity may match its own labels.
  const isSocial = isMap(instance.spec.affinity) && instance.spec.affinity.podAffinity !== undefined;
  const name = isSocial ? undefined : nameOf(object);
  const tables = isDecidedByLabels(instance.spec) ? CLOSED : OPEN;
  const table = instance.vm === undefined ? tables.instance : tables.vm;
  const texts: string[] = [];
  const outline = new Outliner(name, texts).outline(object, table) as KubeObject;
  return {
    outline,
    texts,
    places: () => {
      const places: TextPlace[] = [];
      new Outliner(name, [], places).outline(object, table);
      return places;
    },
  };
}

/** Copies an object along the way to its own texts, with markers for these. */
class Outliner {
  private readonly _steps: (string | number)[] = [];

  constructor(
    private readonly name: string | undefined,
    private readonly texts: string[],
    private readonly places?: TextPlace[],
  ) {}

  public outline(value: unknown, table: OwnTexts): unknown {
    const { items } = table;
    if (items !== undefined) {
      return Array.isArray(value) ? value.map((item: unknown, i) => this._below(i, item, items)) : value;
    }
    return isMap(value) ? this._map(value, table) : value;
  }

  private _map(map: Fields, { texts, keys: parts, labels }: OwnTexts): Fields {
    const copy: Record<string, unknown> = {};
    for (const key in map) {
      const value = map[key];
      const part = parts?.get(key);
      if (part !== undefined) {
        copy[key] = this._below(key, value, part);
      } else if (typeof value === 'string') {
        const form = labels === undefined ? texts?.get(key) : this._labelForm(key, value, labels);
        copy[key] = form?.isUsual(value) === true ? this._marked(key, value, form) : value;
      } else {
        copy[key] = value;
      }
    }
    return copy;
  }

  private _labelForm(key: string, value: string, labels: 'name' | 'own'): TextForm | undefined {
    if (value === this.name && key !== HYPERVISOR_LABEL) {
      return ANY_TEXT;
    }
    return labels === 'own' && OF_USER.test(key) ? LABEL : undefined;
  }

  /** Which texts are the same decides whether volumes find what they are made of. */
  private _marked(key: string, text: string, form: TextForm): string {
    const number = this.texts.indexOf(text);
    this.texts.push(text);
    this.places?.push([...this._steps, key]);
    return form.marker(number === -1 ? this.texts.length - 1 : number);
  }

  private _below(step: string | number, value: unknown, table: OwnTexts): unknown {
    if (this.places === undefined) {
      return this.outline(value, table);
    }
    this._steps.push(step);
    const below = this.outline(value, table);
    this._steps.pop();
    return below;
  }
}
