import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { makeCluster, node, pod, service } from '../kubernetes/build';
import { originAt } from '../kubernetes/proxy/parts';
import type { ProxyModeId } from '../kubernetes/types';
import { ip } from '../net/ip';
import { explore, makeTrace } from '../sim/explore';
import { moments } from '../story/moments';
import { createDerive } from './derive';
import { emptyDocument, type Document } from './document';
import { replaceCluster } from './edits/cluster';

const say = createSpeaker('en');
const NODE_PORT = 30_080;

interface HeldPortCase {
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly dst?: string;
  readonly proto?: 'tcp' | 'udp';
  /** The node's rules were taken away by hand, kube-proxy runs on. */
  readonly flushed?: true;
  readonly nodePortAddresses?: readonly string[];
}

function bench({ mode, release, nodePortAddresses }: HeldPortCase): Document {
  const port = { port: 80, targetPort: 8080, nodePort: NODE_PORT } as const;
  const made = replaceCluster(
    emptyDocument(),
    makeCluster([
      node('node1'),
      pod('web', { node: 'node1', labels: { app: 'web' }, containers: [{ name: 'web' }] }),
      service('web', {
        type: 'NodePort',
        selector: { app: 'web' },
        ports: [
          { ...port, name: 'tcp', protocol: 'TCP' },
          { ...port, name: 'udp', protocol: 'UDP' },
        ],
      }),
    ]),
  );
  return { ...made, mode, release, kubeProxy: nodePortAddresses ? { nodePortAddresses } : {} };
}

/** How a packet of the node itself to its node port ends, and what is told of that. */
function ask(asked: HeldPortCase): { readonly ends: readonly string[]; readonly told: readonly string[] } {
  const document = bench(asked);
  const derived = createDerive()(document);
  const netns = new Map(derived.network.netns);
  const own = netns.get('node1');
  if (own && asked.flushed) netns.set('node1', { ...own, xtables: {} });
  const network = { ...derived.network, netns };
  const { dst = '127.0.0.1', proto = 'tcp' } = asked;
  const flow = { netns: 'node1', dst: ip(dst), proto, sport: 45_678, dport: NODE_PORT } as const;
  const input = { network, flow, seed: 1 };
  const { outcomes } = explore(input);
  const [first] = outcomes;
  const trace = first && makeTrace(input, first);
  const story = trace ? moments({ document, derived: { ...derived, network }, trace }) : [];
  return {
    ends: outcomes.map(({ disposition, answered }) => {
      const to = 'to' in disposition ? ` ${disposition.to}` : '';
      return `${disposition.kind}${to}${answered ? ' answered' : ''}`;
    }),
    told: story.flatMap(({ sentence, cause }) => [say(sentence), ...(cause ? [say(cause)] : [])]),
  };
}

const UNREAD = 'kube-proxy listens on tcp port 30080 only so that no other process takes it';

describe('ports that kube-proxy held open up to 1.23', () => {
  it.each([
    ['iptables', '1.23'],
    ['ipvs', '1.23'],
    ['iptables', '1.16'],
  ] as const)('%s of %s: what misses the rules is taken and never answered', (mode, release) => {
    const { ends, told } = ask({ mode, release, flushed: true, ...(mode === 'ipvs' ? { dst: '127.0.0.5' } : {}) });
    expect(ends).toEqual(['DELIVERED kube-proxy']);
    expect(told.some((sentence) => sentence.startsWith(UNREAD))).toBe(true);
    expect(told.at(-1)).toBe('node1 is connected to node1, and waits: no answer comes.');
  });

  it.each(['iptables', 'ipvs'] as const)('%s of 1.24: it is refused', (mode) => {
    const { ends } = ask({ mode, release: '1.24', flushed: true, ...(mode === 'ipvs' ? { dst: '127.0.0.5' } : {}) });
    expect(ends).toEqual(['NO_SOCKET']);
  });

  it('nothing comes back of a datagram', () => {
    expect(ask({ mode: 'iptables', release: '1.23', flushed: true, proto: 'udp' }).ends).toEqual([
      'DELIVERED kube-proxy',
    ]);
  });

  it('where rules are, none comes there', () => {
    expect(ask({ mode: 'iptables', release: '1.23' }).ends).toEqual(['DELIVERED default/web answered']);
  });

  it('only on the addresses where node ports are answered', () => {
    const asked = { mode: 'iptables', release: '1.23', nodePortAddresses: ['172.18.0.0/16'] } as const;
    expect(ask(asked).ends).toEqual(['NO_SOCKET']);
  });

  it('each says which Service it is for', () => {
    const derived = createDerive()(bench({ mode: 'iptables', release: '1.23' }));
    const state = derived.compiled.get('node1 ipv4')?.state;
    expect(state?.claims?.map(({ protocol, address, port }) => `${protocol} ${address}:${port}`)).toEqual([
      `TCP 0.0.0.0:${NODE_PORT}`,
      `UDP 0.0.0.0:${NODE_PORT}`,
    ]);
    const at = { kind: 'proxy-port', socket: `TCP 0.0.0.0:${NODE_PORT}` } as const;
    expect(state && originAt(state, at)?.field).toBe('spec.ports[0].nodePort');
  });
});

/** What is said of ports that a hostNetwork Pod of the node listens on, too. */
function conflicts(release: string, mode: ProxyModeId = 'iptables', port = 443): readonly string[] {
  const made = replaceCluster(
    emptyDocument(),
    makeCluster([
      node('node1'),
      pod('proxy', {
        node: 'node1',
        hostNetwork: true,
        containers: [{ name: 'proxy', ports: [{ containerPort: port, protocol: 'TCP' }] }],
      }),
      pod('web', { node: 'node1', labels: { app: 'web' }, containers: [{ name: 'web' }] }),
      service('web', {
        type: 'NodePort',
        selector: { app: 'web' },
        externalIPs: ['172.18.0.2', '203.0.113.1'],
        ports: [{ port: 443, targetPort: 8443, nodePort: NODE_PORT, protocol: 'TCP' }],
      }),
    ]),
  );
  const { findings } = createDerive()({ ...made, mode, release });
  const ids = findings.filter(({ message }) => message.id.startsWith('kubernetes.held.'));
  return ids.map(
    ({ message, path }) => `${message.id.slice('kubernetes.held.'.length)} ${path?.split(' ').at(-1) ?? ''}`,
  );
}

describe('a port that a Pod of the node listens on, too', () => {
  it.each([
    ['1.23', 'iptables', 443, 'taken-external-ip spec.externalIPs[0]'],
    ['1.23', 'ipvs', 443, 'taken-external-ip spec.externalIPs[0]'],
    ['1.23', 'iptables', NODE_PORT, 'taken-node-port spec.ports[0].nodePort'],
    ['1.9', 'iptables', NODE_PORT, 'taken-old-node-port spec.ports[0].nodePort'],
  ] as const)('%s %s, port %i: %s', (release, mode, port, said) => {
    expect(conflicts(release, mode, port)).toEqual([said]);
  });

  it.each([
    ['1.24', 'iptables', 443],
    ['1.23', 'userspace', 443],
    ['1.23', 'iptables', 8080],
  ] as const)('%s %s, port %i: nothing is said', (release, mode, port) => {
    expect(conflicts(release, mode, port)).toEqual([]);
  });
});
