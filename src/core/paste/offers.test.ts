import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Memo } from '../lib/memo';
import { some } from '../lib/testing/soaking';
import { endsOfOffer, tryOffer } from './offers';
import { networkOfPasted } from './pasted';
import { readParts } from './read-parts';
import { pasted, sendPasted } from './testing/paste';

/** Pastes a text and sends the packet that is offered first: how much of what was pasted it meets; undefined: none is offered. */
function firstOffer(text: string): { readonly meets: number; readonly line: string } | undefined {
  const node = pasted(text);
  const memo = new Memo();
  const [offer] = networkOfPasted(node, [], memo).suggested;
  if (!offer) return undefined;
  const flow = endsOfOffer(offer);
  const { network } = networkOfPasted(node, [flow], memo);
  const chains = new Set(
    readParts({ id: 't', title: 't', text }).flatMap(({ layers }) =>
      layers.flatMap(({ table, chains: own }) => [...own.values()].map(({ name }) => `${table} ${name}`)),
    ),
  );
  const { device = 'node', from, to, port, protocol } = offer;
  return { meets: tryOffer({ network, flow, chains }).meets, line: `${device} ${from} -> ${to}:${port}/${protocol}` };
}

const ROW = ' pkts bytes target     prot opt in     out     source               destination\n    0     0 ';

describe('the packet that is offered first meets what was pasted', () => {
  it.each([
    [
      'portals for Pods alone are asked by what comes in, not by the node',
      `Chain KUBE-PORTALS-CONTAINER (1 references)\n${ROW}REDIRECT   tcp  --  *      *       0.0.0.0/0            10.96.4.4            /* shop/cart: */ tcp dpt:80 redir ports 40001`,
      'eth0 192.0.2.10 -> 10.96.4.4:80/tcp',
    ],
    [
      'node ports for the node alone are asked by the node',
      `Chain KUBE-NODEPORT-HOST (1 references)\n${ROW}DNAT       tcp  --  *      *       0.0.0.0/0            0.0.0.0/0            /* shop/cart: */ tcp dpt:30901 to:172.20.0.5:40001`,
      'node 172.20.0.5 -> 172.20.0.5:30901/tcp',
    ],
    [
      'a published port comes before a port that nobody names',
      `*nat
:PREROUTING ACCEPT [0:0]
:INGRESS - [0:0]
-A PREROUTING -m addrtype --dst-type LOCAL -j INGRESS
-A INGRESS -p tcp -m tcp --dport 9443 -j DNAT --to-destination 172.18.0.3:9443
-A INGRESS -j RETURN
COMMIT`,
      'eth0 192.0.2.10 -> 10.0.0.10:9443/tcp',
    ],
    [
      'a loopback network that a rule names is nobody who comes in',
      `*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -d 127.0.0.0/8 ! -i lo -j DROP
-A INPUT -s 198.51.100.0/24 -p tcp -m tcp --dport 8443 -j ACCEPT
COMMIT`,
      'eth0 198.51.100.2 -> 10.0.0.10:8443/tcp',
    ],
    [
      'a file of rules that no hook begins, as programs hand to iptables-restore, is entered',
      `*filter
:site-guard - [0:0]
:site-quiet - [0:0]
-A site-guard -p tcp -m tcp --dport 8443 -m connlimit --connlimit-above 20 --connlimit-mask 32 --connlimit-saddr -j DROP
-A site-guard -s 198.51.100.0/24 -p tcp -m tcp --dport 9000 -j ACCEPT
COMMIT`,
      'eth0 198.51.100.2 -> 10.0.0.10:9000/tcp',
    ],
  ])('%s', (_, text, line) => {
    const offered = firstOffer(text);
    expect(offered?.line).toBe(line);
    expect(offered?.meets).toBeGreaterThan(1);
  });
});

const RULE = (text: string): string => `Chain KUBE-EXTERNAL-SERVICES (2 references)\n${ROW}${text}`;

it.each([
  [
    'a jump that the page put in is offered as nobody’s rule',
    RULE(
      'DROP       tcp  --  *      *       0.0.0.0/0            203.0.113.70         /* shop/front:http has no local endpoints */ tcp dpt:80',
    ),
    ['eth0 192.0.2.10 -> 203.0.113.70:80 KUBE-EXTERNAL-SERVICES 1'],
  ],
  [
    'a rule that the packet does not meet asks for none; that it comes to the chain is said',
    `*raw\n:PREROUTING ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n-A PREROUTING -d 10.0.0.10/32 -p udp -m udp --dport 53 -j NOTRACK\n-A OUTPUT -s 10.0.0.10/32 -p udp -m udp --sport 53 -j NOTRACK\nCOMMIT`,
    ['eth0 192.0.2.10 -> 10.0.0.10:53 PREROUTING 1', 'node 10.0.0.10 -> 198.51.100.10:80 OUTPUT none'],
  ],
  [
    'what is translated where it leaves comes in by another device, and goes on',
    '-A POSTROUTING -s 10.0.3.0/24 ! -d 10.0.3.0/24 -j MASQUERADE\n',
    ['eth1 10.0.3.2 -> 198.51.100.10:80 POSTROUTING 1'],
  ],
])('%s', (_, text, lines) => {
  const { suggested } = networkOfPasted(pasted(text));
  const ofRules = suggested.filter(({ reason }) => reason.id === 'analysis.offer.rule');
  const said = ofRules.map(({ device = 'node', from, to, port, reason: { values } }) => {
    const chain = String(values?.['chain']).split(' ')[1];
    return `${device} ${from} -> ${to}:${port} ${chain} ${values?.['position']}`;
  });
  expect(said).toEqual(lines);
});

