import { expect, test } from 'vitest';
import { resolveFlow } from '../document/resolve-flow';
import type { ProxyModeId } from '../kubernetes/types';
import { Moments } from './moment';
import { clusterDocument, runToEnd } from './testing/documents';

/** Both ends close: FIN, FIN, ACK (`tcp_conntracks` of nf_conntrack_proto_tcp.c, `tcp_states` of ip_vs_proto_tcp.c). */
test.each(['iptables', 'nftables', 'ipvs'] as const satisfies readonly ProxyModeId[])(
  '%s: a request that was served leaves TIME_WAIT for 120 s in every kernel on its way',
  (mode) => {
    const document = clusterDocument(
      { duration: 20_000, clients: [{ flow: 'tcp', perSecond: 1, sends: 'new' }] },
      { document: { mode, release: '1.33', kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } } },
    );
    const { derived, document: then } = runToEnd(runToEnd(Moments.of(document)).at(10_000));
    const flow = resolveFlow(then, derived.network, then.flows[0]!);
    if (!flow.ok) throw new Error(flow.error.id);
    const states = derived.stateFor!(flow.value);
    const kernels = [...states.values()].filter(({ conntrack }) => conntrack.size > 0);
    expect(kernels.length).toBeGreaterThan(1);
    for (const { conntrack } of kernels) {
      for (const { tcp, status, timeout, carried } of conntrack.entries()) {
        expect(tcp?.state).toBe('TIME_WAIT');
        expect(status.has('ASSURED')).toBe(true);
        expect(timeout).toBe(120);
        // SYN, what is asked, FIN, the last ACK; SYN-ACK, the answer, FIN.
        expect([carried.original.packets, carried.reply.packets]).toEqual([4, 3]);
      }
    }
    const known = states.get('node1')?.ipvs.all(10_000) ?? [];
    expect(known.length > 0).toBe(mode === 'ipvs');
    expect(known.every(({ state, active }) => state === 'TIME_WAIT' && !active)).toBe(true);
  },
);
