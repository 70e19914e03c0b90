import { useEffect, useMemo, useState } from 'react';
import { fillLanes } from '../../core/sheet/fill-lanes';
import type { LivedLanes, RenderedLanes } from '../../core/sheet/lanes';
import type { Document } from '../../core/document/document';
import { varied } from '../../core/timeline/question';
import { STOP_REASON } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useLaneNaming } from '../time/lane-names';
import type { ShownSheet } from './sheet.model';

type LivedTwo = Pick<LivedLanes, 'first' | 'second'>;
/** By what is lived through; `failed`: it could not be. */
type Known = ReadonlyMap<string, LivedTwo | 'failed'>;

const spell = ({ script, beside }: RenderedLanes): string => script + JSON.stringify(beside ?? '');

/** Lives through the lanes of a Sheet, one after the other: what was lived through is shown, with what is asked of it. */
export function useLanes(sent: ShownSheet | undefined, asked: string | undefined): ShownSheet | undefined {
  const [known, setKnown] = useState<Known>(new Map());
  const coming = sent?.sheet.blocks.flatMap((block) =>
    block.kind === 'lanes' && !known.has(spell(block)) ? [block] : [],
  );
  // Whoever comes for one of them sees that first.
  const next = coming?.find(({ id }) => id === asked) ?? coming?.[0];
  const key = next && spell(next);
  const document = next && sent?.scripts.get(next.script);
  const beside = next?.beside;
  const isThere = document !== undefined;
  useEffect(() => {
    if (key === undefined || !document) return undefined;
    const stopping = new AbortController();
    const learn = (lived: LivedTwo | 'failed'): void => {
      if (!stopping.signal.aborted) setKnown((before) => new Map([...before, [key, lived]]));
    };
    liveBoth([document, beside && varied(document, beside)], stopping.signal).then(learn, () => learn('failed'));
    return () => stopping.abort(STOP_REASON);
    // The key says all of what is lived through, once that is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isThere]);
  const nameBoth = useLaneNaming();
  return useMemo(() => {
    if (!sent) return undefined;
    const lived = new Map<string, LivedLanes>();
    for (const block of sent.sheet.blocks) {
      const own = block.kind === 'lanes' ? known.get(spell(block)) : undefined;
      const script = block.kind === 'lanes' ? sent.scripts.get(block.script) : undefined;
      if (block.kind !== 'lanes' || !own || own === 'failed' || !script) continue;
      const other = block.beside && varied(script, block.beside);
      lived.set(block.id, { ...own, names: nameBoth([script, other], block.beside) });
    }
    return { ...sent, sheet: { ...sent.sheet, blocks: fillLanes(sent.sheet.blocks, lived) } };
  }, [sent, known, nameBoth]);
}

async function liveBoth(
  [document, other]: readonly [Document, Document | undefined],
  signal: AbortSignal,
): Promise<LivedTwo> {
  const live = async (of: Document) => (await background.ask('timeline', { document: of }, { signal })).timeline;
  const first = await live(document);
  return other ? { first, second: await live(other) } : { first };
}
