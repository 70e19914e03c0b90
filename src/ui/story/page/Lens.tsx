import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lens } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import { classes } from '../../common/classes';
import { lazyPart } from '../../common/late';
import { PacketPanel } from '../lenses/PacketPanel';
import { WAY_LENS } from '../lenses/lens-way';
import styles from '../lenses/lens.module.css';
import { useActions, useBench } from '../../../store/hooks';
import { PACKET } from './folded';
import { useNames } from './names';
import type { LoadedStory } from './use-story';
import { choiceMoment, entryMoment } from './position.model';

// Nothing decides in the first moment, and nothing is rewritten. Who waits for its code draws it whole.
export const LateLens = lazyPart(async () => (await import('../lenses/lenses')).AnyLens, 'free');
const EntryBox = lazyPart(async () => (await import('../lenses/lens-header')).EntryBox, 'free');
const RealLines = lazyPart(async () => (await import('../lenses/RealLines')).RealLines);
const Draws = lazyPart(async () => (await import('./Draws')).Draws);

interface Props {
  readonly lens: Lens;
  readonly moment: Moment;
  readonly narrow: boolean;
  readonly roomy?: boolean | undefined;
}

/** The lens of a moment. That of the first moment is in the page as it is built. */
export function LensDrawing({ lens: { picture }, moment, narrow, roomy }: Props) {
  const t = useTranslations('story');
  const props = { moment, t, narrow, roomy };
  if (picture.kind === 'way') return <WAY_LENS.Page picture={picture} {...props} />;
  return (
    <Suspense fallback={null}>
      <LateLens picture={picture} {...props} />
    </Suspense>
  );
}

interface RowProps {
  readonly story: LoadedStory;
  readonly index: number;
  readonly tall: boolean;
  /** The stage shows it happening. */
  readonly moving: boolean;
  /** Instead of what decided: what is asked. */
  readonly children?: ReactNode;
}

/** Below the stage: what decided, and the packet or what was just written down; or the real rules. */
export function LensRow({ story, index, tall, moving, children }: RowProps) {
  const rules = useBench(({ view }) => view.realRules);
  const packet = useBench(({ view }) => view.collapsed[PACKET] === false);
  const isMoment = useBench(({ view }) => view.time !== undefined);
  // It is there when somebody is chosen.
  useEffect(() => {
    if (index > 0) void LateLens.code().catch(() => undefined);
  }, [index]);
  const { pods } = useNames();
  const t = useTranslations('story');
  const [moment, lens] = [story.moments[index], story.lenses[index]];
  if (!moment || !lens) return null;
  if (rules && !children) {
    return (
      <section className={classes(styles.lens, styles.real)} aria-label={t('rules')} data-lens="rules">
        <Suspense fallback={null}>
          <RealLines lens={lens} pods={pods} />
        </Suspense>
      </section>
    );
  }
  const { picture } = lens;
  const entry = !children && picture.kind === 'header' && moment.kind === 'translated-back' ? picture.entry : undefined;
  const written = entryMoment(story.moments, index);
  const panel = <PacketPanel moment={moment} picture={picture} />;
  const draws = !children && !isMoment && choiceMoment(story.moments) === index;
  return (
    <section
      key={children ? 'asked' : index}
      className={classes(styles.lens, tall && styles.tall, entry && styles.reading, index === 0 && styles.first)}
      aria-label={t(children ? 'asked' : 'why')}
      data-lens={children ? 'asked' : picture.kind}
      // Draws have their own time.
      data-moving={(moving && !children && moment.kind !== 'chosen') || undefined}
    >
      <div className={styles.drawing}>
        {children ? (
          children
        ) : entry ? (
          <Suspense fallback={null}>
            <EntryBox entry={entry} moment={moment} written={written === undefined ? undefined : written + 1} />
          </Suspense>
        ) : (
          <LensDrawing lens={lens} moment={moment} narrow={tall} />
        )}
      </div>
      {/* Who is asked reads no answer off the header. */}
      {!children && (!tall || packet || draws) && (
        <aside className={styles.panel} aria-label={t(draws ? 'lens.draws' : 'packet')}>
          {draws ? (
            <Suspense fallback={tall ? null : panel}>
              <Draws story={story}>{!tall || packet ? panel : null}</Draws>
            </Suspense>
          ) : (
            panel
          )}
        </aside>
      )}
    </section>
  );
}

/** The drawing, or the kernel's own words: on the rail, where it is always in reach and stays when pressed. */
export function RulesSwitch({ tall = false }: { readonly tall?: boolean }) {
  const t = useTranslations('story');
  const on = useBench(({ view }) => view.realRules);
  const { setRealRules } = useActions();
  return (
    <button
      type="button"
      aria-pressed={on}
      className={classes(styles.switch, on && styles.switchOn)}
      onClick={() => setRealRules(!on)}
    >
      {t(on && !tall ? 'rulesOn' : 'rules')} {!tall && <kbd>x</kbd>}
    </button>
  );
}