it('an offer says no more of endpoints than the text: some, refused, or not told', () => {
  const dispatch = (rest: string): string =>
    `*nat\n:KUBE-SERVICES - [0:0]\n-A KUBE-SERVICES -d 10.96.4.4/32 -p tcp -m comment --comment "shop/cart:web cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAABBBBCCCCDDDD\n${rest}`;
  const reason = (text: string): unknown => networkOfPasted(pasted(text)).suggested[0]?.reason.values?.['known'];
  expect(reason(dispatch(''))).toBe('untold');
  const chains =
    '-A KUBE-SVC-AAAABBBBCCCCDDDD -j KUBE-SEP-AAAABBBBCCCCDDDD\n-A KUBE-SEP-AAAABBBBCCCCDDDD -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:80\n';
  expect(reason(dispatch(chains))).toBe('some');
  const refused =
    '*filter\n:KUBE-SERVICES - [0:0]\n-A KUBE-SERVICES -d 10.96.4.4/32 -p tcp -m comment --comment "shop/cart:web has no endpoints" -m tcp --dport 80 -j REJECT --reject-with icmp-port-unreachable\n';
  expect(reason(refused)).toBe('none');
  // Sets of the IPVS mode tell no servers, and refuse nothing.
  const sets =
    'Name: KUBE-CLUSTER-IP\nType: hash:ip,port\nRevision: 5\nHeader: family inet hashsize 1024 maxelem 65536\nSize in memory: 600\nReferences: 2\nNumber of entries: 1\nMembers:\n10.96.4.4,tcp:80\n';
  expect(reason(sets)).toBe('untold');
  const [offer] = networkOfPasted(pasted(sets)).suggested;
  expect(offer && sendPasted(pasted(sets), `${offer.from} -> ${offer.to}:${offer.port}/tcp`).lines).toEqual([
    '1 UNKNOWN',
  ]);
});

/** The notes and cases belong to others: they are read in place. */
const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';

function filesIn(folder: string): string[] {
  const path = `${SHARED}/${folder}`;
  const names = existsSync(path) ? readdirSync(path).filter((name) => /^\d.*\.txt$/.test(name)) : [];
  return names.map((name) => readFileSync(`${path}/${name}`, 'utf8'));
}

describe.skipIf(!existsSync(SHARED))('listings of the notes and cases, pasted as they stand', () => {
  const blocks = filesIn('seeds').flatMap((note) =>
    [...note.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, inside = '']) => inside),
  );
  const texts = [...blocks, ...filesIn('cases/operator')].filter((text) =>
    networkOfPasted(pasted(text)).texts.some(({ parts }) => parts.length > 0),
  );

  it('are met by the first offer, but for rules of sets that are not in the text', () => {
    // What a set holds decides there, and it was not pasted: no packet is known that the rule matches.
    const unmet = texts.filter((text) => (firstOffer(text)?.meets ?? 0) < 1);
    expect(unmet.filter((text) => !/match-set|mark match|\bMARK\b/.test(text))).toEqual([]);
  });
});

/** Whole dumps and lists of other people, as long as one is walked in a blink. */
function corpusFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return corpusFiles(path);
    return /\.(?:txt|md|nft|rules|v[46])$/.test(entry.name) && statSync(path).size < 60_000 ? [path] : [];
  });
}

const CORPUS = `${SHARED}/corpus`;
/** A built-in chain whose rules can be met, or any other chain with rules. */
const hasRules = (text: string): boolean =>
  networkOfPasted(pasted(text)).texts.some(({ parts }) => parts.some(({ rules }) => rules > 0));

describe.skipIf(!existsSync(CORPUS))('dumps of other people, pasted as they stand', () => {
  const files = existsSync(CORPUS) ? some(corpusFiles(CORPUS), 24) : [];

  it('are met by the first offer, where they hold rules that a packet can meet', () => {
    const unmet = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return hasRules(text) && (firstOffer(text)?.meets ?? 0) < 1;
    });
    expect(unmet.map((file) => file.slice(CORPUS.length + 1))).toEqual([]);
  }, 240_000);
});
