import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';

const SECOND_MS = 1000;

interface Props {
  readonly className: string | undefined;
  /** What is said beside the two, of the seconds since the start. */
  readonly children?: (seconds: number) => string | undefined;
}

/** The time of day, and how long it has been going on. */
export function Clock({ className, children }: Props) {
  const t = useTranslations('lessons.presenter');
  const locale = useLocale();
  const [since, setSince] = useState(() => Date.now());
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / SECOND_MS));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className={className}>
      {children && <span data-plan="">{children(seconds)}</span>}
      <time>{new Date(now).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })}</time>
      <button type="button" data-timer="" aria-label={t('timer', { time: shown })} onClick={() => setSince(Date.now())}>
        {shown}
      </button>
    </div>
  );
}
