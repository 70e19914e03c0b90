import { networkOfPasted } from '../../src/core/paste/pasted';
import { createRedactor } from '../../src/core/questions/redact/redact-text';
import { detectFormats, FORMATS } from '../../src/core/formats';
import { TEXTS } from '../fuzz/texts';

/** Reads a small text of every format in every way, so that expressions that are put together while it runs are. */
export function readEverything(): void {
  const texts = Object.values(TEXTS);
  for (const text of [...texts, texts.join('\n')]) {
    detectFormats(text);
    for (const { parse } of FORMATS) parse(text);
    networkOfPasted({ facts: {}, texts: [{ id: 'a', title: '', text }] });
    createRedactor(1, [text]).text(text);
  }
}
