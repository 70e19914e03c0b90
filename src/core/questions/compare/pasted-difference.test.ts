import { describe, expect, it } from 'vitest';
import { some } from '../../lib/testing/soaking';
import type { PastedNode } from '../../paste/pasted-types';
import { observedOfPasted } from '../reconstruct/observe-pasted';
import { completeObjects } from '../../document/edits/complete';
import { reconstruct } from '../reconstruct/reconstruct';
import { nodeText } from '../reconstruct/testing/node-text';
import { emptyDocument, type Document, encodeDocument } from '../../document/document';
import { openRebuilt, removePasted } from '../../document/edits/pasted';
import { changeServiceSpec } from '../../document/edits/services';
import { decodeDocument } from '../../document/codec';
import { getMinor, NAMED_PATCHES } from '../../kubernetes/release';
import { differenceFromPasted } from './pasted-difference';

function opened(texts: readonly string[], wanted?: string): Document {
  const pasted: PastedNode = { texts: texts.map((text, i) => ({ id: `text-${i}`, title: '', text })), facts: {} };
  const made = reconstruct(observedOfPasted(pasted), wanted === undefined ? {} : { release: wanted });
  if (!made) throw new Error('nothing of kube-proxy');
  const { node, config, mode } = made;
  return openRebuilt(
    { ...emptyDocument(), subject: 'pasted', pasted },
    {
      ...completeObjects(made),
      node,
      config,
      mode,
      release: made.comparedWith ?? made.release.release,
      ...(made.compared ? {} : { detected: made.release.release }),
    },
  );
}

function changesOf(document: Document): string[] {
  const diff = differenceFromPasted(document);
  return [
    ...(diff?.chains ?? []).flatMap(({ table, chain, kind, edits }) => [
      `${kind} ${table} ${chain}`,
      ...edits.map((edit) => `${edit.kind === 'added' ? '+' : '-'} ${edit.text}`),
    ]),
    ...(diff?.sets ?? []).map(
      ({ set, made, added, removed }) => `${set} ${JSON.stringify(made)} +${added.join(' ')} -${removed.join(' ')}`,
    ),
    ...(diff?.servers ?? []).map(
      ({ server, kind, made, added, removed }) =>
        `${kind} ${server} ${JSON.stringify(made)} +${added.join(' ')} -${removed.join(' ')}`,
    ),
  ];
}

const WEB = { namespace: 'default', name: 'web' };
const MODES = ['iptables', 'ipvs', 'nftables', 'userspace'] as const;

describe.each(MODES)('%s: the cluster made of a paste', (mode) => {
  it('gives the pasted rules on the bench', () => {
    expect(changesOf(opened([nodeText(mode)]))).toEqual([]);
  });

  it('differs from them by what an edit changes, and no more once it is undone', () => {
    const before = opened([nodeText(mode)]);
    const { name = '' } = before.cluster.services.find(({ spec }) => spec.clusterIP === '10.96.0.11')?.metadata ?? {};
    const web = { namespace: 'default', name };
    const edited = changeServiceSpec(before, web, { externalIPs: ['192.0.2.99'] });
    const changes = changesOf(edited);
    expect(changes.join('\n')).toContain('192.0.2.99');
    expect(changes.filter((line) => line.startsWith('- '))).toEqual([]);
    expect(changesOf(changeServiceSpec(edited, web, { externalIPs: undefined }))).toEqual([]);
  });
});

const MINORS = NAMED_PATCHES.map(({ release }) => `1.${getMinor(release)}`);

