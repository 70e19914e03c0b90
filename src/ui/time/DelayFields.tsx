import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { DELAY_NAMES, DELAY_RANGES, type ScriptDelays as DelayValues } from '../../core/document/script';
import { useActions } from '../../store/hooks';
import { Button } from '../common/controls';
import { withScript, delayAt, SLIDER, toSlider } from './script.model';
import styles from './timeline.module.css';
import { syncsHourly } from '../../core/kubernetes/proxy/shared/durations';
import { defaultDelays, delaysOf } from '../../core/timeline/delays';

/** A slider for every delay and period; one that is as usual is not written down. */
export const Delays = memo(function Delays({ document }: { readonly document: Document }) {
  const t = useTranslations('timeline');
  const { edit } = useActions();
  const values = delaysOf(document);
  const usual = defaultDelays(document);
  const put = (name: keyof DelayValues, value: number): void =>
    edit(
      (before) =>
        withScript(before, (script) => {
          const { [name]: _old, ...others } = script.delays ?? {};
          return { ...script, delays: value === usual[name] ? others : { ...others, [name]: value } };
        }),
      { coalesce: `delay ${name}` },
    );
  return (
    <details>
      <summary>{t('delays')}</summary>
      {DELAY_NAMES.map((name) => (
        <div key={name} className={styles.slider}>
          <label htmlFor={`delay-${name}`}>{t(`delayNames.${name}`)}</label>
          <input
            id={`delay-${name}`}
            type="range"
            min={0}
            max={SLIDER}
            value={toSlider(name, values[name])}
            aria-valuetext={String(values[name])}
            onChange={(event) => put(name, delayAt(name, Number(event.target.value)))}
          />
          <input
            type="number"
            aria-label={t(`delayNames.${name}`)}
            value={values[name]}
            min={DELAY_RANGES[name][0]}
            max={DELAY_RANGES[name][1]}
            onChange={({ target }) => {
              const [least, most] = DELAY_RANGES[name];
              if (target.value !== '' && target.valueAsNumber >= least && target.valueAsNumber <= most)
                put(name, target.valueAsNumber);
            }}
          />
          {name === 'syncPeriod' && syncsHourly(document) && (
            <p className={styles.remark}>{t('syncsHourly', { mode: document.mode })}</p>
          )}
        </div>
      ))}
      <Button size="s" onClick={() => edit((before) => withScript(before, ({ delays: _all, ...script }) => script))}>
        {t('usual')}
      </Button>
    </details>
  );
});
