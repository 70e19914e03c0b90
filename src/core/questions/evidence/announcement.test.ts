import { describe, expect, it } from 'vitest';
import { findAnnouncement, weighAnnouncement } from './announcement';
import { findWhatClears } from './what-clears';

const ids = (text: string): readonly string[] => findAnnouncement([{ text }]).map(({ id }) => id);

describe('what a text rules out of an address that is not reached', () => {
  it.each([
    ['Nothing.', 'none'],
    ['kind: BGPAdvertisement', 'advertised'],
    ['  Normal  nodeAssigned  3m  metallb-speaker  announcing from node "shelf"', 'announced'],
    ['curl: (7) Failed to connect to 192.0.2.80 port 80: Connection refused', 'answered'],
    ['Unicast reply from 192.0.2.80 [02:00:00:00:00:11]  0.9ms', 'answered'],
    ['Nodes: 192.0.2.10-17\nFrom 192.0.2.11 icmp_seq=2 Redirect Host(New nexthop: 192.0.2.80)', 'answered'],
    ['Nodes: 192.0.2.20-27\nFrom 192.0.2.11 icmp_seq=2 Redirect Host(New nexthop: 192.0.2.80)', 'none'],
  ])('%s', (text, known) => {
    expect(weighAnnouncement(text).known).toBe(known);
  });

  it('names the line of each', () => {
    expect(weighAnnouncement('a\nexternalTrafficPolicy: Cluster\nmode: iptables')).toMatchObject({
      local: '2',
      strict: '3',
    });
    expect(weighAnnouncement('From the nodes it works.')).toMatchObject({ inside: '1', local: 'no', strict: 'no' });
    expect(ids('strictARP: true')).toEqual(['ruled-out-strict']);
  });

  it('a node without the Pod, and a ping that is sent back', () => {
    expect(ids('It is announced by a node where no pod runs.')).toEqual(['announced-elsewhere']);
    expect(ids('A node where no pod runs.')).toEqual([]);
    expect(ids('From 192.0.2.11 icmp_seq=2 Redirect Host(New nexthop: 192.0.2.80)')).toEqual(['ping-redirect']);
  });
});

describe('what clears a fault for a while', () => {
  it.each([
    ['Restarting the affected pods helps.', 'client'],
    ['Restarting CoreDNS helps.', 'server'],
    ['Restarting kube-proxy helps.', 'proxy'],
    ['Rebooting the node helps.', 'node'],
    ['Pod restarts help.', 'pods'],
    ['After a few minutes it works again.', 'waiting'],
    ['It fails sometimes.', 'unsaid'],
  ])('%s', (text, clears) => {
    expect(findWhatClears(`\n${text}`)).toEqual({ clears, clearedBy: clears === 'unsaid' ? 0 : 2 });
  });
});
