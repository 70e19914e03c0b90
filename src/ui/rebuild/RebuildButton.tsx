import { Boxes } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { Button } from '../common/controls';

const RebuildDialog = lazyPart(async () => (await import('./RebuildDialog')).RebuildDialog);

/** Opens the window that turns the pasted node into a cluster; it is loaded then. */
export function RebuildButton() {
  const t = useTranslations('rebuild');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" icon={<Boxes aria-hidden />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <RebuildDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
