import { expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

const RULES = `table inet f {
	chain input {
		type filter hook input priority filter; policy drop;
		ct state established,related accept
		tcp dport { 22, 80 } accept
		tcp dport 80 ip saddr 10.0.0.0/8 drop
		udp dport 53 accept
	}
	chain old {
		drop
	}
}
`;

it('finds dead rules of nftables, with what takes their packets and where they are written', async () => {
  const { code, out } = await ranCommand(['dead', 'node.nft', '--json'], { files: { 'node.nft': RULES } });
  expect(code).toBe(1);
  const { tables } = JSON.parse(out);
  expect(tables).toMatchObject([
    {
      family: 'inet',
      table: 'f',
      rules: 5,
      dead: [
        {
          rule: 'input 3',
          text: 'tcp dport 80 ip saddr 10.0.0.0/8 drop',
          line: 6,
          why: 'covered',
          by: ['input 1', 'input 2'],
        },
        { rule: 'old 1', text: 'drop', why: 'unreached', by: [] },
      ],
    },
  ]);
});

it('says nothing of chains at devices, and ends with 2', async () => {
  const text =
    'table netdev d {\nchain i {\ntype filter hook ingress device "eth0" priority 0; policy accept;\ndrop\n}\n}\n';
  const { code, out } = await ranCommand(['dead', 'node.nft'], { files: { 'node.nft': text } });
  expect(out).toContain('not looked at');
  expect(code).toBe(2);
});

it('ends with 2 where no rule is dead and one asks a set whose members are not known, and says which', async () => {
  const text = '*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -m set --match-set guests src -j DROP\nCOMMIT\n';
  const { code, out } = await ranCommand(['dead', 'fw.txt'], { files: { 'fw.txt': text } });
  expect(out).toMatch(/--match-set guests src -j DROP.*guests/s);
  expect(code).toBe(2);
  const plain = text.replace(' -m set --match-set guests src', ' -p tcp');
  expect((await ranCommand(['dead', 'fw.txt'], { files: { 'fw.txt': plain } })).code).toBe(0);
});
