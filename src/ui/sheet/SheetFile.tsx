import { Suspense, useEffect, useLayoutEffect } from 'react';
import { useBench } from '../../store/hooks';
import { AddressBookProvider } from '../common/addresses';
import { ErrorBoundary } from '../common/feedback';
import { I18nProvider, RestOfWords } from '../common/i18n/I18nProvider';
import { takeOver } from '../common/late';
import { useTheme } from '../common/theme/media';
import '../common/theme/base.css';
import '../common/theme/fonts.css';
import '../common/theme/print.css';
import '../common/theme/tokens.css';
import { SheetPage } from './SheetPage';

/** The whole page of a file with one Sheet. */
export function SheetFile() {
  const locale = useBench(({ view }) => view.locale);
  const present = useBench(({ document }) => document.present);
  const theme = useBench(({ view }) => view.theme);
  useTheme(theme);
  useLayoutEffect(takeOver, []);
  useEffect(() => {
    document.title = 'Rulewalk';
  }, []);
  return (
    <Suspense fallback={null}>
      <I18nProvider locale={locale}>
        <AddressBookProvider document={present} bench={undefined}>
          <ErrorBoundary>
            <RestOfWords>
              <SheetPage />
            </RestOfWords>
          </ErrorBoundary>
        </AddressBookProvider>
      </I18nProvider>
    </Suspense>
  );
}
