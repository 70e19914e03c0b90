import { useMemo } from 'react';
import { exampleById } from '../../content/examples';
import type { Locale } from '../../content/phrases';
import type { Document } from '../../core/document/document';
import { useBench } from '../../store/hooks';
import type { ComparedDocuments } from '../../engine/questions/compare';
import type { PaneSpec } from '../../engine/protocol';
import { CLUSTER_KEY, EXAMPLE_KEY, PASTED_KEY } from './pane.model';

const examples = new Map<string, Document>();

/** An example is made once a language: the same document stays compiled. */
function exampleOf(id: string, locale: Locale): Document | undefined {
  const key = `${locale} ${id}`;
  const known = examples.get(key) ?? exampleById(id)?.document(locale);
  if (known) examples.set(key, known);
  return known;
}

/** The documents panes are of, by their keys; the bench's own has the empty key. */
export function useDocuments(panes: readonly PaneSpec[]): ComparedDocuments {
  const present = useBench(({ document }) => document.present);
  const kept = useBench(({ view }) => view.compare.documents);
  const locale = useBench(({ view }) => view.locale);
  const keys = [...new Set(panes.flatMap(({ document }) => document ?? []))].toSorted().join('\n');
  return useMemo(() => {
    const found = keys.split('\n').flatMap((key) => {
      const document = key.startsWith(EXAMPLE_KEY)
        ? exampleOf(key.slice(EXAMPLE_KEY.length), locale)
        : key === PASTED_KEY
          ? ({ ...present, subject: 'pasted' } as const)
          : key === CLUSTER_KEY
            ? ({ ...present, subject: 'cluster' } as const)
            : kept[key];
      return document ? [[key, document] as const] : [];
    });
    return { '': present, ...Object.fromEntries(found) };
  }, [present, kept, locale, keys]);
}
