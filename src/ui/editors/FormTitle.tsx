import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { IconButton } from '../common/controls';
import styles from './editors.module.css';

/** What opens a form: a row of the tree, a button that adds. */
const OPENERS = '[data-row], [data-opens-form]';

/** A form that was opened by keys has the focus in its first field; by a click, as a whole, so that keys still play. */
function takeFocus(title: HTMLElement): void {
  const opener = document.activeElement;
  const form = title.closest('form');
  if (!form || !(opener === document.body || opener?.matches(OPENERS))) return;
  const byKeys = opener?.matches(':focus-visible') ?? false;
  const first = byKeys
    ? form.querySelector<HTMLElement>('input, select, textarea, [role="radio"], [role="switch"]')
    : null;
  (first ?? title).focus();
}

/** The head of a form: name and API kind of the object, and a way back to the list. */
export function FormTitle({
  kind,
  name,
  namespace,
}: {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}) {
  const t = useTranslations('editors');
  const { select } = useActions();
  const chosen = useBench(({ view }) => view.selection !== undefined);
  const title = useRef<HTMLHeadingElement>(null);
  const onOpen = useEffectEvent(() => {
    if (title.current && chosen) takeFocus(title.current);
  });
  useEffect(() => onOpen(), []);
  const back = (): void => {
    const row = document.querySelector<HTMLElement>('[data-row][aria-current="true"]');
    select(undefined);
    requestAnimationFrame(() => row?.focus());
  };
  return (
    <div className={styles.formHead}>
      {chosen && <IconButton size="s" label={t('backToList')} icon={<ArrowLeft />} onClick={back} />}
      <h2 ref={title} className={styles.title} tabIndex={-1}>
        <span>{name}</span>
        <span className={styles.kind}>{namespace ? `${kind} · ${namespace}` : kind}</span>
      </h2>
    </div>
  );
}
