import { describe, expect, it } from 'vitest';
import { makeCluster, endpoints, node, service } from '../core/kubernetes/build';
import { withDefaults } from '../core/kubernetes/defaults';
import { NFTABLES_MODE } from '../core/kubernetes/proxy/nftables';
import { readRuleset } from '../core/linux/nftables/text/read-ruleset';
import { Memo } from '../core/lib/memo';
import { Listing, listListingPieces } from './listing';
import { hasNft, type NftSource } from './nft-chains';
import { nftPieces } from './nft-pieces';
import { listTexts } from './pieces';

const CLUSTER = withDefaults(
  makeCluster([
    node('node1'),
    service('web', { clusterIP: '10.96.0.11', ports: [{ port: 80, targetPort: 8080 }] }),
    endpoints('default/web', 8080, ['10.244.1.5', '10.244.1.6']),
  ]),
);

function generated(): NftSource {
  const input = { cluster: CLUSTER, node: 'node1', family: 'ipv4', config: {}, release: '1.30' } as const;
  return { ruleset: undefined, generated: NFTABLES_MODE.syncProxyRules(input).nftables, family: 'ipv4' };
}

const PASTED = `table inet filter {
	set blocked {
		type ipv4_addr
		flags interval
		elements = { 192.0.2.0/24,
			     198.51.100.7 }
	}

	chain input {
		type filter hook input priority filter; policy drop;
		ip saddr @blocked drop
		tcp dport 22 accept
	}

	chain other {
		counter
	}
}
table ip6 six {
	chain c {
		accept
	}
}
`;

function pasted(family: NftSource['family']): NftSource {
  return { ruleset: readRuleset(PASTED).ruleset, generated: undefined, family };
}

function listed(source: NftSource) {
  const pieces = nftPieces(source, new Memo());
  return { lines: pieces.flatMap(listTexts), chains: new Listing(pieces, new Memo(), 'node').chains };
}

describe('the listing of nftables', () => {
  it('places every rule of every generated chain on its line', () => {
    const parts = generated();
    const { lines, chains } = listed(parts);
    expect(chains.length).toBeGreaterThan(8);
    for (const { name, length, firstLine } of chains) {
      const heading = lines.lastIndexOf(`\tchain ${name} {`, firstLine);
      expect(
        lines.slice(heading + 1, firstLine).every((line) => /^\t\t(comment|type)/.test(line)),
        name,
      ).toBe(true);
      expect(lines[firstLine + length], name).toBe('\t}');
    }
    expect(chains.find(({ name }) => name === 'nat-prerouting')).toMatchObject({
      table: 'ip kube-proxy',
      hook: 'PREROUTING',
      base: { type: 'nat', priority: -100 },
    });
    expect(chains.find(({ name }) => /^service-[A-Z0-9]{8}-/.test(name))?.service).toBe('default/web');
  });

  it('prints what was pasted, for the family it serves', () => {
    const { lines, chains } = listed(pasted('ipv4'));
    expect(chains.map(({ table, name }) => `${table} ${name}`)).toEqual(['inet filter input', 'inet filter other']);
    expect(chains[0]).toMatchObject({ hook: 'INPUT', policy: 'DROP', length: 2 });
    expect(lines[(chains[0]?.firstLine ?? 0) + 1]).toBe('\t\ttcp dport 22 accept');
    expect(lines.join('\n')).toContain('elements = { 192.0.2.0/24,\n\t\t\t     198.51.100.7 }');
    expect(listed(pasted('ipv6')).chains.map(({ table }) => table)).toEqual(['inet filter', 'inet filter', 'ip6 six']);
    expect(hasNft({ ...pasted('ipv4'), ruleset: undefined })).toBe(false);
  });

  it('follows the iptables rules in one text with one numbering', () => {
    const source = {
      netns: 'node',
      family: 'ipv4',
      ruleset: { tables: new Map() },
      nft: generated(),
      ipvs: undefined,
    } as const;
    const listing = new Listing(listListingPieces(source, new Memo()), new Memo(), 'node');
    const services = listing.chains.find(({ name }) => name === 'services');
    expect(listing.text(services?.firstLine ?? 0)).toMatch(/vmap @service-ips$/);
    expect(listing.text(services?.line ?? 0)).toBe('\tchain services {');
  });
});
