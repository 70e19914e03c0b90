import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../../content/examples/web-two-nodes';
import { inMode } from '../../document/edits/proxy';
import { createDerive } from '../../document/derive';
import { openSide } from '../reach/cells';
import { causesOn } from '../reach/changes';

/** web without a Pod that is ready. */
const EMPTY = (() => {
  const document = WEB_TWO_NODES.document('en');
  const { cluster } = document;
  const pods = cluster.pods.map((pod) => ({
    ...pod,
    status: { ...pod.status, conditions: [{ type: 'Ready', status: 'False' as const }] },
  }));
  return { ...document, cluster: { ...cluster, pods } };
})();

describe('why a flow to a port that a Service does not have ends', () => {
  it.each(['iptables', 'nftables', 'ipvs'] as const)('is that port, whoever stands behind the others: %s', (mode) => {
    const side = openSide(inMode(EMPTY, mode), createDerive(), 'ipv4');
    const caller = side.callers.find(({ kind }) => kind === 'pod')!;
    const of = (role: string) =>
      side.destinations.find(({ kind, name, asks }) => kind === 'service' && /web/.test(name) && asks.role === role)!;
    const ids = (role: string) =>
      causesOn(side, { caller, destination: of(role) }).map(({ says }) => says.id.replace('document.why.cause.', ''));
    expect(ids('other')).toContain('no-such-port');
    expect(ids('other')).not.toContain('none-ready');
    if (mode !== 'ipvs') expect(ids('port')).toContain('none-ready');
  });
});
