import { useEffect, useMemo, useState } from 'react';
import { useBench } from '../../store/hooks';
import { retriedLoad } from '../common/late';
import { teach, teachTime, type TaughtLesson } from './lessons.model';

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
  return useMemo(() => {
    if (!content) return undefined;
    const { LESSONS, TIME_LESSON, TIME_SCENES } = content;
    return [...teach(LESSONS, locale), teachTime(TIME_LESSON, TIME_SCENES, locale)];
  }, [content, locale]);
}
