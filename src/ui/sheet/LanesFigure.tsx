import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { LivedLanes, RenderedLanes } from '../../core/sheet/lanes';
import { tellLanes } from '../../core/sheet/fill-lanes';
import type { Timeline } from '../../core/timeline/timeline';
import { useActions } from '../../store/hooks';
import { lazyPart } from '../common/late';
import { useWorkspace } from '../shell/bench/use-shortcuts';
import type { FigureProps } from './FigureParts';
import { KnobChip } from './Knob';
import type { SlidePart } from './sheet.model';
import { useSheetPhrase } from './use-sheet-phrase';
import styles from './sheet.module.css';

const LanesPair = lazyPart(async () => (await import('../time/LanesPair')).LanesPair);

interface Props extends Pick<FigureProps, 'knobs' | 'unit' | 'onTurn' | 'onShow' | 'slide'> {
  readonly lanes: RenderedLanes;
  /** What they live through. */
  readonly script: Document | undefined;
}

/** Lanes of time: what came of a script, in the engine's sentences, and each thing that happened. */
export function LanesFigure({ lanes, script, knobs, unit, onTurn, onShow, slide }: Props) {
  const t = useTranslations('sheet');
  const { id, number, lived, veiled } = lanes;
  const own = knobs.filter(({ name }) => lanes.knobs.includes(name));
  const only = lived?.second && slide && ONLY[slide.part];
  return (
    <figure id={id} className={styles.figure} data-figure={id} data-moment="lanes" data-lived={lived ? '' : undefined}>
      <figcaption className={veiled && slide?.isAsked ? 'visually-hidden' : styles.caption}>
        <span className={styles.number}>{t('figure', { number })}</span>
        {veiled && lived && <strong className={styles.sentence}>{t('veiled')}</strong>}
        {!lived && <span role="status">{t('working')}</span>}
        {lived && !veiled && <Told lived={lived} only={only} />}
      </figcaption>
      {lived && !veiled && slide?.part !== 'words' && (
        <LanesPair {...lived} scale={unit} slide={slide && (only ?? 'first')} />
      )}
      <div className={styles.foot}>
        {veiled && lived && (
          <button type="button" className={styles.button} onClick={() => onShow(veiled)}>
            {t('show')}
          </button>
        )}
        <span className={styles.spring} />
        {!veiled && own.map((knob) => <KnobChip key={knob.name} knob={knob} onTurn={onTurn} />)}
        {!veiled && !slide && script && <OpenTime number={number} script={script} />}
      </div>
    </figure>
  );
}

/** Which of two lanes a slide shows. */
const ONLY: Partial<Record<SlidePart, 'first' | 'second'>> = { stage: 'first', lens: 'second' };

interface ToldProps {
  readonly lived: LivedLanes;
  readonly only: 'first' | 'second' | undefined;
}

/** What the timeline answers; of two, each under its name. */
function Told({ lived: { first, second, names }, only }: ToldProps) {
  const say = useSheetPhrase();
  const told = (timeline: Timeline, name: string | undefined) => {
    const { sentence, why } = tellLanes(timeline);
    return (
      <>
        <strong className={styles.sentence} data-sentence="">
          {name !== undefined && `${name}: `}
          {sentence && say(sentence)}
        </strong>
        <span className={styles.cause}>{why.map(say).join(' ')}</span>
      </>
    );
  };
  return (
    <>
      {only !== 'second' && told(first, second && names[0])}
      {second && only !== 'first' && told(second, names[1])}
    </>
  );
}

/** The way to the window of time, where anything of a script can be changed. */
function OpenTime({ number, script }: { readonly number: number; readonly script: Document }) {
  const t = useTranslations('sheet');
  const { openDocument } = useActions();
  const { openDialog } = useWorkspace();
  const open = (): void => {
    openDocument(script, { depth: 'bench' }, { from: 'shipped' });
    openDialog('timeline');
  };
  return (
    <button
      type="button"
      className={styles.link}
      data-open="time"
      aria-label={t('timeLabel', { number })}
      onClick={open}
    >
      {t('time')} <span aria-hidden>↗</span>
    </button>
  );
}
