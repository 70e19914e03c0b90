import { describe, expect, it } from 'vitest';
import { endpointChain, servicePortChains } from '../kubernetes/proxy/iptables/context';
import { networkOfPasted } from './pasted';
import { readParts } from './read-parts';
import { pasted, sendPasted } from './testing/paste';

const PORT = { name: 'shop/front:http', proto: 'tcp' } as const;
const { svc, ext } = servicePortChains(PORT);
const SEP = endpointChain(PORT, '10.244.1.6:8080');

/** Rules by chain, as `table CHAIN n`. */
function chains(text: string): readonly string[] {
  return readParts({ id: 't', title: 't', text }).flatMap(({ layers }) =>
    layers.flatMap(({ table, chains: own }) =>
      [...own.values()].map(({ name, length }) => `${table} ${name} ${length}`),
    ),
  );
}

const said = (text: string): readonly string[] =>
  networkOfPasted(pasted(text)).diagnostics.map(({ message: { id } }) => id);

const NAT_ROWS = `KUBE-MARK-MASQ  all  --  0.0.0.0/0            0.0.0.0/0            /* masquerade traffic for shop/front:http external destinations */
${svc}  all  --  0.0.0.0/0            0.0.0.0/0
${ext}  tcp  --  0.0.0.0/0            0.0.0.0/0            /* shop/front:http */ tcp dpt:31218
KUBE-MARK-MASQ  all  --  10.244.1.6           0.0.0.0/0            /* shop/front:http */
DNAT       tcp  --  0.0.0.0/0            0.0.0.0/0            /* shop/front:http */ tcp to:10.244.1.6:8080
${svc}  tcp  --  0.0.0.0/0            10.96.50.10          /* shop/front:http cluster IP */ tcp dpt:80
KUBE-MARK-MASQ  tcp  -- !10.244.0.0/16        10.96.50.10          /* shop/front:http cluster IP */ tcp dpt:80
${SEP}  all  --  0.0.0.0/0            0.0.0.0/0            /* shop/front:http -> 10.244.1.6:8080 */
`;

describe('rows that grep left of iptables -L', () => {
  it('are in the chains that kube-proxy’s comments tell', () => {
    const text = `root@n:~# iptables -nL -t nat | grep -e front -e ${svc}\n${NAT_ROWS}`;
    expect(chains(text)).toEqual([
      `nat ${ext} 1`,
      'nat KUBE-NODEPORTS 1',
      `nat ${SEP} 2`,
      'nat KUBE-SERVICES 1',
      `nat ${svc} 2`,
    ]);
    expect(said(text)).toContain('analysis.text.rows-untold');
    expect(said(text)).toContain('analysis.text.rows-told');
  });

  it('walk: the Service is found, and its endpoint', () => {
    const text = `root@n:~# iptables -nL -t nat | grep front\n${NAT_ROWS.replace(/^.*0\.0\.0\.0\/0$/m, '').replace(/\n\n/, '\n')}`;
    const { found } = networkOfPasted(pasted(text));
    expect(found.map(({ name, address, nodePort, endpoints }) => [name, address, nodePort, endpoints])).toEqual([
      ['shop/front:http', '10.96.50.10', 31_218, ['10.244.1.6:8080']],
    ]);
    const { lines } = sendPasted(pasted(text), 'cni0 10.244.0.9 -> 10.96.50.10:80/tcp');
    expect(lines).toEqual([expect.stringMatching(/DELIVERED pod:10\.244\.1\.6/)]);
  });

  it.each([
    [
      'no endpoint here',
      'DROP       tcp  --  anywhere             203.0.113.70         /* shop/front:http has no local endpoints */ tcp dpt:8088',
      'KUBE-EXTERNAL-SERVICES',
    ],
    [
      'none at all',
      'REJECT     tcp  --  anywhere             10.96.50.10          /* shop/front:http has no endpoints */ tcp dpt:http reject-with icmp-port-unreachable',
      'KUBE-SERVICES',
    ],
    [
      'none behind a nodePort',
      'REJECT     tcp  --  anywhere             anywhere             /* shop/front has no endpoints */ ADDRTYPE match dst-type LOCAL tcp dpt:31218 reject-with icmp-port-unreachable',
      'KUBE-EXTERNAL-SERVICES',
    ],
    [
      'with counters and devices',
      '    3   180 REJECT     6    --  *      *       ::/0                 fd00::50             /* shop/front:http has no endpoints */ tcp dpt:80 reject-with icmp6-port-unreachable',
      'KUBE-SERVICES',
    ],
    [
      'forwarded by mark',
      'ACCEPT     all  --  anywhere             anywhere             /* kubernetes forwarding rules */ mark match 0x4000/0x4000',
      'KUBE-FORWARD',
    ],
  ])('%s', (_what, row, chain) => {
    const command = row.includes('::') ? 'ip6tables -vL' : 'iptables -L';
    for (const text of [
      `node-1:~ # ${command} | grep x\n${row}\n`,
      `$ sudo ${command} | grep x\n${row}\n`,
      `${row}\n`,
    ]) {
      expect(chains(text)).toEqual([`filter ${chain} 1`]);
    }
  });

  it('the packet offered is refused by the row', () => {
    const text = `node-1:~ # iptables -L | grep x\nDROP       tcp  --  anywhere             203.0.113.70         /* shop/front:http has no local endpoints */ tcp dpt:8088\n`;
    const [first] = networkOfPasted(pasted(text)).suggested;
    const { lines } = sendPasted(pasted(text), `${first?.device} ${first?.from} -> ${first?.to}:${first?.port}/tcp`);
    expect(lines).toEqual(['1 DROPPED filter KUBE-EXTERNAL-SERVICES 1']);
  });

  it('rows of nobody known are in no chain, as before', () => {
    const text = '$ iptables -L | grep 22\nACCEPT     tcp  --  anywhere             10.0.0.9             tcp dpt:22\n';
    expect(chains(text)).toEqual([]);
  });
});
