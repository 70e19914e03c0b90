import { useActions, useBench } from '../../store/hooks';
import { Toast, Toasts } from '../common/Toasts';
import { usePhrase } from '../i18n/use-phrase';

/** The page's notices, oldest first; the next is shown when one is dismissed. */
export function Notices() {
  const say = usePhrase();
  const { dismissNotice } = useActions();
  const [notice] = useBench(({ view }) => view.notices);
  return <Toasts>{notice && <Toast onDismiss={dismissNotice}>{say(notice)}</Toast>}</Toasts>;
}
