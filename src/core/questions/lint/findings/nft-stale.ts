import { phrase } from '../../../lib/phrase';
import { isNftExcerpt } from '../../../paste/nft-flows';
import type { Check } from '../finding';
import { nftJumps } from '../rule-kinds';

const OF_SERVICE = /^(?:service|endpoint|external|firewall|affinity)-[A-Z2-7]{8}-/;

/** The map that leads to the chains of Services (pkg/proxy/nftables/proxier.go). */
const LEADING = 'service-ips';

/** Chains of kube-proxy's nftables table that nothing leads to: it deletes them some time after their Service. */
export const NFT_STALE: Check = {
  id: 'stale-chain',
  find: ({ nftables }) =>
    [...(nftables?.tables ?? [])].flatMap(([table, content]) => {
      // What leads to a chain may be in the part of an excerpt that is not here.
      if (content.name !== 'kube-proxy' || isNftExcerpt(content) || !content.sets.has(LEADING)) return [];
      const jumps = nftJumps(content);
      return [...content.chains.keys()]
        .filter((chain) => OF_SERVICE.test(chain) && !jumps.has(chain))
        .map((chain) => ({
          id: 'stale-chain',
          severity: 'info' as const,
          message: phrase('lint.stale-nft-chain', { chain }),
          places: [{ table, chain }],
        }));
    }),
};
