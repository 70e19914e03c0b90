import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleById } from '../../content/examples';
import { SCENES, sceneById } from '../../content/scenes';
import { emptyDocument, type Document } from '../document/document';
import { inMode } from '../document/edits/proxy';
import { openManifest } from '../document/open-manifest';
import { finished } from '../lib/scan';
import { createSpeaker } from '../../content/phrases';
import type { LensPicture } from './lens';
import { listLenses } from './lenses';
import { moments } from './moments';
import { walkShown } from './testing/walks';

const say = createSpeaker('en');
const nftRefuses = readFileSync('src/engine/questions/testdata/operator/36-nft-refuses-the-rules.yaml', 'utf8');

function tell(id: string) {
  const { walked } = walkShown(sceneById(id)!.document());
  const story = moments(walked);
  return { story, pictures: listLenses(walked, story).map(({ picture }) => picture) };
}

const isRefusal = (picture: LensPicture): picture is Extract<LensPicture, { kind: 'refusal' }> =>
  picture.kind === 'refusal';

describe('a packet that does not arrive', () => {
  it.each(SCENES.map(({ id }) => id))('never ends with nothing to look at: %s', (id) => {
    for (const { object, verdict, asked, stopped } of tell(id).pictures.filter(isRefusal))
      expect(object ?? verdict ?? asked ?? stopped).toBeDefined();
  });

  it('shows how far it came where no rule ended it', () => {
    const picture = tell('hairpin-off').pictures.find(isRefusal);
    expect(picture?.stopped?.where).toBe('node2');
    expect(picture?.stopped?.devices.map(({ kind }) => kind)).toEqual(['in', 'bridge']);
  });

  it('shows whom it had asked where the answer comes from somebody else', () => {
    const picture = tell('bridge-nf-off').pictures.find(isRefusal);
    expect(picture?.asked).toMatchObject({ kind: 'service', name: 'web' });
  });

  it('says where the rule or the policy stands that nobody asked for', () => {
    const policy = tell('docker-beside').pictures.find(isRefusal);
    expect(policy).toMatchObject({ verdict: 'policy DROP', place: 'filter FORWARD' });
    const rule = tell('calico-beside').pictures.find(isRefusal);
    expect(rule).toMatchObject({ verdict: 'DROP', place: 'filter cali-fw-cali0a1b2c3d4e5', number: 2 });
  });

  it('is remembered where the error about it is translated back', () => {
    const { story, pictures } = tell('two-backends');
    const at = story.findIndex(({ kind }) => kind === 'rewritten');
    expect(pictures[at]).not.toHaveProperty('forgotten');
    expect(say(story[at]!.cause!)).toMatch(/remembers/);
  });

  it('leaves no entry of conntrack, so nobody says that it is remembered', () => {
    const { story, pictures } = tell('hairpin-off');
    const at = story.findIndex(({ kind }) => kind === 'rewritten');
    expect(pictures[at]).toMatchObject({ forgotten: true });
    expect(say(story[at]!.cause!)).toBe('The rule of the chosen Pod says DNAT.');
    const through = tell('hairpin');
    const kept = through.story.findIndex(({ kind }) => kind === 'rewritten');
    expect(through.pictures[kept]).not.toHaveProperty('forgotten');
    expect(say(through.story[kept]!.cause!)).toMatch(/remembers/);
  });
});

/** Why the first packet of a document that is lost is. */
function causeOfEnd(document: Document): string {
  const { walked } = walkShown(document);
  const cause = moments(walked).find(({ kind }) => kind === 'lost' || kind === 'dropped')?.cause;
  return cause ? say(cause) : '';
}

const only = (document: Document, flow: number): Document => ({
  ...document,
  flows: document.flows.slice(flow, flow + 1),
});
const examples = (id: string): Document => exampleById(id)!.document();
const STILL = 'It still carries 10.110.182.19, the address of web: ';

