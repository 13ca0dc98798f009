import { field, group, items, required, table } from './rows/row';
import { count, flag, known, type Nothing, nothing, text } from './rows/shapes';

/** Processors of a guest. */
export interface Cpu {
  /**
   * Sockets.
   *
   * @default 1
   */
  readonly sockets?: number;

  /**
   * Cores of a socket.
   *
   * @default 1
   */
  readonly cores?: number;

  /**
   * Threads of a core.
   *
   * @default 1
   */
  readonly threads?: number;

  /**
   * Sockets that the guest can grow to while it runs.
   *
   * @default - KubeVirt's: four times the sockets on amd64 and s390x, no growth on arm64
   */
  readonly maxSockets?: number;

  /**
   * Model that the guest sees: `host-model`, `host-passthrough`, or a name that libvirt knows.
   *
   * @default - KubeVirt's: `host-passthrough` on arm64, `host-model` elsewhere
   */
  readonly model?: string;

  /**
   * Features beside those of the model.
   *
   * @default - those of the model
   */
  readonly features?: readonly CpuFeature[];

  /**
   * Whether every virtual processor gets a core of its own.
   *
   * @default false
   */
  readonly dedicatedCpuPlacement?: boolean;

  /**
   * Whether the emulator gets a core of its own too. With `dedicatedCpuPlacement` only.
   *
   * @default false
   */
  readonly isolateEmulatorThread?: boolean;

  /**
   * How the guest sees the memory of the node's sockets. Needs dedicated processors and huge pages.
   *
   * @default - one memory
   */
  readonly numa?: Numa;

  /**
   * Whether processors answer in time. Needs dedicated processors, NUMA and a node that is made for it.
   *
   * @default - they do not
   */
  readonly realtime?: Realtime;
}

/** A feature of a processor. */
export interface CpuFeature {
  /** Its name, as libvirt knows it. */
  readonly name: string;
  /**
   * What is asked of it.
   *
   * @default - KubeVirt's: `require`
   */
  readonly policy?: 'force' | 'require' | 'optional' | 'disable' | 'forbid';
}

/** The memory of the node's sockets. */
export interface Numa {
  /** The guest sees what the node has. */
  readonly guestMappingPassthrough?: Nothing;
}

/** Processors that answer in time. */
export interface Realtime {
  /**
   * Which of the guest's processors.
   *
   * @default - all
   */
  readonly mask?: string;
}

export const CPU_FEATURE = table<CpuFeature>('CpuFeature', () => ({
  name: required(field('name', text, 'vmx')),
  policy: field('policy', known('force', 'require', 'optional', 'disable', 'forbid'), 'optional'),
}));

export const NUMA = table<Numa>('Numa', () => ({
  guestMappingPassthrough: field('guestMappingPassthrough', nothing, {}),
}));

export const REALTIME = table<Realtime>('Realtime', () => ({ mask: field('mask', text, '0-1') }));

export const CPU = table<Cpu>('Cpu', () => ({
  sockets: field('sockets', count, 3),
  cores: field('cores', count, 3),
  threads: field('threads', count, 2),
  maxSockets: field('maxSockets', count, 9),
  model: field('model', text, 'Haswell'),
  features: items('features', CPU_FEATURE),
  dedicatedCpuPlacement: field('dedicatedCpuPlacement', flag, true),
  isolateEmulatorThread: field('isolateEmulatorThread', flag, true),
  numa: group('numa', NUMA),
  realtime: group('realtime', REALTIME),
}));
