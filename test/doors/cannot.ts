import type { Door } from './doors';

/** Doors through which codes cannot be said, and why. */
interface Cannot {
  readonly why: string;
  readonly doors: readonly Door[];
  readonly codes: readonly string[];
}

const ALL: readonly Door[] = ['key', 'prop', 'patch', 'include', 'manifest'];
const DECLARED: readonly Door[] = ['key', 'prop'];
const OBJECTS: readonly Door[] = ['patch', 'include', 'manifest'];

/** Every code that is not said through every door is in here. */
export const CANNOT: readonly Cannot[] = [
  {
    why: 'it is about a folder, a file or a program as a whole, before there are objects',
    doors: ALL,
    codes: 'PV010 PV011 PV012 PV013 PV014 PV015 PV017 PV018 PV019 PV029 PV030 PV034 PV039'.split(' '),
  },
  { why: 'it is about CRDs that are imported', doors: ALL, codes: 'PV022 PV023 PV024 PV025 PV026'.split(' ') },
  {
    why: 'it is about a request of Argo CD, the settings of the plugin, or what an Application delivers',
    doors: ALL,
    codes: `PV701 PV702 PV703 PV704 PV705 PV706 PV707 PV708 PV709 PV710 PV711 PV712 PV714 PV715 PV716 PV717 PV718 PV719
      PV720 PV721 PV722 PV723`.split(/\s+/),
  },
  {
    why: 'it is about a quota or a LimitRange beside VMs, which no key says',
    doors: DECLARED,
    codes: ['PV518', 'PV519'],
  },
  { why: 'only addDependency() of a program says what waits for what', doors: ALL, codes: ['PV803'] },
  { why: 'it is about a snapshot, or about two targets', doors: ALL, codes: ['PV908', 'PV910'] },
  {
    why: 'it is about the text of a platform file, which a program and a manifest do not have',
    doors: ['prop', ...OBJECTS],
    codes: 'PV032 PV033 PV035'.split(' '),
  },
  { why: 'what no key says is a field of its own in an object', doors: OBJECTS, codes: ['PV031'] },
  {
    why: 'only a declaration has keys, a part that is laid over them, and patches',
    doors: OBJECTS,
    codes: ['PV027', 'PV028'],
  },
  { why: 'a program spreads objects instead', doors: ['prop', ...OBJECTS], codes: ['PV050'] },
  {
    why: 'it is about paths of files that a platform names; of a Manifests construct see test/constructs/manifests.test.ts',
    doors: ['prop', ...OBJECTS],
    codes: ['PV051'],
  },
  {
    why: 'it is about the platform around objects: its target, its hypervisors, its delivery, or that it has no objects',
    doors: OBJECTS,
    codes: 'PV016 PV402 PV403 PV409 PV410 PV411 PV412 PV417 PV419 PV713 PV901 PV902 PV903 PV904 PV905 PV906'.split(' '),
  },
  {
    why: 'what the target, the architecture or the dialect has no place for is left out of the object, which is well then',
    doors: OBJECTS,
    codes: 'PV104 PV106 PV406 PV511 PV907'.split(' '),
  },
  {
    why: 'an object does not name the hypervisor or the golden image that a key names, only what follows from it',
    doors: OBJECTS,
    codes: 'PV313 PV401 PV407 PV408'.split(' '),
  },
  {
    why: 'the reader of a platform file rejects it as a value of the wrong shape: PV032',
    doors: ['key'],
    codes: ['PV005'],
  },
  {
    why: 'keys and props are rejected as values of the wrong shape: PV032',
    doors: DECLARED,
    codes: ['PV041'],
  },
  {
    why: 'there is no key for it, and what polyvirt writes of the others is as the cluster wants it',
    doors: DECLARED,
    codes:
      'PV006 PV007 PV040 PV043 PV046 PV047 PV048 PV049 PV058 PV110 PV310 PV318 PV414 PV415 PV416 PV418 PV607 PV608 PV609 PV725 PV726'.split(
        ' ',
      ),
  },
  {
    why: 'what the target, or its controller, does not have is left out, and said by another code: PV104, PV511, PV907',
    doors: DECLARED,
    codes: ['PV045', 'PV601', 'PV602'],
  },
];
