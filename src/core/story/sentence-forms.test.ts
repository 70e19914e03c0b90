import { beforeAll, describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { clusterBench } from '../../content/scenes/bench';
import { sceneById } from '../../content/scenes';
import { pod } from '../kubernetes/build';
import type { Document } from '../document/document';
import { addFlow, reconcileDocument } from '../document/edits/cluster';
import { inMode } from '../document/edits/proxy';
import { emptyDocument } from '../document/document';
import { addPasted } from '../document/edits/pasted';
import { moments } from './moments';
import { LOGGED, OWN_LINKS, pastedWalk, TWO_NEXTHOPS, UNTRACKED } from './testing/pasted-walks';
import type { Moment } from './moment';
import { readText, SENTENCE_FORMS } from './testing/sentence-forms';
import { walkShown, type OneWalk } from './testing/walks';

const say = createSpeaker('en');
const CONTAINERS = [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }];
const webPod = (name: string, ready: boolean) =>
  pod(name, { node: 'node1', labels: { app: 'web' }, ready, containers: CONTAINERS });
const LOCAL = { internalTrafficPolicy: 'Local' } as const;
const slow = webPod('web-slow', false);

/** A document with a Service whose second port leads to a name that no Pod has a port of. */
function ofNoPort(): Document {
  const made = clusterBench({ pods: 2 }).document();
  const services = made.cluster.services.map((each) =>
    each.metadata.name === 'web'
      ? {
          ...each,
          spec: { ...each.spec, ports: [...(each.spec.ports ?? []), { name: 'm', port: 9100, targetPort: 'metrics' }] },
        }
      : each,
  );
  const document = reconcileDocument(made, { services });
  return { ...document, flows: document.flows.map((flow) => ({ ...flow, port: 9100 })) };
}

const DOCUMENTS: readonly (() => Document)[] = [
  ...[
    'why-this-pod',
    'affinity',
    'not-ready',
    'in-nftables',
    'ipvs-wrr',
    'any-node',
    'local-keeps',
    'local-drops',
    'nobody',
    'a-headless-name',
    'bridge-nf-off',
    'nat-hides-the-source',
    'nat-keeps-the-source',
    'in-userspace',
    'one-pod',
    'ping-a-service',
    'asked-from-outside',
  ].map((id) => () => sceneById(id)!.document()),
  () => inMode(clusterBench({ pods: 3, service: { sessionAffinity: 'ClientIP' } }).document(), 'iptables'),
  () => inMode(clusterBench({ pods: 3, service: { sessionAffinity: 'ClientIP' } }).document(), 'ipvs'),
  () => inMode(clusterBench({ pods: 2, on: 'node2', service: LOCAL, extra: [slow] }).document(), 'iptables'),
  () => inMode(clusterBench({ pods: 2, on: 'node2', service: LOCAL }).document(), 'iptables'),
  () => inMode(clusterBench({ pods: 0, extra: [slow] }).document(), 'iptables'),
  ...(['iptables', 'ipvs', 'nftables'] as const).map((mode) => () => inMode(ofNoPort(), mode)),
  () =>
    inMode(
      clusterBench({ pods: 1, on: 'node2', service: LOCAL, extra: [webPod('a', true), webPod('b', true)] }).document(),
      'iptables',
    ),
  ...[LOGGED, UNTRACKED, TWO_NEXTHOPS, OWN_LINKS].map((text) => () => pastedWalk(text)),
  ...(['udp', 'tcp', 'icmp'] as const).map((protocol) => () => own(protocol)),
];

const LOG_OUT = `# iptables-save
*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A OUTPUT -d 192.0.2.9/32 -j LOG --log-prefix "out: "
-A OUTPUT -d 192.0.2.9/32 -j DROP
COMMIT
# ip -br addr
lo               UNKNOWN        127.0.0.1/8
eth0             UP             192.168.10.11/24
# ip route
default via 192.168.10.1 dev eth0
`;

/** A packet of the machine itself that its own rules drop. */
const own = (protocol: 'udp' | 'tcp' | 'icmp'): Document => ({
  ...addFlow(addPasted(emptyDocument(), [{ title: 'node', text: LOG_OUT }]), {
    from: { kind: 'interface', address: '192.168.10.11' },
    to: { kind: 'address', address: '192.0.2.9' },
    protocol,
    port: 9,
  }),
});

type Plant = (text: string) => string;
const swap =
  (from: RegExp, to: string): Plant =>
  (text) =>
    text.replace(from, to);