describe('the release of the pasted rules', () => {
  it.each(some(MINORS, 3))(
    '%s is what they are compared with, and any other it can be of writes the same',
    (release) => {
      const document = opened([nodeText('iptables', release)]);
      const made = reconstruct(observedOfPasted(document.pasted));
      const { from = '', to = '' } = made?.release ?? {};
      const within = MINORS.filter((each) => getMinor(each) >= getMinor(from) && getMinor(each) <= getMinor(to));
      expect(within).toContain(release);
      for (const each of [document.release, ...within]) {
        const there = { ...document, release: each };
        expect([each, changesOf(there), differenceFromPasted(there)?.era]).toEqual([each, [], undefined]);
      }
    },
  );

  it('that is not compiled is named, with the one that stands for it', () => {
    const document = opened([nodeText('ipvs', '1.16')], '1.11');
    expect([document.release, document.pasted.rebuilt?.detected]).toEqual(['1.15', '1.11']);
    const era = differenceFromPasted(document)?.era;
    expect(era).toEqual({ detected: '1.11', compiled: '1.15' });
    const decoded = decodeDocument(encodeDocument(document));
    expect(decoded.ok && differenceFromPasted(decoded.value)?.era).toEqual(era);
  });
});

describe('the cluster made of a paste', () => {
  it('has the API server once, where IPVS has no names', () => {
    const names = opened([nodeText('ipvs')]).cluster.services.map(({ metadata }) => metadata.name);
    expect(names).toEqual(['kubernetes', 'svc-10-96-0-12', 'svc-10-96-0-11']);
  });

  it("leaves what is not kube-proxy's as it was, takes stale chains away and ensures jumps", () => {
    const text = nodeText('iptables')
      .replace(
        ':KUBE-SERVICES - [0:0]\n-A INPUT',
        ':KUBE-SERVICES - [0:0]\n:DOCKER-USER - [0:0]\n-A FORWARD -j DOCKER-USER\n-A INPUT',
      )
      .replace(
        '-A KUBE-MARK-MASQ',
        ':KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]\n-A KUBE-SEP-AAAAAAAAAAAAAAAA -j KUBE-MARK-MASQ\n-A KUBE-MARK-MASQ',
      )
      .replace(/-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES\r?\n/, '');
    expect(changesOf(opened([text]))).toEqual([
      'changed nat OUTPUT',
      '+ -m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
      'removed nat KUBE-SEP-AAAAAAAAAAAAAAAA',
      '- -j KUBE-MARK-MASQ',
    ]);
  });

  it('is compared with what an excerpt was read as', () => {
    const lines = nodeText('iptables').split('\n');
    const grepped = lines.filter((line) =>
      /^-A KUBE-(?:SERVICES|SVC|SEP|EXT|NODEPORTS)\S* .*default\/(?:web|kubernetes)/.test(line),
    );
    const made = opened([grepped.join('\n')]);
    expect(changesOf(made)).toEqual([]);
    const edited = changesOf(changeServiceSpec(made, WEB, { externalIPs: ['192.0.2.99'] }));
    expect(edited.some((line) => line.startsWith('+') && line.includes('192.0.2.99/32'))).toBe(true);
  });

  it('keeps its reference through the codec, until the last text goes', () => {
    const made = opened([nodeText('iptables')]);
    const decoded = decodeDocument(encodeDocument(made));
    expect(decoded.ok && decoded.value.pasted.rebuilt).toEqual({ node: 'worker-1' });
    const bare = removePasted(made, 'text-0');
    expect(bare.pasted).toEqual({ texts: [], facts: {} });
    expect(differenceFromPasted(bare)).toBeUndefined();
  });

  it('has the Services the pasted node sent to as flows, and Pods with their addresses', () => {
    const made = opened([nodeText('iptables')]);
    expect(made.flows.map(({ from, to }) => [from, to])).toEqual([
      [
        { kind: 'pod', namespace: 'default', name: 'web-1' },
        { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' },
      ],
    ]);
    expect(made.cluster.pods.map(({ status, spec }) => `${status?.podIP} ${spec.nodeName}`)).toEqual([
      '10.244.2.7 other-node',
      '10.244.1.5 worker-1',
      '10.244.1.6 worker-1',
    ]);
    expect(
      made.cluster.nodes.map(({ metadata, spec, status }) => [
        metadata.name,
        spec?.podCIDR,
        status.addresses?.[0]?.address,
      ]),
    ).toEqual([
      ['worker-1', '10.244.1.0/24', '172.18.0.3'],
      ['other-node', '10.244.2.0/24', '172.18.0.4'],
    ]);
  });
});
