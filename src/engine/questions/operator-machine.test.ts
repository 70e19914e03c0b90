import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { inlineClient } from '../testing/engine';
import { createDeriveWith } from '../../core/document/derive-cluster';
import { derivePasted } from '../../core/document/derive-pasted';
import { emptyDocument, type Document, type Flow } from '../../core/document/document';
import { addPasted } from '../../core/document/edits/pasted';
import { resolveFlow } from '../../core/document/resolve-flow';
import { finished } from '../../core/lib/scan';
import { endsOfOffer } from '../../core/paste/offers';
import { networkOfPasted } from '../../core/paste/pasted';
import { flowOf, pasted } from '../../core/paste/testing/paste';
import { whatFlips, type Flips } from '../../core/questions/why/what-flips';
import { explore } from '../../core/sim/explore';
import { openManifest } from '../../core/document/open-manifest';

const say = createSpeaker('en');
const FOLDER = new URL('testdata/operator/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

/** What a person has after pasting a text and taking the packet that is offered first, or the one they type. */
function pasting(text: string, typed?: string): Document {
  const [offer] = networkOfPasted(pasted(text)).suggested;
  const ends = typed === undefined && offer ? endsOfOffer(offer) : flowOf(typed ?? '');
  return { ...addPasted(emptyDocument(), [{ title: 'text', text }]), flows: [{ id: 'f', ...ends } as Flow] };
}

/** Objects opened as a cluster, with the flow that is offered, or another. */
function opening(text: string, flow?: Omit<Flow, 'id'>): Document {
  const { document } = finished(openManifest({ document: emptyDocument(), texts: [text] }));
  if (!document) throw new Error('not opened');
  return { ...document, flows: flow ? [{ id: 'f', ...flow }] : document.flows.slice(0, 1) };
}

const derive = createDeriveWith(derivePasted);

function whyOf(document: Document): Flips {
  const steps = whatFlips({ document, flowId: document.flows[0]!.id }, derive);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value!;
}

/** How the flow may end, each way once. */
function endsOf(document: Document): string[] {
  const { network } = derive(document);
  const sent = resolveFlow(document, network, document.flows[0]!);
  if (!sent.ok) throw new Error(say(sent.error));
  const { outcomes } = explore({ network, flow: sent.value, seed: document.seed });
  return [...new Set(outcomes.map(({ disposition: { kind }, answered }) => `${kind}${answered ? ' answered' : ''}`))];
}

interface Expected {
  readonly file: string;
  /** The packet, where it is not the one that is offered. */
  readonly typed?: string;
  readonly flow?: Omit<Flow, 'id'>;
  /** The sender that is offered. */
  readonly from?: string;
  readonly ends: readonly string[];
  readonly causes?: readonly RegExp[];
  readonly change?: RegExp;
}

const OUTSIDE = { kind: 'external' } as const;
const CASES: readonly Expected[] = [
  { file: '01-before-generated-header.txt', from: 'cni0 10.244.1.2', ends: ['DELIVERED answered'] },
  { file: '03-pod-on-its-own-link.txt', from: 'cali0a1b2c3d4e5 10.244.1.5', ends: ['DELIVERED answered'] },
  {
    file: '05-excerpt-of-ipvs-filter.txt',
    typed: 'eth0 198.51.100.9 -> 203.0.113.70:80/tcp',
    ends: ['REJECTED'],
    causes: [/^The rule filter KUBE-IPVS-FILTER 3 of kube-proxy ended it/],
  },
  {
    file: '20-notrack-starves-a-policy.txt',
    from: 'veth11112222 10.244.1.5',
    ends: ['DELIVERED'],
    causes: [
      /^The answer is UNTRACKED because of raw OUTPUT 1 \(NOTRACK\), so RELATED,ESTABLISHED in filter to-pod 1 cannot match/,
    ],
    change: /^Without the rules that keep it from being tracked: raw PREROUTING 1, raw OUTPUT 1$/,
  },
  { file: '22-why-mark.yaml', ends: ['DELIVERED answered'], causes: [/marks what comes from outside/] },
  { file: '26-swarm-published-port.txt', from: 'eth0 192.0.2.10', ends: ['DELIVERED answered'] },
  {
    file: '28-masquerade-takes-the-devices-address.txt',
    from: 'undefined 192.0.2.1',
    ends: ['LEFT'],
    causes: [
      /^The packet leaves by eth1/,
      /^MASQUERADE \(nat KUBE-POSTROUTING 3\) takes the first address of the device the packet leaves by, eth1: 192\.168\.1\.2\. The source that the route names, 192\.0\.2\.1/,
    ],
    change: /-j SNAT --to-source 192\.0\.2\.1$/,
  },
  {
    file: '30-ipvs-answer-across-the-bridge.txt',
    typed: 'cni0 10.244.0.9 -> 10.96.50.10:8080/tcp',
    ends: ['DELIVERED answered', 'DELIVERED'],
    causes: [/^The answer crosses the bridge without iptables/],
    change: /^Sysctl net\.bridge\.bridge-nf-call-iptables = 1$/,
  },
  {
    file: '33-preferclose-before-its-release.yaml',
    ends: ['DELIVERED answered'],
    causes: [/trafficDistribution: PreferClose .* is not used: .* on by default since 1\.31/],
  },
  {
    file: '36-nft-refuses-the-rules.yaml',
    ends: ['NO_ROUTE'],
    causes: [/^nft refused what kube-proxy gave it on na/, /iif takes no pattern/],
    change: /detectLocalMode/,
  },
  {
    file: '40-single-stack-asked-by-ipv6.yaml',
    flow: { from: OUTSIDE, to: { kind: 'address', address: 'fd00:1::11' }, protocol: 'tcp', port: 30_080 },
    ends: ['NO_SOCKET'],
    causes: [/^Service default\/front has no IPv6 \(SingleStack\)/],
    change: /ipFamilyPolicy → RequireDualStack/,
  },
  {
    file: '41-pod-network-beside-the-nodes.yaml',
    flow: {
      from: OUTSIDE,
      to: { kind: 'service', namespace: 'shop', name: 'front', via: 'nodePort', node: 'node-b' },
      protocol: 'tcp',
      port: 8080,
    },
    ends: ['DROPPED'],
    causes: [/is Local, and node-b has none of its endpoints/],
  },
];

describe('cases of operators, pasted or opened as they stand', () => {
  it.each(CASES)('$file', ({ file, typed, flow, from, ends, causes = [], change }) => {
    const document = file.endsWith('.yaml') ? opening(read(file), flow) : pasting(read(file), typed);
    const sender = document.flows[0]?.from;
    if (from !== undefined) expect(sender?.kind === 'interface' && `${sender.device} ${sender.address}`).toBe(from);
    expect(endsOf(document)).toEqual(ends);
    const why = whyOf(document);
    const said = why.causes.map(({ says }) => say(says));
    causes.forEach((cause, at) => expect(said[at]).toMatch(cause));
    if (change) expect(why.found.map(({ says }) => say(says))).toContainEqual(expect.stringMatching(change));
  });
});

it('16: the story says who the packet is for by name, not that an address is an address of itself', async () => {
  const client = inlineClient();
  await client.ask('open', { document: pasting(read('16-netfilter-log-line.txt')) });
  await client.ask('run', { flowId: 'f' });
  const [sent] = (await client.ask('story', { flowId: 'f' })).moments;
  expect([sent?.sentence, sent?.cause].map((each) => each && say(each))).toEqual([
    'Pod 10.244.1.5 sends to node-1.',
    'The packet carries 192.168.10.11, which is an address of node-1.',
  ]);
});
