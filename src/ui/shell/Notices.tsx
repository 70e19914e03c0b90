import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Toast, Toasts, ToastWith } from '../common/Toasts';
import { usePhrase } from '../i18n/use-phrase';

/** The page's notices, oldest first; the next is shown when one is dismissed. */
export function Notices() {
  const say = usePhrase();
  const { dismissNotice } = useActions();
  const [notice] = useBench(({ view }) => view.notices);
  const reading = useBench(({ view }) => view.reading);
  return (
    <Toasts>
      {reading && <ReadingLink onStop={() => reading.abort()} />}
      {notice && <Toast onDismiss={dismissNotice}>{say(notice)}</Toast>}
    </Toasts>
  );
}

/** A long link is read beside the page; it can be stopped. */
function ReadingLink({ onStop }: { readonly onStop: () => void }) {
  const t = useTranslations('shell.link');
  return (
    <ToastWith action={t('stop')} onAction={onStop}>
      {t('reading')} <progress aria-label={t('reading')} />
    </ToastWith>
  );
}
