import { isMap } from '../../kube/object';
import type { MachineSummary, NoCounterpart } from './foreign-vm';
import { child, children, type XmlElement } from './xml';

/** The processors of a domain. */
export function cpuOf(domain: XmlElement, missing: NoCounterpart[]): { spec: object; count: number } {
  const count = Number(child(domain, 'vcpu')?.text.trim() ?? 1);
  const cpu = child(domain, 'cpu');
  const {
    sockets = '1',
    dies = '1',
    clusters = '1',
    cores = '1',
    threads = '1',
  } = child(cpu, 'topology')?.attributes ?? {};
  const shape = {
    sockets: Number(sockets),
    cores: Number(cores) * Number(dies) * Number(clusters),
    threads: Number(threads),
  };
  const isWhole = child(cpu, 'topology') !== undefined && shape.sockets * shape.cores * shape.threads === count;
  if (Number(dies) * Number(clusters) > 1) {
    missing.push({ element: 'cpu/topology dies', reason: 'they are counted as cores' });
  }
  if (child(cpu, 'numa') !== undefined) {
    missing.push({ element: 'cpu/numa', reason: 'cpu.numa takes the NUMA nodes of the host over' });
  }
  const features = children(cpu, 'feature').map(({ attributes: { name, policy } }) => ({
    name,
    ...(policy === undefined ? {} : { policy }),
  }));
  const model = modelOf(cpu);
  return {
    spec: {
      // Without a topology libvirt makes a socket of each CPU, as KubeVirt does where sockets are said.
      ...(isWhole ? shape : { sockets: count, cores: 1, threads: 1 }),
      ...(model === undefined ? {} : { model }),
      ...(features.length === 0 ? {} : { features }),
    },
    count,
  };
}

function modelOf(cpu: XmlElement | undefined): string | undefined {
  const { mode } = cpu?.attributes ?? {};
  const named = child(cpu, 'model')?.text.trim();
  return mode === 'host-passthrough' || mode === 'host-model' ? mode : mode === 'maximum' ? 'host-passthrough' : named;
}

/** Features that both call alike. */
const HYPERV = [
  'relaxed',
  'vapic',
  'vpindex',
  'runtime',
  'synic',
  'reset',
  'frequencies',
  'reenlightenment',
  'tlbflush',
  'ipi',
  'evmcs',
];

/** What is always there, or says how the host runs the domain. */
const IMPLICIT = ['pae', 'privnet', 'vmport', 'gic', 'ps2'];

export function featuresOf(
  domain: XmlElement,
  firmware: MachineSummary['firmware'],
  missing: NoCounterpart[],
): object | undefined {
  const features: Record<string, unknown> = {};
  for (const each of child(domain, 'features')?.children ?? []) {
    const { name, attributes } = each;
    const isOff = attributes.state === 'off';
    if (name === 'acpi' || name === 'apic' || name === 'smm') {
      features[name] = isOff ? { enabled: false } : {};
    } else if (name === 'hyperv') {
      features.hyperv = hypervOf(each, missing);
    } else if (name === 'kvm') {
      const hidden = child(each, 'hidden')?.attributes.state === 'on';
      if (hidden) {
        features.kvm = { hidden };
      }
    } else if (name === 'pvspinlock') {
      features.pvspinlock = { enabled: !isOff };
    } else if (!IMPLICIT.includes(name)) {
      missing.push({ element: `features/${name}`, reason: 'KubeVirt has no such feature' });
    }
  }
  if (firmware === 'efi-secure-boot') {
    features.smm = isMap(features.smm) ? { ...features.smm, enabled: true } : { enabled: true };
  }
  return Object.keys(features).length === 0 ? undefined : features;
}

function hypervOf(hyperv: XmlElement, missing: NoCounterpart[]): object {
  const made: Record<string, unknown> = {};
  for (const { name, attributes, children: below } of hyperv.children.filter(
    (each) => each.attributes.state !== 'off',
  )) {
    if (HYPERV.includes(name)) {
      made[name] = {};
    } else if (name === 'spinlocks') {
      made.spinlocks = attributes.retries === undefined ? {} : { spinlocks: Number(attributes.retries) };
    } else if (name === 'stimer') {
      made.synictimer = below.some((each) => each.name === 'direct' && each.attributes.state === 'on')
        ? { direct: {} }
        : {};
    } else if (name === 'vendor_id') {
      made.vendorid = { vendorid: attributes.value ?? '' };
    } else {
      missing.push({ element: `features/hyperv/${name}`, reason: 'KubeVirt has no such enlightenment' });
    }
  }
  return made;
}

export function clockOf(domain: XmlElement, missing: NoCounterpart[]): object | undefined {
  const clock = child(domain, 'clock');
  if (clock === undefined) {
    return undefined;
  }
  const { offset, timezone } = clock.attributes;
  const timer: Record<string, unknown> = {};
  for (const { attributes } of children(clock, 'timer')) {
    const { name = '', present, tickpolicy, track } = attributes;
    const enabled = present === undefined ? {} : { present: present === 'yes' };
    const policy = tickpolicy === undefined ? {} : { tickPolicy: tickpolicy };
    if (name === 'hypervclock') {
      timer.hyperv = enabled;
    } else if (name === 'kvmclock') {
      timer.kvm = enabled;
    } else if (name === 'rtc') {
      timer.rtc = { ...enabled, ...policy, ...(track === undefined ? {} : { track }) };
    } else if (name === 'pit' || name === 'hpet') {
      timer[name] = { ...enabled, ...policy };
    } else {
      missing.push({ element: `clock/timer ${name}`, reason: 'KubeVirt has no such timer' });
    }
  }
  if (offset !== undefined && offset !== 'utc' && offset !== 'timezone') {
    missing.push({
      element: `clock offset=${offset}`,
      reason: 'a guest sees UTC, or the time of a named zone: clock.timezone',
    });
  }
  return {
    ...(offset === 'timezone' ? { timezone } : { utc: {} }),
    ...(Object.keys(timer).length === 0 ? {} : { timer }),
  };
}
