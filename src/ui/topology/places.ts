import type { Hook } from '../../core/linux/hooks';

/** Names of everything that has a place on the stage; `netns` are ids of the bench. */
export const place = {
  card: (netns: string): string => `card:${netns}`,
  compact: (netns: string): string => `compact:${netns}`,
  moreNodes: 'more-nodes',
  /** A Pod's box; its vertex is the `eth0` at its lower edge. */
  pod: (netns: string): string => `pod:${netns}`,
  /** A client's or router's box. */
  outside: (netns: string): string => `outside:${netns}`,
  /** A device as a packet leaves it towards the gates (or where it has only one end). */
  device: (netns: string, device: string): string => `dev:${netns}/${device}`,
  /** The other end of a wide bar: where packets come from POSTROUTING. */
  deviceOut: (netns: string, device: string): string => `out:${netns}/${device}`,
  gate: (netns: string, hook: Hook): string => `gate:${netns}/${hook}`,
  /** The routing decision after PREROUTING. */
  routing: (netns: string): string => `route:${netns}`,
  /** The routing decision of a packet made here, before OUTPUT. */
  routingOut: (netns: string): string => `route-out:${netns}`,
  /** The IPVS director behind INPUT. */
  director: (netns: string): string => `ipvs:${netns}`,
  local: (netns: string): string => `local:${netns}`,
  rail: (segment: string): string => `rail:${segment}`,
  lane: 'service-network',
} as const;
