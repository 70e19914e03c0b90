import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../document/derive';
import type { KernelState } from '../kubernetes/proxy/mode';
import { printIpsets } from '../kubernetes/proxy/ipvs/ipsets';
import { listTable } from '../kubernetes/proxy/nftables/listing';
import type { ProxyModeId } from '../kubernetes/types';
import { networkOfPasted, type PastedNetwork } from './pasted';
import { detectMode } from './proxy/types';
import { observedOfPasted } from '../questions/reconstruct/observe-pasted';
import { reconstruct } from '../questions/reconstruct/reconstruct';

const pasted = (text: string) => ({ texts: [{ id: 'text-1', title: '', text }], facts: {} });

function listings(mode: ProxyModeId, print: (state: KernelState) => string): [string, string][] {
  return EXAMPLES.map(({ id, document }): [string, string] => {
    const built = document('en');
    const derived = createDerive()({ ...built, mode, release: '1.33', subject: 'cluster' });
    const state = [...derived.compiled].find(([key]) => key.endsWith('ipv4'))?.[1].state;
    return [id, state ? print(state) : ''];
  }).filter(([, text]) => text !== '');
}

/** The service ports of the cluster a text is made into, by clusterIP and port. */
function rebuiltPorts(text: string): string[] {
  const services = reconstruct(observedOfPasted(pasted(text)))?.cluster.services ?? [];
  return services
    .flatMap(({ spec }) => (spec.ports ?? []).map(({ port, protocol }) => `${protocol} ${spec.clusterIP}:${port}`))
    .filter((port) => !port.includes('undefined'));
}

const foundPorts = ({ found }: PastedNetwork): string[] =>
  found.map(({ protocol, address, port }) => `${protocol.toUpperCase()} ${address}:${port}`);

const NFT = listings('nftables', ({ nftables }) => (nftables ? listTable(nftables) : ''));
const IPVS = listings('ipvs', ({ ipvs }) => (ipvs ? `# ipset save\n${printIpsets(ipvs.ipsets)}` : ''));

describe('Services of a text of', () => {
  it.each([...NFT.map(([id, text]) => ['nftables', id, text]), ...IPVS.map(([id, text]) => ['ipvs', id, text])])(
    '%s, %s: those it is made into a cluster of, and a packet to send',
    (_mode, _id, text) => {
      const read = networkOfPasted(pasted(text));
      const wanted = rebuiltPorts(text);
      expect(wanted.length).toBeGreaterThan(0);
      expect(foundPorts(read)).toEqual(expect.arrayContaining(wanted));
      expect(read.suggested.length).toBeGreaterThan(0);
    },
  );

  it('nftables: with endpoints and their exact odds', () => {
    const [, text = ''] = NFT.find(([id]) => id === 'ten-endpoints') ?? [];
    const service = networkOfPasted(pasted(text)).found.find(({ endpoints }) => endpoints.length === 10);
    expect(new Set(service?.odds)).toEqual(new Set(['1/10']));
  });

  it('iptables-nft, as nft lists it', () => {
    const text = `table ip nat {
	chain PREROUTING {
		type nat hook prerouting priority dstnat; policy accept;
		counter packets 769 bytes 46239 jump KUBE-SERVICES
	}
	chain KUBE-SERVICES {
		meta l4proto udp ip daddr 10.96.0.10  udp dport 53 counter packets 0 bytes 0 jump KUBE-SVC-TCOU7JCQXEZGVUNU
	}
	chain KUBE-SVC-TCOU7JCQXEZGVUNU {
		meta l4proto udp ip saddr != 10.244.0.0/16 ip daddr 10.96.0.10  udp dport 53 counter packets 0 bytes 0 jump KUBE-MARK-MASQ
		meta random & 2147483647 < 1073741824 counter packets 0 bytes 0 jump KUBE-SEP-YIL6JZP7A3QYXJU2
		counter packets 0 bytes 0 jump KUBE-SEP-6E7XQMQ4RAYOWTTM
	}
	chain KUBE-SEP-YIL6JZP7A3QYXJU2 {
		ip saddr 10.244.0.2 counter packets 0 bytes 0 jump KUBE-MARK-MASQ
		meta l4proto udp counter packets 0 bytes 0 dnat to 10.244.0.2:53
	}
	chain KUBE-SEP-6E7XQMQ4RAYOWTTM {
		ip saddr 10.244.0.3 counter packets 0 bytes 0 jump KUBE-MARK-MASQ
		meta l4proto udp counter packets 0 bytes 0 dnat to 10.244.0.3:53
	}
	chain KUBE-MARK-MASQ {
		counter packets 0 bytes 0 meta mark set mark or 0x4000
	}
}`;
    const { found, suggested } = networkOfPasted(pasted(text));
    expect(found).toMatchObject([
      {
        name: 'kube-system/kube-dns:dns',
        address: '10.96.0.10',
        port: 53,
        protocol: 'udp',
        endpoints: ['10.244.0.2:53', '10.244.0.3:53'],
        odds: ['1/2', '1/2'],
      },
    ]);
    expect(suggested[0]).toMatchObject({ to: '10.96.0.10', port: 53 });
    expect(detectMode(observedOfPasted(pasted(text)))).toBe('iptables');
  });
});