/** For each form what makes a sentence of it false, or makes a false one of a sentence that is true. */
const PLANTS: Readonly<Record<string, Plant>> = {
  'Pods stand behind': swap(/^(?:One|\d+) Pods? stands? behind/, '7 Pods stand behind'),
  'Pods stand on': swap(/^(?:One|\d+) Pods? of/, '7 Pods of'),
  'Pods are not ready': swap(/\d+ Pods? (?:is|are) not ready: no/, '5 Pods are not ready: no'),
  'all that are not ready are told': swap(/ \d+ Pods? (?:is|are) not ready: no rule leads to it\.$/, ' '),
  'draws said no': swap(/The first draw said .*yes\./, 'All 5 draws before it said no, and the last rule needs none.'),
  'first asked for the client': swap(/\d+ rules first asked/, '9 rules first asked'),
  'remembered, not drawn': swap(
    /^3 Pods stand behind web.*/,
    'sessionAffinity: node1 still remembers which Pod this client had. A rule before the draws says yes, so nothing is drawn.',
  ),
  'the number drawn': swap(/number drawn is \d+/, 'number drawn is 9'),
  'the only one': swap(
    /^3 Pods stand behind web.*/,
    'Only one endpoint of web can take it, so there is nothing to draw.',
  ),
  'a share by turns': swap(/of all clients that are not remembered/, 'of all new connections'),
  'no device has it': swap(/: every node has it on \S+\.$/, ': no device has it.'),
  'nodes have it': swap(/: every node has it/, ': a node has it'),
  'nobody stands behind': swap(/no Pod of web is ready/, 'no Pod stands behind web'),
  'Pods carry the label': swap(/One Pod carries that, and is not ready/, '8 Pods carry that, and none is ready'),
  'none is here': swap(/The 2 ready ones are/, 'The 9 ready ones are'),
  'this node has no endpoint': swap(
    /^internalTrafficPolicy is Local, and the .*/,
    'this node has no endpoint of web: no',
  ),
  'it has no endpoint': swap(/^3 Pods stand behind web.*/, 'web has no endpoints, so packets are refused.'),
  'the reason of a refusal': swap(
    /^internalTrafficPolicy is.*/,
    'IPVS hands connections to its port 80 to an endpoint.',
  ),
  'a lookup among entries': swap(/among \d+ entr/, 'among 99 entr'),
  'rules that did not match, then one': swap(/^After \d+ rules?/, 'After 99 rules'),
  'the source stays': swap(/^The source becomes/, 'The source stays'),
  'an end becomes': swap(/^The destination becomes .+/, 'The destination becomes nobody.'),
  'the address of the device': swap(/towards the next hop, 192\.168\.\d\.2/, 'towards the next hop, 192.0.2.1'),
  'other next hops': swap(/others leave by \S+/, 'others leave by eth1'),
  'not in the range': swap(/192\.0\.2\.1 is not in/, '10.244.7.7 is not in'),
  'asked for its own port': swap(
    /^After \d+ rules? that did not match, one leads to the rules of web\.$/,
    'Ports are asked for as the address is the node’s own.',
  ),
  'who learns of a failure': swap(/^No process of (\S+) hears.*/, '$1 learns that it failed.'),
  'marked or not': swap(/^Nothing marked the packet/, 'The packet was marked'),
  'no rule gives another source': swap(
    /^A rule says MASQUERADE.*/,
    'No rule of load-balancer gives it another source.',
  ),
  'an answer from who was asked': swap(/^\S+ answers to .*/, 'It carries the address that was asked, so it fits.'),
  'never asked': swap(/^client has its answer, from web\.$/, 'client refuses: it never asked web.'),
  'endpoints, none for this port': swap(
    /^3 Pods stand behind web.*/,
    'web has endpoints, and none of them is for its port http, TCP: targetPort is 8080.',
  ),
  'listens only on': swap(/^It listens on 8080 only/, 'It listens on 9090 only'),
  'nobody listens': swap(/nobody listens on port \d+/, 'nobody listens on port 8080'),
  'nobody is told': swap(/^\S+ refuses: no Pod stands behind web\.$/, 'node1 drops the packet, and tells nobody.'),
  'the sender is told': swap(
    /^(\S+) drops the packet, and tells nobody\.$/,
    '$1 drops the packet: the process that sent it is told at once, by EPERM.',
  ),
  'still carries the address of a Service': swap(/: web has TCP 80 only, .*/, ': it came by no node, so none could.'),
  'passed on to who asked': swap(/ and passes it on to \S+\.$/, ' and passes it on to web.'),
  'who noted it': swap(/filter INPUT 4 \(/, 'filter INPUT 3 ('),
  'a state it has not': swap(/filter to-pod 1 \(/, 'filter to-pod 2 ('),
  'a policy dropped it': swap(/\d+ rules of INPUT did/, '7 rules of INPUT did'),
  'can be seen no longer': swap(/^The source is still the one.*/, 'Who really asked, outside, can no longer be seen.'),
  'the source is still the one': swap(/^Who really asked, .*/, 'The source is still the one it was sent with.'),
  'a change of a moment': swap(/change of moment \d+/, 'change of moment 1'),
  'nobody has been asked yet': swap(/^The draw falls on .*/, 'no packet has been sent yet.'),
  'the route that fits best': swap(/routes of (\S+), \S+\/\d+ fits best/, 'routes of $1, default fits best'),
  'who is asked at first': swap(
    /^It had asked (\S+) at \S+; this comes from (\S+), so/,
    'It had asked $1 at $2; this comes from $2, so',
  ),
};

interface SpokenText {
  readonly walk: OneWalk;
  readonly story: readonly Moment[];
  readonly moment: Moment;
  readonly text: string;
}

let said: readonly SpokenText[] = [];
beforeAll(() => {
  said = DOCUMENTS.flatMap((make) => {
    const walk = walkShown(make());
    const story = moments(walk.walked);
    return story.flatMap((moment) =>
      [moment.sentence, ...(moment.cause ? [moment.cause] : [])].map((each) => ({
        walk,
        story,
        moment,
        text: say(each),
      })),
    );
  });
});

describe.each(Object.keys(SENTENCE_FORMS))('“%s”', (form) => {
  it('is read, and true wherever it is said', () => {
    const read = said.flatMap(({ text, ...where }) => readText(text, where)).filter((each) => each.form === form);
    expect(read.filter(({ fault }) => fault !== undefined)).toEqual([]);
    // These are never written of what they would be false of: the form stands for their absence.
    if (form !== 'the reason of a refusal' && form !== 'it has no endpoint') expect(read.length).toBeGreaterThan(0);
  });

  it('is found false where it is planted', () => {
    const plant = PLANTS[form]!;
    const planted = said
      .filter(({ text }) => plant(text) !== text)
      .flatMap(({ text, ...where }) => readText(plant(text), where))
      .filter((each) => each.form === form && each.fault !== undefined);
    expect(planted.length).toBeGreaterThan(0);
  });
});
