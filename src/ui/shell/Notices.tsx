import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { reloadPage } from '../../store/offline';
import { Toast, Toasts, ToastWith } from '../common/Toasts';
import { usePhrase } from '../i18n/use-phrase';

/** The page's notices, oldest first; the next is shown when one is dismissed. */
export function Notices() {
  const say = usePhrase();
  const { dismissNotice } = useActions();
  const [notice] = useBench(({ view }) => view.notices);
  const reading = useBench(({ view }) => view.reading);
  const reload = useBench(({ view }) => view.reload);
  return (
    <Toasts>
      {reading && <ReadingLink onStop={() => reading.abort()} />}
      {reload && <Reload why={reload} />}
      {notice && <Toast onDismiss={dismissNotice}>{say(notice)}</Toast>}
    </Toasts>
  );
}

/** A newer version, or a part that could not be loaded: what is on the bench comes back with the reload. */
function Reload({ why }: { readonly why: 'newer' | 'missing' }) {
  const t = useTranslations('shell.reload');
  return (
    <ToastWith action={t('do')} onAction={() => void reloadPage()}>
      {t(why)}
    </ToastWith>
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
