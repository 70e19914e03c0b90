import type { StageGround } from '../story/layout.model';

/** Around a packet that stands between two machines; between a Pod and a hook. */
const PACKET_ROOM = 16;
const HOOK_GAP = 6;

/** By so much boxes of a small picture stand too close, px: a row over its hook, machines outside over each other. */
export function lackOfHeight({ sizes, hosts, outside }: StageGround): number {
  const packet = sizes.packet * 2.05;
  const hook = HOOK_GAP + sizes.gate[0] + packet / 2;
  const rows = hosts.flatMap(({ placed, lane }) => placed.map((box) => box.y + box.h + hook - lane));
  const columns = outside.flatMap((box, at) => {
    const above = outside[at - 1];
    return above ? [above.y + above.h + packet + PACKET_ROOM - box.y] : [];
  });
  return Math.ceil(Math.max(0, ...rows, ...columns));
}
