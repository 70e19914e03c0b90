import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { usePhrase } from '../i18n/use-phrase';
import type { ChainIndex } from '../rules/rules-view.model';
import { kernelDecimal } from '../common/odds-text.model';
import { withoutDefault } from '../common/object-names.model';
import { CertainNote, LegEnd } from '../parts/CertainNote';
import { CauseItem, Drawn } from './CauseItem';
import { useStory } from './use-story';
import { lastDraw, type LegStory } from './why.model';
import styles from './why-tab.module.css';

const FlipsView = lazy(async () => ({ default: (await import('./FlipsView')).FlipsView }));

/** The chain of causes: which steps rewrote, kept, refused or delivered each packet, and the rules behind them. */
export function WhyTab() {
  const { story, indexes } = useStory();
  return (
    <div className={styles.tab}>
      <Chance />
      <Suspense>
        <FlipsView />
      </Suspense>
      {story.map((leg) => (
        <LegWhy key={leg.leg} story={leg} indexes={indexes} />
      ))}
      <Assumptions />
    </div>
  );
}

function Chance() {
  const t = useTranslations('inspector.why');
  const probability = useBench((state) => state.run.result?.trace.probability);
  const drawnOdds = useBench((state) => state.run.result?.trace.kernelProbability);
  const outcomes = useBench((state) => state.run.result?.outcomes.length ?? 0);
  const drawn = useBench((state) => lastDraw(shownSteps(state)));
  if (outcomes < 2) return null;
  return (
    <div className={styles.chance}>
      <p>
        {probability === undefined
          ? t('chanceUnknown', { outcomes })
          : t('chance', { chance: probability, outcomes, kernel: kernelDecimal(probability, drawnOdds) ?? 'none' })}
      </p>
      <CertainNote />
      {drawn && <Drawn step={drawn} />}
    </div>
  );
}

function LegWhy({ story, indexes }: { readonly story: LegStory; readonly indexes: ReadonlyMap<string, ChainIndex> }) {
  const t = useTranslations('inspector');
  const { role, second, disposition, causes } = story;
  const name = t(`trace.role.${role}`);
  const end = causes.at(-1)?.at.data;
  return (
    <section>
      <h3 className={styles.leg}>
        {second ? t('trace.second', { role: name }) : name}
        <LegEnd role={role} disposition={disposition} pill />
        {end?.kind === 'deliver' && <span className={styles.to}>{withoutDefault(end.to)}</span>}
      </h3>
      {causes.length === 0 && <p className={styles.quiet}>{t('why.nothing')}</p>}
      <ol className={styles.causes}>
        {causes.map((cause) => (
          <li key={cause.at.index} className={styles.cause}>
            <CauseItem cause={cause} index={indexes.get(cause.at.netns)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Assumptions() {
  const t = useTranslations('inspector.why');
  const say = usePhrase();
  const assumptions = useBench((state) => state.run.result?.trace.assumptions);
  if (!assumptions || assumptions.length === 0) return null;
  return (
    <section>
      <h3 className={styles.leg}>{t('assumed')}</h3>
      <ul className={styles.assumptions}>
        {assumptions.map((each) => (
          <li key={`${each.id} ${JSON.stringify(each.values)}`}>{say(each)}</li>
        ))}
      </ul>
    </section>
  );
}
