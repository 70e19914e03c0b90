import { FileDiff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { Button } from '../common/controls';

const TwoDumpsDialog = lazyPart(async () => (await import('./TwoDumpsDialog')).TwoDumpsDialog);

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
