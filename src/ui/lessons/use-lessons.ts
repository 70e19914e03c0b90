import { useEffect, useMemo, useState } from 'react';
import { useActions, useBench } from '../../store/hooks';
import { retriedLoad } from '../common/late';
import { findPlace, teach, teachOwn, teachTime, type LessonPlace, type TaughtLesson } from './lessons.model';

const load = retriedLoad(() => import('../../content/scenes'));

type Content = Awaited<ReturnType<typeof load>>;

/** All lessons in the page's language, loaded when first `wanted`; undefined: not there yet. */
export function useLessons(wanted = true): readonly TaughtLesson[] | undefined {
  const locale = useBench(({ view }) => view.locale);
  const [content, setContent] = useState<Content>();
  useEffect(() => {
    if (!wanted || content) return undefined;
    let here = true;
    load().then(
      (loaded) => here && setContent(loaded),
      // What could not be loaded is offered anew by the page.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [wanted, content]);
  const own = useBench(({ view }) => view.own);
  return useMemo(() => {
    if (!content) return undefined;
    const { LESSONS, TIME_LESSON, TIME_SCENES } = content;
    return [...teach(LESSONS, locale), teachTime(TIME_LESSON, TIME_SCENES, locale), ...teachOwn(own)];
  }, [content, locale, own]);
}

/** Where in a lesson the shown scene is. `coming`: that is not known yet. */
export function useLesson(): { readonly place: LessonPlace | undefined; readonly coming: boolean } {
  const scene = useBench(({ view }) => view.scene);
  const taught = scene?.lesson !== undefined;
  const lessons = useLessons(taught);
  const place = useMemo(() => (lessons && taught ? findPlace(lessons, scene) : undefined), [lessons, taught, scene]);
  return { place, coming: taught && !lessons };
}

/** Goes to another scene of the lesson. */
export function useSceneMoves(place: LessonPlace | undefined): (direction: 1 | -1) => void {
  const { openScene } = useActions();
  return (direction) => {
    const to = direction === 1 ? place?.next : place?.previous;
    if (place && to) void openScene({ id: to.id, lesson: place.lesson.id });
  };
}
