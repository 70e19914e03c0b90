import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { conntrackSysctls } from '../kubernetes/proxy/shared/conntrack-sysctls';
import { Memo } from '../lib/memo';
import { formatIp } from '../net/ip';
import type { Document } from './document';
import { createDerive } from './derive';
import { changeKubeProxy, addFlow } from './edits/cluster';
import { cordonNode } from './edits/nodes';
import { addPasted, setSubject } from './edits/pasted';
import { addPod, scaleDeployment } from './edits/pods';

const DOCUMENT = WEB_TWO_NODES.document();
const WEB = { namespace: 'default', name: 'web' };

describe('deriving', () => {
  it('gives the same network for the same inputs', () => {
    const derive = createDerive();
    const first = derive(DOCUMENT);
    expect(derive({ ...DOCUMENT, seed: 9, title: 'x', flows: DOCUMENT.flows.slice(1) })).toBe(first);
    expect(derive(changeKubeProxy(DOCUMENT, { iptables: { masqueradeAll: true } }))).not.toBe(first);
  });

  it('compiles only the nodes an edit concerns', () => {
    const changed = (after: Document): string[] => {
      const derive = createDerive();
      const before = derive(DOCUMENT).compiled;
      const now = derive(after).compiled;
      return [...now.keys()].filter((key) => now.get(key) !== before.get(key));
    };
    expect(changed(addPod(DOCUMENT, { name: 'stranger', labels: { app: 'stranger' } }))).toEqual([]);
    expect(changed(cordonNode(DOCUMENT, 'node2', true))).toEqual(['node2 ipv4']);
    expect(changed(scaleDeployment(DOCUMENT, WEB, 4))).toEqual(['node1 ipv4', 'node2 ipv4']);
  });

  it('says what the kube-proxies say: a family that is not written, a text that depends on nft, another name', () => {
    const said = (change: Partial<Document>): string[] =>
      createDerive()({ ...DOCUMENT, ...change })
        .findings.filter(({ message }) => message.id.includes('.config.') || message.id.startsWith('config.'))
        .map(({ message: { id, values } }) => `${id.split('.').at(-1) ?? ''} ${String(values?.['node'] ?? '')}`.trim());
    const ipv6 = DOCUMENT.cluster.nodes.map((each) => ({
      ...each,
      status: {
        ...each.status,
        addresses: [...(each.status.addresses ?? []), { type: 'InternalIP' as const, address: 'fd00::9' }],
      },
    }));
    const cluster = { ...DOCUMENT.cluster, nodes: ipv6 };
    expect(said({ cluster, release: '1.20' })).toEqual(['family-not-written node1, node2']);
    expect(said({ cluster, release: '1.30' })).toEqual([]);
    expect(said({ mode: 'nftables', release: '1.29' })).toEqual(['nft-comments']);
    const named = (hostnameOverride: string) => ({ kubeProxy: { ...DOCUMENT.kubeProxy, hostnameOverride } });
    expect(said(named(' Node2 '))).toEqual(['other-hostname node1']);
    expect(said(named('gone'))).toEqual(['unknown-hostname node1, node2']);
  });

  it.each([
    [
      '1.20',
      { detectLocalMode: 'BridgeInterface' as const, detectLocal: { bridgeInterface: 'cni0' } },
      'unknown detect-local-mode',
    ],
    ['1.20', { clusterCIDR: '10.244.0.0/16,fd00:10:244::/48' }, 'only one CIDR allowed'],
    ['1.30', { featureGates: { ProxyTerminatingEndpoints: false } }, 'feature is locked to true'],
  ])(
    'a configuration that %s refuses is refused in its words, and nothing is written: %j',
    (release, kubeProxy, words) => {
      const { compiled, findings } = createDerive()({ ...DOCUMENT, release, kubeProxy });
      const refused = findings.filter(({ message }) => message.id.endsWith('config.refused'));
      expect(refused.length).toBeGreaterThan(0);
      for (const { message, severity } of refused) {
        expect(severity).toBe('error');
        expect(message.values?.['words']).toContain(words);
      }
      expect([...compiled.keys()]).toEqual([]);
    },
  );

  it('writes rules of the nodes that are asked only', () => {
    const { network, compiled, written } = createDerive()(DOCUMENT);
    expect([[...compiled.keys()], [...(written?.keys() ?? [])]]).toEqual([['node1 ipv4', 'node2 ipv4'], []]);
    expect(network.netns.get('node2')?.xtables.ipv4).toBe(compiled.get('node2 ipv4')?.ruleset);
    expect(network.netns.get('client')?.xtables).toEqual({});
    expect([...(written?.keys() ?? [])]).toEqual(['node2 ipv4']);
  });

  it('gives the client outside the addresses flows come from, and nodes a way back', () => {
    const from = { kind: 'external', address: '203.0.113.9' } as const;
    const [flow] = DOCUMENT.flows.slice(1);
    const { network } = createDerive()(flow ? addFlow(DOCUMENT, { ...flow, from }) : DOCUMENT);
    const owned = network.netns
      .get('client')
      ?.devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address)));
    expect(owned).toContain('203.0.113.9');
    const routes = network.netns.get('node2')?.routes.map(({ dst }) => `${formatIp(dst.address)}/${dst.prefix}`);
    expect(routes).toContain('203.0.113.9/32');
  });

  it('shows what the subject says', () => {
    const derive = createDerive();
    const pasted = addPasted(DOCUMENT, [{ title: 'a', text: '*filter\n:FORWARD DROP [0:0]\nCOMMIT\n' }]);
    expect([...derive(pasted).network.netns.keys()]).not.toContain('node1');
    expect([...derive(setSubject(pasted, 'cluster')).network.netns.keys()]).toContain('node1');
  });
});

describe('a release nobody can write', () => {
  it.each(['1.99', 'newest', ''])(
    '"%s" is refused with the reason, and no rules of another release stand in',
    (release) => {
      const { compiled, findings, network } = createDerive()({ ...WEB_TWO_NODES.document(), release });
      expect(compiled.size).toBe(0);
      expect(network.netns.get('node1')?.xtables).toEqual({});
      expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toContain('error not-simulated');
    },
  );
});

describe('rules that are written late', () => {
  it.each(['iptables', 'nftables'] as const)('%s leaves no other sysctl', (mode) => {
    const document = { ...DOCUMENT, mode, release: '1.33', kubeProxy: { ...DOCUMENT.kubeProxy, mode } };
    const { bare, network, compiled } = createDerive()(document);
    for (const [key, { state }] of compiled) {
      const id = key.split(' ')[0] ?? '';
      const set = Object.fromEntries(
        Object.entries(network.netns.get(id)?.sysctls ?? {}).filter(([, value]) => value !== undefined),
      );
      const conntrack = conntrackSysctls(document.kubeProxy, new Memo(), document.release, 1);
      expect(set).toEqual({ ...bare?.get(id)?.sysctls, ...conntrack, ...state.sysctls });
    }
    expect(compiled.size).toBe(2);
  });
});
