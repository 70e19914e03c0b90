import { useMemo } from 'react';
import { useTranslations } from 'use-intl';

/** The two words of a flow's title that are not names. */
export function useFlowWords(): { readonly outside: string; readonly thisNode: string } {
  const t = useTranslations('editors');
  return useMemo(() => ({ outside: t('outside'), thisNode: t('thisNode') }), [t]);
}
