import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../common/ErrorBoundary';
import { RestOfWords } from '../i18n/I18nProvider';
import { useShell } from './shell-context';

const ShareDialog = lazy(() => import('../share/ShareDialog').then((module) => ({ default: module.ShareDialog })));
const HelpDialog = lazy(() => import('./HelpDialog').then((module) => ({ default: module.HelpDialog })));
const Palette = lazy(() => import('./Palette').then((module) => ({ default: module.Palette })));
const CostDialog = lazy(() => import('../cost/CostDialog').then((module) => ({ default: module.CostDialog })));
const PasteDialog = lazy(() => import('../import/PasteDialog').then((module) => ({ default: module.PasteDialog })));

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
