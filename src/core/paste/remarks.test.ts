import { describe, expect, it } from 'vitest';
import { readText } from './read-text';

const said = (text: string) =>
  readText({ id: 'a', title: 'a', text }).diagnostics.flatMap(({ message: { id, values }, span }) =>
    id.startsWith('analysis.remark.') ? [{ id: id.slice('analysis.remark.'.length), line: span?.line, values }] : [],
  );

const chain = (letter: string): string => `KUBE-SEP-${letter.repeat(16)}`;
const LADDER = `-A KUBE-SVC-${'S'.repeat(16)} -m statistic --mode random --probability 0.33332999982 -j ${chain('A')}
-A KUBE-SVC-${'S'.repeat(16)} -m statistic --mode random --probability 0.50000000000 -j ${chain('B')}
-A KUBE-SVC-${'S'.repeat(16)} -j ${chain('C')}
`;

describe('a number beside a chain', () => {
  it.each([
    [`Above 50 % it goes to ${chain('C')}.`, { chain: chain('C'), told: '50', share: '33.3' }],
    [`${chain('B')} is taken with probability 0.5`, { chain: chain('B'), told: '50', share: '33.3' }],
  ])('%s', (line, values) => {
    expect(said(`${LADDER}\n${line}\n`)).toEqual([{ id: 'odds', line: 5, values }]);
  });

  it.each([`${chain('A')} gets 33.3%`, `${chain('C')} gets the rest`, `${chain('D')} gets 50 %`, 'half of them: 50 %'])(
    'nothing is said of: %s',
    (line) => expect(said(`${LADDER}\n${line}\n`)).toEqual([]),
  );
});

describe('an order of tables', () => {
  it.each([
    ['nat(snat) -> security -> filter -> nat(dnat) -> mangle -> raw', true],
    ['filter → mangle → nat', true],
    ['raw -> mangle -> nat(dnat) -> filter -> security', false],
    ['mangle > filter > nat', false],
    ['there are nat, filter and mangle', false],
  ])('%s', (line, isWrong) => {
    const found = said(`the order is\n${line}\n`);
    expect(found.map(({ id }) => id)).toEqual(isWrong ? ['table-order'] : []);
    if (isWrong) expect(String(found[0]?.values?.['orders'])).toContain('PREROUTING: raw → mangle → nat');
  });
});

it.each([
  ['clients reach it by IP and port (L3)', 'layer-of-ports'],
  ['3계층에서 IP와 포트로 연결한다', 'layer-of-ports'],
  ['it balances at L3 and L4, by address and port', undefined],
  ['routing works at L3', undefined],
  ['on Borg all tasks share the IP of the machine', 'shared-address'],
  ['one IP address per machine complicates things', 'shared-address'],
  ['a Service has one IP', undefined],
])('%s', (line, id) => expect(said(`${line}\n`).map((each) => each.id)).toEqual(id === undefined ? [] : [id]));

describe('a network of the cluster', () => {
  it.each([
    ['-A KUBE-SERVICES ! -s 192.167.0.0/16 -d 10.96.0.1/32 -p tcp -j KUBE-MARK-MASQ', '192.167.0.0/16'],
    [
      `Chain KUBE-SERVICES (2 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 KUBE-MARK-MASQ  tcp  --  *      *      !192.167.0.0/16       10.96.98.173         tcp dpt:80`,
      '192.167.0.0/16',
    ],
    ['kube-proxy --cluster-cidr=172.35.0.0/16', '172.35.0.0/16'],
    ['-A KUBE-SERVICES ! -s 192.168.0.0/16 -d 10.96.0.1/32 -p tcp -j KUBE-MARK-MASQ', undefined],
    ['-A INPUT -s 8.8.8.0/24 -j ACCEPT', undefined],
    ['kube-proxy --cluster-cidr=0.0.0.0/0', undefined],
  ])('%s', (text, network) => {
    expect(said(`${text}\n`).map(({ values }) => values?.['network'])).toEqual(network === undefined ? [] : [network]);
  });
});

const SETS =
  'Name: KUBE-CLUSTER-IP\nType: hash:ip,port\nHeader: family inet\nReferences: 2\nNumber of entries: 1\nMembers:\n10.96.0.10,tcp:80\n';
const SERVERS = 'TCP  10.96.0.10:80 rr\n  -> 10.244.1.5:8080              Masq    1      0          0\n';
const saidOf = (text: string) =>
  readText({ id: 'a', title: 'a', text }).diagnostics.flatMap(({ message, span }) =>
    message.id === 'formats.lines.misnamed' ? [`${span?.line} ${String(message.values?.['heading'])}`] : [],
  );

describe('headings', () => {
  it('that are swapped are said to be', () => {
    const swapped = `**IPVS List**\n\n\`\`\`bash\n${SETS}\`\`\`\n\n**IPset List**\n\`\`\`\n${SERVERS}\`\`\`\n`;
    expect(saidOf(swapped)).toEqual(['1 IPVS List', '13 IPset List']);
  });

  it.each([
    ['right ones', `## ipset list\n${SETS}\n## IPVS\n${SERVERS}`],
    ['none', SETS + SERVERS],
    ['a sentence', `The IPVS mode keeps its addresses in sets:\n${SETS}`],
    ['a command', `root@a:~# ipset list\n${SETS}`],
  ])('nothing is said of %s', (_name, text) => expect(saidOf(text)).toEqual([]));
});
