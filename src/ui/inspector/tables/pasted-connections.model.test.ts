import { expect, it } from 'vitest';
import { networkOfPasted } from '../../../core/paste/pasted';
import { connectionFlow, matchingEntries } from './conntrack.model';

const TEXT = `tcp      6 86392 ESTABLISHED src=10.244.1.9 dst=10.96.3.7 sport=41522 dport=80 src=10.244.2.5 dst=10.244.1.9 sport=8080 dport=41522 [ASSURED] mark=0 use=1
udp      17 20 src=10.244.1.9 dst=10.96.0.10 sport=5353 dport=53 [UNREPLIED] src=10.244.2.7 dst=10.244.1.9 sport=53 dport=5353 mark=0 use=1
`;
const { connections } = networkOfPasted({ texts: [{ id: 't', title: 't', text: TEXT }], facts: {} });

it.each([
  ['', 2],
  ['10.244.2.5', 1],
  ['established', 1],
  ['udp 53', 1],
  ['10.244.1.9', 2],
  ['nobody', 0],
])('%s finds %i', (typed, count) => {
  expect(matchingEntries(connections, typed)).toHaveLength(count);
});

it('either end sends with the ports the connection has', () => {
  const [first] = connections;
  expect(connectionFlow(first!.reply)).toMatchObject({
    from: { kind: 'interface', address: '10.244.2.5' },
    to: { kind: 'address', address: '10.244.1.9' },
    port: 41_522,
    sourcePort: 8080,
    ongoing: true,
  });
});
