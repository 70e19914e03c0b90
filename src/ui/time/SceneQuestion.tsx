import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { TimeScene } from '../../content/scenes';
import type { TimelineQuestion } from '../../core/timeline/question';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { retriedLoad } from '../common/late';
import { usePhrase } from '../common/i18n/use-phrase';
import styles from './timeline.module.css';

const load = retriedLoad(() => import('../../content/scenes'));

/** A scene that is told in the lanes, and the one after it. */
interface ToldScene {
  readonly scene: TimeScene;
  readonly next: TimeScene | undefined;
}

/** The scene that is told in the lanes; `loading`: it is on its way; undefined: none is, or it cannot be had. */
export function useTimeScene(): ToldScene | 'loading' | undefined {
  const id = useBench(({ view }) => (view.scene?.told === 'timeline' ? view.scene.id : undefined));
  const [scenes, setScenes] = useState<readonly TimeScene[]>();
  useEffect(() => {
    if (id === undefined || scenes) return undefined;
    let here = true;
    load().then(
      (loaded) => here && setScenes(loaded.TIME_SCENES),
      () => here && setScenes([]),
    );
    return () => {
      here = false;
    };
  }, [id, scenes]);
  if (id === undefined) return undefined;
  if (!scenes) return 'loading';
  const at = scenes.findIndex((each) => each.id === id);
  const scene = scenes[at];
  return scene && { scene, next: scenes[at + 1] };
}

/** What was answered: a place among the options; `shown`: it was shown without an answer. */
export type SceneGiven = number | 'shown' | undefined;

interface Props {
  readonly told: ToldScene;
  readonly question: TimelineQuestion | undefined;
  readonly given: SceneGiven;
  readonly onGive: (given: SceneGiven) => void;
}

/** What a scene asks before its timeline is shown; afterwards what is right, and what is to be said of it. */
export function SceneQuestion({ told: { scene, next }, question, given, onGive }: Props) {
  const t = useTranslations('timeline');
  const locale = useLocale();
  const say = usePhrase();
  const { openScene, markSeen } = useActions();
  const lesson = useBench(({ view }) => view.scene?.lesson);
  const isOver = given !== undefined;
  useEffect(() => {
    if (isOver) markSeen(scene.id);
  }, [isOver, markSeen, scene.id]);
  const right = question?.options[question.key];
  return (
    <section className={styles.answer} aria-label={t('scene')}>
      <div className={styles.sceneHead}>
        <strong>{scene.title[locale]}</strong>
        {isOver && next && (
          <Button
            variant="primary"
            onClick={() => void openScene({ id: next.id, ...(lesson === undefined ? {} : { lesson }) })}
          >
            {t('nextScene', { title: next.title[locale] })}
          </Button>
        )}
      </div>
      {question && <p>{say(question.asks)}</p>}
      {!isOver && question && (
        <ol className={styles.options}>
          {question.options.map((option, place) => (
            <li key={JSON.stringify(option)}>
              <Button onClick={() => onGive(place)}>{say(option.says)}</Button>
            </li>
          ))}
          <li>
            <Button variant="quiet" onClick={() => onGive('shown')}>
              {t('justShow')}
            </Button>
          </li>
        </ol>
      )}
      <div role="status">
        {isOver && right && (
          <p className={styles.right}>
            {given === 'shown' ? '' : t(given === question?.key ? 'isRight' : 'isWrong')}{' '}
            <strong>{say(right.says)}</strong>
          </p>
        )}
        {isOver && <p>{scene.notes[locale]}</p>}
      </div>
    </section>
  );
}
