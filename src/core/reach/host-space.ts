import { phrase, type Phrase } from '../lib/phrase';
import { isIpHook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { IpFamily } from '../net/ip';
import { listBaseChains, type RegisteredChain } from '../sim/hook-order';
import { deviceClasses, nftDeviceTests, xtDeviceTests } from './device-classes';
import { Space } from './space';

/** Is it a chain of frames, of a device or of ARP? Of these nothing is said. */
function isElsewhere({ table: { family }, base }: RegisteredChain): boolean {
  return !isIpHook(base.hook) || !(family === 'ip' || family === 'ip6' || family === 'inet');
}

/** Why nothing is said of a host; undefined: it can be modelled. */
export function refuseHost(netns: Netns, family: IpFamily): Phrase | undefined {
  const tables = [...(netns.nftables?.tables.values() ?? [])];
  if (tables.some((table) => listBaseChains(table).some((each) => isElsewhere(each))))
    return phrase('reach.host.nftables');
  if (netns.ebpf) return phrase('reach.host.ebpf');
  if (netns.vswitch) return phrase('reach.host.windows');
  const isPart = (netns.excerpts?.[family]?.size ?? 0) > 0 || (netns.unreachable?.[family]?.length ?? 0) > 0;
  return isPart || netns.untoldMarks?.[family] ? phrase('reach.host.part') : undefined;
}

/** About so many nodes come of one rule or element of a set, through all hooks of a host. */
const NODES_OF_RULE = 64;

/** A space that can tell apart all that the rules of these hosts can; `limit`: nodes of diagrams, before it is too large. */
export function openHostSpace(
  hosts: readonly Netns[],
  { family = 'ipv4', limit }: { readonly family?: IpFamily; readonly limit?: number | undefined } = {},
): Space {
  const tables = hosts.flatMap(({ xtables }) => [...(xtables[family]?.tables.values() ?? [])]);
  const devices = hosts.flatMap((host) => host.devices.map(({ name }) => name));
  const ruleset = hosts.flatMap(({ nftables }) => [...(nftables?.tables.values() ?? [])]);
  const chains = [...tables, ...ruleset].flatMap((table): { readonly length: number }[] => [...table.chains.values()]);
  const elements = ruleset.flatMap(({ sets }) => [...sets.values()].map(({ elements: { length } }) => length));
  const rules = [...chains.map(({ length }) => length), ...elements].reduce((sum, length) => sum + length, 0);
  return new Space({
    family,
    devices: deviceClasses(
      [
        ...tables.flatMap((table) => [...xtDeviceTests(table)]),
        ...ruleset.flatMap((table) => [...nftDeviceTests(table)]),
      ],
      devices,
    ),
    expected: NODES_OF_RULE * rules,
    ...(limit === undefined ? {} : { limit }),
  });
}
