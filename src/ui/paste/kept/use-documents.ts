import { useEffect, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Document } from '../../../core/document/document';
import type { Phrase } from '../../../core/lib/phrase';
import { ok, type Result } from '../../../core/lib/result';
import { followHistory, goBackTo, loadKept, readHistory, type KeptDocument } from '../../../store/history';
import { useBench, useBenchStore } from '../../../store/hooks';
import { browserPlaces, HISTORY_KEY, type Places, read } from '../../../store/places';

/** A document that can be gone back to, in words. */
export interface DocumentRow extends Pick<KeptDocument, 'id' | 'keep'> {
  readonly title: string;
  /** What it is, and when it was on the bench last. */
  readonly about: string;
  readonly open: () => void;
  /** Reads it and leaves the bench as it is. Undefined: it is not there any more. */
  readonly load: () => Promise<Result<Document, Phrase> | undefined>;
}

let places: Places | undefined;

const placesOfPage = (): Places => (places ??= browserPlaces());

/** The list as it is kept, of this page and of other tabs. */
function useHistory(): string | undefined {
  const [json, setJson] = useState<string>();
  useEffect(() => {
    const look = (): void => setJson(read(placesOfPage().machine, HISTORY_KEY));
    look();
    return followHistory(look);
  }, []);
  return json;
}

/** Documents made, pasted or received by link, the latest first, without the one on the bench. */
export function useDocuments(): readonly DocumentRow[] {
  const t = useTranslations('kept.documents');
  const locale = useLocale();
  const store = useBenchStore();
  const json = useHistory();
  const present = useBench(({ document }) => document.origin.id);
  const modes = useBench(({ run }) => run.bench?.modes);
  return useMemo(() => {
    const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const tell = ({ about: { subject, mode, ...counts }, at }: KeptDocument): string => {
      const title = modes?.find(({ id }) => id === mode)?.title ?? mode ?? '';
      return `${t(subject, { ...counts, mode: title })} · ${when.format(at)}`;
    };
    return readHistory(json)
      .filter(({ id }) => id !== present)
      .map(({ id, keep, ...kept }) => ({
        id,
        keep,
        title: kept.title === '' ? t('untitled') : kept.title,
        about: tell({ id, keep, ...kept }),
        open: () => void goBackTo(store, placesOfPage(), id),
        load: async () => {
          const saved = await loadKept(placesOfPage(), id);
          return saved?.ok ? ok(saved.value.document) : saved;
        },
      }));
  }, [json, present, modes, locale, t, store]);
}
