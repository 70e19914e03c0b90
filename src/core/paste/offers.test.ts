import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Memo } from '../lib/memo';
import { endsOfOffer, tryOffer } from './offers';
import { networkOfPasted } from './pasted';
import { readParts } from './read-parts';
import { pasted } from './testing/paste';

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
  return { meets: tryOffer({ network, flow, chains }), line: `${device} ${from} -> ${to}:${port}/${protocol}` };
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
  ])('%s', (_, text, line) => {
    const offered = firstOffer(text);
    expect(offered?.line).toBe(line);
    expect(offered?.meets).toBeGreaterThan(1);
  });
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
