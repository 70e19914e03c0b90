import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { inMode } from '../core/document/edits/proxy';
import { exampleHash } from './example-link';
import { readAddress } from './link';

describe('the short link of an example', () => {
  it.each(EXAMPLES.map((each) => [each.id, each] as const))('%s: opens what it was made of', async (id, example) => {
    for (const locale of ['en', 'ko'] as const) {
      const document = example.document(locale);
      const view = { flowId: document.flows.at(-1)?.id ?? '', playhead: 4, depth: 'bench' } as const;
      const hash = await exampleHash(document, view, locale);
      expect(hash).toContain(`#example=${id}`);
      expect(hash?.length).toBeLessThan(90);
      const read = await readAddress(hash ?? '', locale);
      expect(read?.ok && read.value.document).toEqual(document);
      expect(read?.ok && read.value.view).toMatchObject({ playhead: 4, depth: 'bench' });
    }
  });

  it('says another mode, and nothing of what was edited or has no words in it', async () => {
    for (const example of EXAMPLES) {
      const document = example.document('en');
      const other = document.mode === 'ipvs' ? 'nftables' : 'ipvs';
      expect(await exampleHash(inMode(document, other), {}, 'en')).toBe(`#example=${example.id}&mode=${other}`);
      expect(await exampleHash({ ...document, flows: document.flows.slice(1) }, {}, 'en')).toBe(
        document.flows.length === 0 ? `#example=${example.id}` : undefined,
      );
      expect(await exampleHash({ ...document, title: 'mine' }, {}, 'en')).toBeUndefined();
      expect(await exampleHash(document, { asked: { outcome: 'x' } } as never, 'en')).toBeUndefined();
      expect(await exampleHash(document, { playhead: 1.5 }, 'en')).toBeUndefined();
    }
  });
});
