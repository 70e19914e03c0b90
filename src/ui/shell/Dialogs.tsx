import { Suspense } from 'react';
import { lazyPart } from '../common/lazy-part';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { RestOfWords } from '../i18n/I18nProvider';
import { useShell } from './shell-context';

const ShareDialog = lazyPart(async () => (await import('../share/ShareDialog')).ShareDialog);
const HelpDialog = lazyPart(async () => (await import('./HelpDialog')).HelpDialog);
const Palette = lazyPart(async () => (await import('./Palette')).Palette);
const CostDialog = lazyPart(async () => (await import('../cost/CostDialog')).CostDialog);
const PasteDialog = lazyPart(async () => (await import('../import/PasteDialog')).PasteDialog);

/** The windows over the page, each loaded when it is first opened. */
export function Dialogs() {
  const { dialog, openDialog } = useShell();
  const props = { open: true, onOpenChange: (open: boolean) => !open && openDialog(undefined) };
  return (
    <ErrorBoundary resetKey={dialog}>
      <Suspense fallback={null}>
        <RestOfWords>
          {dialog === 'share' && <ShareDialog {...props} />}
          {dialog === 'help' && <HelpDialog {...props} />}
          {dialog === 'palette' && <Palette {...props} />}
          {dialog === 'cost' && <CostDialog {...props} />}
          {dialog === 'paste' && <PasteDialog {...props} />}
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}
