// @vitest-environment jsdom
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { SCENES } from '../../../content/scenes';
import { derivePasted } from '../../../core/document/derive-pasted';
import { flowsOfSubject, type Document } from '../../../core/document/document';
import type { ProxyModeId } from '../../../core/kubernetes/mode-ids';
import { some } from '../../../core/lib/testing/soaking';
import { captionPhrases, narrate } from '../../../core/sim/narrate';
import { inMode } from '../../../core/document/edits/proxy';
import { createEngine } from '../../../engine/engine';
import { walkFiles } from '../../../engine/questions/export';
import { benchOn } from '../../../engine/questions/open';
import { flattenedSteps } from '../../../store/selectors';
import { captionNames } from '../../shell/bench/caption-context.model';
import { lensBlock } from '../lenses/lenses';
import type { Ruler } from '../../common/shapes.model';
import { MESSAGES } from '../../common/i18n/testing/messages';

/*
 * What names a Service or a Pod to people stands before what names it to the kernel: over every scene, in its own mode and
 * the other three kube-proxy has, no sentence, cause, lens or caption shows a chain's hash before the name it is of.
 */

const MODES = ['iptables', 'ipvs', 'nftables', 'userspace'] as const satisfies readonly ProxyModeId[];
/** `KUBE-SVC-LOLE4ISW44XBNF3G`, `service-4AT6LBPK-web/http…`. */
const HASH = /\b(?:KUBE-(?:SVC|SVL|SEP|EXT|XLB|FW)-|(?:service|endpoint|external)-)[A-Z0-9]{8,16}\b/;
const ruler: Ruler = ({ text, size }) => text.length * size * 0.56;

/** Texts in their order in which a hash comes before any of the names. */
function tooSoon(texts: readonly string[], names: readonly string[]): string | undefined {
  const said = texts.join(' | ');
  const hash = HASH.exec(said);
  if (!hash || names.some((name) => said.slice(0, hash.index).includes(name))) return undefined;
  return said;
}

async function faultsOf(document: Document, locale: 'en' | 'ko'): Promise<readonly string[]> {
  const engine = createEngine(derivePasted);
  const bench = benchOn(engine, document);
  const flowId = flowsOfSubject(document)[0]?.id ?? '';
  const walk = await walkFiles(engine, { document, flowId, outcome: 0 });
  const say = createSpeaker(locale);
  const t = createTranslator({ locale, messages: { story: MESSAGES[locale].story }, namespace: 'story' });
  const { services, pods } = document.cluster;
  const known = [...services, ...pods].map(({ metadata: { name } }) => name);
  const told = walk.moments.flatMap((moment, at) => {
    const names = [...known, ...(moment.service === undefined ? [] : [moment.service]), moment.pod?.name ?? '\0'];
    const lens = walk.lenses[at];
    const shapes = lens ? lensBlock(lens, moment, { t, ruler }).shapes : [];
    const drawn = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    return [
      ...[moment.sentence, ...(moment.cause ? [moment.cause] : [])].map((phrase) => tooSoon([say(phrase)], names)),
      tooSoon(drawn, names),
    ].map((fault) => fault && `${at + 1} ${moment.kind}: ${fault}`);
  });
  const steps = flattenedSteps(walk.result);
  const called = captionNames({ document, bench: { ...bench, netns: walk.netns }, result: walk.result });
  const captions = steps.map((step) =>
    tooSoon(captionPhrases(narrate(step, steps, called)).map(say), [...known, ...(called.chains?.values() ?? [])]),
  );
  return [...told, ...captions].filter((fault) => fault !== undefined);
}

describe('names stand before hashes', () => {
  it.each(some(SCENES, 8).map(({ id, document }) => [id, document] as const))('%s', async (_, open) => {
    const own = open();
    for (const mode of own.subject === 'cluster' ? MODES : [own.mode]) {
      for (const locale of ['en', 'ko'] as const) {
        expect(await faultsOf(mode === own.mode ? own : inMode(own, mode), locale), `${mode} ${locale}`).toEqual([]);
      }
    }
  });

  it('and where one would not, it is found', () => {
    expect(tooSoon(['KUBE-SVC-LOLE4ISW44XBNF3G takes it'], ['web'])).toBeDefined();
    expect(tooSoon(['web takes it', 'KUBE-SVC-LOLE4ISW44XBNF3G'], ['web'])).toBeUndefined();
  });
});
