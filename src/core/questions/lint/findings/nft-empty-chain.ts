import { phrase } from '../../../lib/phrase';
import type { Check } from '../finding';
import { nftJumps } from '../rule-kinds';

const OF_SERVICE = /^(?:service|endpoint|external)-[A-Z2-7]{8}-/;

/** What `empty-service-chain` finds in iptables mode, in the table of nftables mode. */
export const NFT_EMPTY_CHAIN: Check = {
  id: 'empty-service-chain',
  find: ({ nftables }) =>
    [...(nftables?.tables ?? [])].flatMap(([table, content]) => {
      if (content.name !== 'kube-proxy') return [];
      const jumps = nftJumps(content);
      return [...content.chains.values()]
        .filter(({ name, length }) => OF_SERVICE.test(name) && length === 0 && jumps.has(name))
        .map(({ name: chain }) => ({
          id: 'empty-service-chain',
          severity: 'error' as const,
          message: phrase('lint.empty-service-chain', { chain }),
          places: [{ table, chain }, ...(jumps.get(chain) ?? [])],
        }));
    }),
};
