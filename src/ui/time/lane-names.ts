import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { Variant } from '../../core/timeline/question';
import { listTraits, sayDelay, type Trait } from './script.model';

/** Names of two timelines: what of each is else in the other; nothing where there is no other. */
export function useLaneNaming(): (
  documents: readonly [Document, Document | undefined],
  variant: Variant | undefined,
) => readonly [string, string] {
  const t = useTranslations('timeline');
  return useCallback(
    ([document, other], variant) => {
      const told = (trait: Trait): string => {
        if (trait.kind === 'delay') return sayDelay(t(`delayNames.${trait.name}`), trait.value);
        return trait.kind === 'mode' ? trait.value : `kube-proxy ${trait.value}`;
      };
      const name = (of: Document): string => (variant ? listTraits(of, variant).map(told).join(', ') : '');
      return [name(document), other ? name(other) : ''];
    },
    [t],
  );
}
