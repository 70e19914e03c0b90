import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { derivePasted } from '../../../core/document/derive-pasted';
import { flowsOfSubject, type Document } from '../../../core/document/document';
import { finished } from '../../../core/lib/scan';
import { thinned } from '../../../core/lib/testing/soaking';
import type { StoryEnd } from '../../../core/story/moment';
import { OWN_LINKS, pastedWalk, TWO_NEXTHOPS, UNTRACKED } from '../../../core/story/testing/pasted-walks';
import { createEngine } from '../../../engine/engine';
import { benchOn } from '../../../engine/questions/open';
import { run } from '../../../engine/questions/run';
import { story } from '../../../engine/questions/story';
import { addressBook, addressKind, foundKinds, type AddressKind } from '../../common/address-kind.model';
import { captionNames } from './caption-context.model';

/** A bridge and a tunnel have addresses of the Pod network, and a node's dummy those of no machine: of these the kind says nothing. */
const KIND_OF_END: Partial<Record<StoryEnd['kind'], AddressKind>> = { pod: 'pod', service: 'service' };

/** Where the story, the colour of an address and the captions of the bench disagree about the ends of a document's packets. */
function contradictions(document: Document): readonly string[] {
  const engine = createEngine(derivePasted);
  const bench = benchOn(engine, document);
  const book = addressBook(document, { bench, found: finished(foundKinds(bench.found)) });
  return flowsOfSubject(document).flatMap(({ id: flowId }) => {
    const result = run(engine, { flowId });
    const { service = () => undefined } = captionNames({ document, bench, result });
    const { moments } = story(engine, { flowId });
    const ends = moments.flatMap(({ header: { from, to } }) => [from, to]);
    return ends.flatMap(({ kind, name, address, port }) => {
      const [expected, coloured] = [KIND_OF_END[kind], addressKind(book, address)];
      return [
        ...(expected !== undefined && coloured !== expected
          ? [`${kind} ${name} ${address} is coloured ${coloured}`]
          : []),
        ...(kind === 'service' && service(address, port) !== name
          ? [`Service ${name} ${address} is captioned ${service(address, port)}`]
          : []),
        ...(kind === 'pod' && service(address, port) !== undefined
          ? [`Pod ${name} ${address} is captioned a Service`]
          : []),
      ];
    });
  });
}

describe('whose an address is', () => {
  it.each(thinned(EXAMPLES))('$id: story, colours and captions say one thing', (example) => {
    const document = example.document();
    for (const mode of [document.mode, document.mode === 'ipvs' ? 'nftables' : 'ipvs'] as const)
      expect(contradictions({ ...document, mode })).toEqual([]);
  });

  it.each([UNTRACKED, TWO_NEXTHOPS, OWN_LINKS])('of a pasted node, too', (text) => {
    expect(contradictions(pastedWalk(text))).toEqual([]);
  });
});
