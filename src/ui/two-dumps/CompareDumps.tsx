import { FileDiff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';

const TwoDumpsDialog = lazy(() => import('./TwoDumpsDialog').then((module) => ({ default: module.TwoDumpsDialog })));

/** Opens the comparison of the pasted node with another dump; its window is loaded then. */
export function CompareDumps() {
  const t = useTranslations('twoDumps');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" icon={<FileDiff aria-hidden />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TwoDumpsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