describe('an address of a Service that nothing changed', () => {
  it.each([
    ['ping-a-service', `${STILL}web has TCP 80 only, and this is ICMP.`],
    ['asked-from-outside', `${STILL}it came by no node, so no node could change it.`],
  ])('is the cause, not the machine that has no way for it: %s', (id, cause) => {
    expect(causeOfEnd(sceneById(id)!.document())).toBe(cause);
  });

  it('says that nobody stands behind it, and that nft refused the rules', () => {
    const empty = inMode(only(examples('empty-service'), 0), 'kernelspace');
    expect(causeOfEnd(empty)).toMatch(/the address of api: no Pod of api is ready, so no rule leads it anywhere\.$/);
    const zoned = finished(openManifest({ document: emptyDocument(''), texts: [nftRefuses] })).document!;
    expect(causeOfEnd(zoned)).toMatch(/the address of front: nft refused what kube-proxy gave it on na, all of it\.$/);
  });
});

describe('what drops a packet', () => {
  it('is what the kernel did, where the rule was written for something else', () => {
    expect(causeOfEnd(inMode(only(examples('pod-networks'), 0), 'userspace'))).toBe(
      'REDIRECT gives a packet the first address of the device it came in by, and calice2a28d0 has none: the kernel drops it.',
    );
    expect(causeOfEnd(inMode(only(examples('load-balancer-source-ranges'), 1), 'ebpf'))).toMatch(/IN_SRC_RANGE/);
  });

  it('is no machine outside, where nobody in the picture has the address', () => {
    expect(causeOfEnd(only(examples('ip-masq-agent'), 0))).toMatch(/^Who has 203\.0\.113\.9 is not in this picture/);
  });
});

describe('what is told of a node that is not as it should be', () => {
  it('says that rules are stale where kube-proxy is stopped, never that the Pod can take it', () => {
    const chosen = tell('proxy-stopped').story.find(({ kind }) => kind === 'chosen');
    expect(say(chosen!.cause!)).toMatch(/^kube-proxy is stopped on node1: .* not ready any more/);
    const fresh = tell('one-pod').story.find(({ kind }) => kind === 'chosen');
    expect(say(fresh!.cause!)).toMatch(/^Only one endpoint/);
  });

  it('tells a Pod that has no name from the Service whose endpoint it is', () => {
    const { story } = tell('kubelet-chains');
    const said = story
      .filter(({ kind }) => kind === 'arrives' || kind === 'answers')
      .map(({ sentence }) => say(sentence));
    expect(said).toEqual(['web 10.244.1.2 gets it, and sees node.', 'web 10.244.1.2 answers to node.']);
  });

  it('says why a packet goes round by lo', () => {
    const round = tell('left-by-ipvs').story.find(({ kind }) => kind === 'crosses');
    expect(say(round!.cause!)).toMatch(/^The address is one of node1 itself, so it goes by lo\./);
  });
});

describe('a bridge that asks no hook', () => {
  it('is why the answer is not translated back', () => {
    const causes = tell('bridge-nf-off').story.flatMap(({ kind, role, cause }) =>
      kind === 'crosses' && role === 'reply' && cause ? [say(cause)] : [],
    );
    expect(causes).toEqual([expect.stringMatching(/with bridge-nf-call-iptables off no rule sees it/)]);
  });
});

describe('an answer that comes to a process in between', () => {
  const lastOf = (document: Document): string => {
    const { walked } = walkShown(document);
    const last = moments(walked).at(-1);
    return last ? `${say(last.sentence)} ${last.cause ? say(last.cause) : ''}` : '';
  };

  it('goes on to who asked, by the connection the asker made', () => {
    expect(lastOf(only(examples('load-balancer-outside'), 0))).toMatch(
      /^load-balancer has its answer, from node2, and passes it on to outside\. It goes back to outside by the connection of moment \d+\.$/,
    );
    expect(lastOf(only(examples('ingress'), 0))).toMatch(/controller-\w+ has its answer, .* passes it on to outside\./);
    expect(lastOf(inMode(only(examples('web-two-nodes'), 0), 'userspace'))).toMatch(
      /^kube-proxy has .* on to client\./,
    );
  });

  it('is for the process before, where two stand between; for the asker alone, where none does', () => {
    const two = lastOf(inMode(only(examples('load-balancer-outside'), 0), 'userspace'));
    expect(two).toMatch(/^kube-proxy has its answer, .* and passes it on to load-balancer\./);
    expect(lastOf(examples('web-two-nodes'))).toMatch(/^client has its answer, from web\. /);
  });
});
