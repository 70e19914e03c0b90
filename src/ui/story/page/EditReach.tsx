import { ArrowRight } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../../core/document/document';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useReachAbout } from '../../shell/bench/use-reach-about';
import { useQuestion } from '../../common/use-asked';
import { RestOfWords } from '../../common/i18n/I18nProvider';

interface Props {
  readonly before: Document;
  readonly after: Document;
}

/** How an edit changed all packets of the cluster, beside what it changed of the one that is told. */
export function EditReach({ before, after }: Props) {
  if (before.subject !== 'cluster' || after.subject !== 'cluster') return null;
  return (
    <RestOfWords>
      <Counted before={before} after={after} />
    </RestOfWords>
  );
}

function Counted({ before, after }: Props) {
  const t = useTranslations('reach');
  const openAbout = useReachAbout();
  const family = after.settings.serviceClusterIPRange.some((range) => !range.includes(':')) ? 'ipv4' : 'ipv6';
  const work = useQuestion(
    useCallback(
      (options: AskOptions) => background.ask('reach-edit', { before, after, family }, options),
      [before, after, family],
    ),
  );
  if (work.status !== 'done' || !work.answer || work.answer.compared === 0) return null;
  const { kinds, broken, mended } = work.answer;
  return (
    <>
      {' '}
      <button type="button" data-edit-reach="" onClick={() => openAbout('')}>
        {t('edited', { kinds, broken, mended })} <ArrowRight size={14} aria-hidden />
      </button>
    </>
  );
}
