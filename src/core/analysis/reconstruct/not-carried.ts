import type { ProxyModeId } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Assembled } from './assemble';
import type { NotCarried, ReadProxy } from './types';

interface Asked {
  readonly mode: ProxyModeId;
  readonly made: Assembled;
  readonly proxies: readonly ReadProxy[];
}

interface Row {
  readonly id: string;
  readonly what: Phrase;
  /** Absent: never carried. */
  readonly when?: (asked: Asked) => boolean;
}

const isUnlocated = ({ made }: Asked): boolean =>
  [...made.entries.values()].some((entries) => entries.some(({ local }) => local === undefined));
const isSilent = ({ made }: Asked): boolean =>
  made.services.some(({ ports }) => ports.some(({ hasEndpoints }) => !hasEndpoints));
const hasPlaceholder = ({ made }: Asked): boolean =>
  [...made.entries.values()].some((entries) => entries.some(({ placeholder }) => placeholder));

/** What rules do not tell, always or in this dump; one line each. */
const ROWS: readonly Row[] = [
  { id: 'pod-names', what: phrase('reconstruct.not-carried.pod-names') },
  { id: 'selectors', what: phrase('reconstruct.not-carried.selectors') },
  { id: 'readiness', what: phrase('reconstruct.not-carried.readiness') },
  { id: 'headless', what: phrase('reconstruct.not-carried.headless') },
  { id: 'named-target-ports', what: phrase('reconstruct.not-carried.named-target-ports') },
  { id: 'topology', what: phrase('reconstruct.not-carried.topology') },
  { id: 'allocation', what: phrase('reconstruct.not-carried.allocation') },
  { id: 'other-nodes', what: phrase('reconstruct.not-carried.other-nodes') },
  { id: 'proxied-ingress', what: phrase('reconstruct.not-carried.proxied-ingress') },
  {
    id: 'node-cidr',
    what: phrase('reconstruct.not-carried.node-cidr'),
    when: ({ proxies }) => proxies.some(({ detector }) => detector !== 'none' && detector?.kind === 'cidr'),
  },
  {
    id: 'names',
    what: phrase('reconstruct.not-carried.names'),
    when: ({ made }) => made.services.some(({ named }) => !named),
  },
  { id: 'locality', what: phrase('reconstruct.not-carried.locality'), when: isUnlocated },
  {
    id: 'silent-services',
    what: phrase('reconstruct.not-carried.silent-services'),
    when: (asked) => (asked.mode === 'iptables' || asked.mode === 'nftables') && isSilent(asked),
  },
  { id: 'remote-endpoints', what: phrase('reconstruct.not-carried.remote-endpoints'), when: hasPlaceholder },
  {
    id: 'node-address',
    what: phrase('reconstruct.not-carried.node-address'),
    when: ({ made }) => made.addresses.some(({ madeUp }) => madeUp),
  },
  {
    id: 'missing-endpoints',
    what: phrase('reconstruct.not-carried.missing-endpoints'),
    when: ({ proxies }) => proxies.some(({ missingEndpoints = [] }) => missingEndpoints.length > 0),
  },
  {
    id: 'userspace-endpoints',
    what: phrase('reconstruct.not-carried.userspace-endpoints'),
    when: ({ mode }) => mode === 'userspace',
  },
  {
    id: 'userspace-policies',
    what: phrase('reconstruct.not-carried.userspace-policies'),
    when: ({ mode }) => mode === 'userspace',
  },
  { id: 'ipvs-links', what: phrase('reconstruct.not-carried.ipvs-links'), when: ({ mode }) => mode === 'ipvs' },
];

/** What the rules of this dump do not carry, so that nobody takes what was made up for what was read. */
export function notCarriedBy(asked: Asked): NotCarried[] {
  return ROWS.filter(({ when }) => when?.(asked) ?? true).map(({ id, what }) => ({ id, what }));
}
