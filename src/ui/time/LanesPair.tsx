import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Timeline } from '../../core/timeline/timeline';
import { Lanes } from './Lanes';
import { PlayLanes } from './Playing';
import { tellingSpan, type Span } from './timeline.model';

interface Props {
  readonly first: Timeline;
  readonly second?: Timeline | undefined;
  readonly names: readonly [string, string];
  /** Px of the window that are one of the drawing. */
  readonly scale: number;
  /** On a slide one of the two has all the room there is. */
  readonly slide?: 'first' | 'second' | undefined;
}

/** Lanes of a timeline, and of one beside it: the same time is looked at in both. */
export function LanesPair({ first, second, names, scale, slide }: Props) {
  const t = useTranslations('timeline');
  const { duration } = first;
  const [looked, setLooked] = useState<{ readonly span: Span | undefined }>();
  const telling = useMemo(() => tellingSpan(second ? [first, second] : [first], duration), [first, second, duration]);
  const [moment, setMoment] = useState(0);
  const [client, setClient] = useState<number>();
  const setSpan = useCallback((span: Span | undefined) => setLooked({ span }), []);
  const span = looked ? (looked.span ?? { from: 0, until: duration }) : telling;
  const view = { span, setSpan, moment: Math.min(moment, duration), setMoment, client, setClient };
  const common = { told: true, whole: true, scale, fits: slide !== undefined, ...view };
  return (
    <>
      {slide !== 'second' && (
        <Lanes timeline={first} label={second ? t('lanesOf', { name: names[0] }) : t('lanes')} {...common}>
          <PlayLanes timeline={first} view={view} />
        </Lanes>
      )}
      {second && slide !== 'first' && (
        <Lanes timeline={second} label={t('lanesOf', { name: names[1] })} {...common}>
          {slide && <PlayLanes timeline={second} view={view} />}
        </Lanes>
      )}
    </>
  );
}
