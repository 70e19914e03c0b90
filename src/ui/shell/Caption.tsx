import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { currentStep, netnsById } from '../../store/selectors';
import { AddressChip } from '../common/addresses';
import { Button } from '../common/controls';
import { EndNote } from '../parts/CertainNote';
import { usePhrase } from '../i18n/use-phrase';
import { noStepOf } from '../rules/no-step.model';
import { withoutDefault } from '../common/object-names.model';
import styles from './caption.module.css';
import { splitAddresses } from './split-addresses.model';
import { StepCount, useCaption } from './Scrubber';
import { useEffect, useState } from 'react';

/** Work that ends sooner than this is not worth a word. */
const NOTICEABLE_MS = 400;

/** True once `busy` has been true for a while. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), NOTICEABLE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}

/** What is being seen, in one sentence that changes with the step. */
export function Caption() {
  const t = useTranslations('shell.caption');
  return (
    <section className={styles.caption} aria-label={t('label')}>
      <Sentence />
      <SaidAloud />
      <span className={styles.certain}>
        <EndNote />
      </span>
      <RunStatus />
    </section>
  );
}

function Sentence() {
  const t = useTranslations('shell.caption');
  const say = usePhrase();
  const step = useBench(currentStep);
  const title = useBench((state) => netnsById(state, currentStep(state)?.netns)?.title);
  const why = useBench(noStepOf);
  const problem = useBench(({ run }) => run.result?.problem);
  const caption = useCaption();
  if (!step) {
    // What failed is said beside it, with what can be done.
    const nothing = why === 'failed' || why === 'problem' ? '' : t(why);
    return (
      <p className={styles.sentence} aria-live="polite">
        {problem ? say(problem) : nothing}
      </p>
    );
  }
  const sentence = caption(step);
  return (
    <>
      <span className={styles.place}>
        {t(`place.${step.role}`, { netns: withoutDefault(title ?? step.netns) })}
        {step.second && <> · {t('second')}</>}
        <span className={styles.count}>
          <StepCount />
        </span>
      </span>
      <p className={styles.sentence} title={sentence}>
        {splitAddresses(sentence).map((part) =>
          'text' in part ? part.text : <AddressChip key={part.at} address={part.address} port={part.port} />,
        )}
      </p>
    </>
  );
}

/** What is read out: nothing while the packet moves, then where it stands. */
function SaidAloud() {
  const t = useTranslations('shell.caption');
  const step = useBench((state) => (state.view.playing ? undefined : currentStep(state)));
  const title = useBench((state) => netnsById(state, step?.netns)?.title);
  const caption = useCaption();
  const place = step && t(`place.${step.role}`, { netns: withoutDefault(title ?? step.netns) });
  return (
    <p role="status" className="visually-hidden" data-said-aloud>
      {step && `${place}: ${caption(step)}`}
    </p>
  );
}

/** What the engine is doing when it takes long enough to be noticed, and why it could not. */
function RunStatus() {
  const t = useTranslations('shell.caption');
  const say = usePhrase();
  const { cancel } = useActions();
  const status = useBench(({ run }) => run.status);
  const error = useBench(({ run }) => run.error);
  const drawn = useBench(({ run }) => run.bench !== undefined);
  const slow = useSlow(status === 'working');
  if (status === 'failed' && error) {
    return (
      <p role="alert" className={styles.failed}>
        {t('failed', { reason: say(error) })}
      </p>
    );
  }
  if (!slow || !drawn) return null;
  return (
    <p role="status" className={styles.working}>
      {t('stillWorking')}
      <Button size="s" onClick={cancel}>
        {t('cancel')}
      </Button>
    </p>
  );
}
