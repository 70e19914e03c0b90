import { useTranslations } from 'use-intl';
import { usePhrase } from '../../common/i18n/use-phrase';
import type { ReleaseChoice } from './mode.model';

/** Says of a line in a list of releases what it stands for, what it changed, and where that is known from. */
export function useReleaseHint(): (choice: ReleaseChoice) => string {
  const say = usePhrase();
  const t = useTranslations('shell.top');
  const sentences = (choice: ReleaseChoice): readonly string[] => {
    switch (choice.kind) {
      case 'minor': {
        const { patch, recorded, problem, changes = [] } = choice.offer;
        const stands = patch === undefined ? [] : [t(recorded ? 'standsFor' : 'standsForUnrecorded', { patch })];
        return [...stands, ...(problem ? [problem] : changes).map(say)];
      }
      case 'patch': {
        const { changes, sources, dated } = choice.patch;
        if (changes.length === 0) return [t('patchBegins', { next: choice.next ?? '' })];
        const source = [...new Set(sources)].join('; ');
        return [...changes.map(say), t(dated ? 'patchDated' : 'patchSource', { source })];
      }
      case 'typed':
        return [t('patchLike', { like: choice.like })];
      default:
        return choice satisfies never;
    }
  };
  return (choice) => sentences(choice).join(' ');
}
