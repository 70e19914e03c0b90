import { phrase, type Phrase } from '../../../lib/phrase';
import { listHops, type WalkedFlow } from '../candidate';
import type { FindCauses } from './endpoints';

/** A node on the way whose kube-proxy's rules nft refused, and what it said. */
export function findNftRefusal({
  trace,
  compiled,
  network,
}: Pick<WalkedFlow, 'trace' | 'compiled' | 'network'>):
  | { readonly node: string; readonly refusal: Phrase }
  | undefined {
  for (const { netns, steps } of listHops(trace)) {
    const family = steps[0]?.packet.family ?? 'ipv4';
    // Rules of a node are written when somebody asks for them: only nodes have any.
    if (network.netns.get(netns)?.kind !== 'node') continue;
    const refusal = compiled.get(`${netns} ${family}`)?.state.nftables?.refusal;
    if (refusal) return { node: network.netns.get(netns)?.title ?? netns, refusal };
  }
  return undefined;
}

/** nft takes a transaction whole or not at all: where it refused kube-proxy's, the node has none of its rules. */
export const nftRefused: FindCauses = (walked) => {
  const found = walked.through ? undefined : findNftRefusal(walked);
  if (!found) return [];
  const { node, refusal } = found;
  return [
    { says: phrase('document.why.cause.nft-refused', { node }), about: 'local-traffic' },
    { says: refusal, about: 'local-traffic' },
  ];
};

/** Servers of weight 0 take nothing new (net/netfilter/ipvs/ip_vs_rr.c and all schedulers). */
export const weightZero: FindCauses = ({ trace, through }: WalkedFlow) => {
  const asked = listHops(trace)
    .flatMap(({ steps }) => steps)
    .find((step) => step.kind === 'ipvs' && step.at === 'in' && step.candidates.some(({ weight }) => weight === 0));
  if (asked?.kind !== 'ipvs' || asked.from !== 'scheduler') return [];
  const idle = asked.candidates.filter(({ weight }) => weight === 0);
  const isAll = idle.length === asked.candidates.length;
  if (through === isAll) return [];
  const values = {
    service: asked.service,
    servers: idle
      .map(({ server }) => server)
      .slice(0, 4)
      .join(', '),
    count: idle.length,
  };
  return [{ says: phrase(`document.why.cause.weight-zero${isAll ? '-all' : ''}`, values), about: 'readiness' }];
};
