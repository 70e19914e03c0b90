import { Memo } from '../../lib/memo';
import { assertNever } from '../../lib/result';
import type { Choice } from '../../linux/chain-walk';
import type { Device, Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import type { TableName } from '../../linux/hooks';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import type { XtRuleset } from '../../linux/xtables/types';
import { parseCidr, ip, type IpFamily } from '../../net/ip';
import type { Leg, Trace, TraceStep } from '../trace';

/** A ruleset from iptables-save text; lines that are no table, chain or rule are left out. */
export function readRules(text: string, family: IpFamily = 'ipv4'): XtRuleset {
  const tables = new Map<TableName, Map<string, { policy?: 'ACCEPT' | 'DROP'; rules: { text: string }[] }>>();
  let table = new Map<string, { policy?: 'ACCEPT' | 'DROP'; rules: { text: string }[] }>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [first = '', second, ...rest] = line.split(' ');
    if (first.startsWith('*')) tables.set(first.slice(1) as TableName, (table = new Map()));
    else if (first.startsWith(':')) {
      table.set(first.slice(1), {
        ...(second === '-' ? {} : { policy: second === 'DROP' ? 'DROP' : 'ACCEPT' }),
        rules: [],
      });
    } else if (first === '-A' && second) table.get(second)?.rules.push({ text: rest.join(' ') });
  }
  return rulesetFromLines(tables, family);
}

/** `10.0.0.1/24` addresses on a device of its own kind. */
export function device(name: string, addresses: readonly string[], more: Partial<Device> = {}): Device {
  const list = addresses.map((text) => {
    const [address = '', prefix = '32'] = text.split('/');
    return { address: ip(address), prefix: Number(prefix) };
  });
  return { name, kind: 'physical', up: true, addresses: list, ...more };
}

/** `10.0.0.0/8 via 1.2.3.4 dev eth0`, `blackhole 10.1.0.0/16`, `default dev eth0 metric 5`. */
export function readRoute(text: string): Route {
  const words = text.split(' ');
  const typed = ['blackhole', 'unreachable', 'prohibit', 'local'].includes(words[0] ?? '');
  const type = typed ? (words.shift() as Route['type']) : 'unicast';
  const after = (word: string): string | undefined =>
    words.includes(word) ? words[words.indexOf(word) + 1] : undefined;
  const dst = parseCidr(words[0] === 'default' ? '0.0.0.0/0' : (words[0] ?? ''));
  if (!dst.ok) throw new Error(dst.error);
  const [via, dev, src, table, metric] = ['via', 'dev', 'src', 'table', 'metric'].map(after);
  return {
    table: table ?? 'main',
    type,
    dst: dst.value,
    ...(via ? { via: ip(via) } : {}),
    ...(dev ? { dev } : {}),
    ...(src ? { src: ip(src) } : {}),
    ...(metric ? { metric: Number(metric) } : {}),
  };
}

export function listeningSocket(proto: Socket['proto'], port: number, owner = 'server'): Socket {
  return { proto, port, owner, reply: 'echo' };
}

/** A namespace that forwards, with what is named. */
export function host(id: string, parts: Partial<Omit<Netns, 'id'>> & { readonly save?: string } = {}): Netns {
  const { save, ...rest } = parts;
  return {
    id,
    title: id,
    kind: 'node',
    devices: [],
    routes: [],
    sockets: [],
    sysctls: { 'net.ipv4.ip_forward': 1 },
    xtables: save === undefined ? {} : { ipv4: readRules(save) },
    // As the document's have one: what is made of routes and rules is made once.
    memo: new Memo(),
    ...rest,
  };
}

export function network(...hosts: readonly Netns[]): Network {
  const members = hosts.flatMap((netns) =>
    netns.devices.filter(({ segment }) => segment === 'wire').map(({ name }) => ({ netns: netns.id, device: name })),
  );
  return { netns: new Map(hosts.map((netns) => [netns.id, netns])), segments: [{ name: 'wire', members }] };
}

/** Takes the first branch that can happen, and does not like what is unknown. */
export function takeFirstBranch(choice: Choice): number {
  if (choice.kind === 'unknown') throw new Error(`unknown at ${choice.where}`);
  return choice.probabilities.findIndex(({ num }) => num !== 0n);
}

function stepText(step: TraceStep): string | undefined {
  switch (step.kind) {
    case 'hook':
      return `${step.hook}${step.indev ? ` in=${step.indev}` : ''}${step.outdev ? ` out=${step.outdev}` : ''}`;
    case 'rule':
      return `${step.ref.table} ${step.ref.chain} ${step.ref.index + 1} ${step.verdict.kind}`;
    case 'bridge':
      return `bridge ${step.action}${step.outPort ? ` ${step.outPort}` : ''}`;
    case 'routing':
      return `route ${step.decision}${step.device ? ` ${step.device}` : ''}`;
    case 'nat':
      return `nat ${step.manip} by ${step.by}`;
    case 'ipvs':
      return `ipvs ${step.at} ${step.service} -> ${step.chosen ?? 'none'} by ${step.from}`;
    case 'ebpf':
    case 'vfp':
      return `${step.program} ${step.did}${step.chosen ? ` ${step.chosen}` : ''}`;
    case 'deliver':
      return `deliver to ${step.to}`;
    case 'stop':
      return `stop ${step.reason.id}${step.errno ? ` ${step.errno}` : ''}`;
    case 'tunnel':
      return `${step.action} ${step.by} ${step.device}`;
    case 'originate':
    case 'receive':
    case 'conntrack':
    case 'skip':
    case 'return':
    case 'policy':
    case 'transmit':
      return undefined;
    default:
      return assertNever(step);
  }
}

/** A leg as lines, in words short enough to write down in a test. */
export function printLeg(leg: Leg): string[] {
  return leg.hops.flatMap((hop) =>
    hop.steps.flatMap((step) => {
      const text = stepText(step);
      return text === undefined ? [] : [`${hop.netns}: ${text}`];
    }),
  );
}

/** `request DELIVERED`, `reply DROPPED`: how each leg ended. */
export function endings(trace: Trace): string[] {
  return trace.legs.map(({ role, disposition }) => `${role} ${disposition.kind}`);
}
