import type { PacketSet, PacketSpace } from '../linux/packet-space';
import { unless } from '../linux/packet-space';
import { matchSet } from '../linux/xtables/matches';
import { interfaceMatches } from '../linux/xtables/syntax/addresses';
import type { XtRule } from '../linux/xtables/types';

/**
 * All packets a rule holds for (ip_packet_match() in net/ipv4/netfilter/ip_tables.c, then its matches); `simplified`: a
 * test's set without what is known of the packets that come.
 */
export function ruleSet(
  rule: XtRule,
  space: PacketSpace,
  simplified: (set: PacketSet) => PacketSet = (set) => set,
): PacketSet {
  const sets: PacketSet[] = [];
  const { src, dst, indev, outdev, proto } = rule;
  if (src) sets.push(unless(space, src.negated, space.address('src', src)));
  if (dst) sets.push(unless(space, dst.negated, space.address('dst', dst)));
  if (indev)
    sets.push(
      unless(
        space,
        indev.negated,
        space.device('in', (name) => interfaceMatches(indev, name)),
      ),
    );
  if (outdev)
    sets.push(
      unless(
        space,
        outdev.negated,
        space.device('out', (name) => interfaceMatches(outdev, name)),
      ),
    );
  if (proto) sets.push(unless(space, proto.negated, space.protocol(proto.protocol)));
  // Nothing here is ever a later fragment.
  if (rule.fragment && !rule.fragment.negated) return space.none;
  let open: PacketSet | undefined;
  for (const match of rule.matches) {
    // One question for all that is not known of a rule: it is asked once.
    sets.push(matchSet(match, space) ?? (open ??= space.may()));
  }
  return space.both(...sets.map(simplified));
}
