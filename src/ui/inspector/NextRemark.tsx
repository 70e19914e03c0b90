import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/controls';
import { Tooltip } from '../common/floating';
import type { Remarks } from './dump.model';

/** How many rules something was said of; goes to the next of them. */
export function NextRemark({ remarks, onGo }: { readonly remarks: Remarks; readonly onGo: () => void }) {
  const t = useTranslations('inspector.rules');
  if (remarks.size === 0) return null;
  return (
    <Tooltip text={t('nextRemark')}>
      <Button
        size="s"
        icon={<TriangleAlert aria-hidden />}
        aria-label={t('remarks', { count: remarks.size })}
        onClick={onGo}
      >
        {remarks.size}
      </Button>
    </Tooltip>
  );
}
