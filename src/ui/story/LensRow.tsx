import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { EntryBox, PacketPanel } from './HeaderLenses';
import { LensDrawing, RealLines } from './Lens';
import { PACKET, useNames } from './story-parts';
import type { ToldStory } from './use-story';
import { writtenBy } from './position.model';
import styles from './lens.module.css';

interface Props {
  readonly story: ToldStory;
  readonly index: number;
  readonly tall: boolean;
  /** Instead of what decided: what is asked. */
  readonly children?: ReactNode;
}

/** Below the stage: what decided, and the packet or what was just written down; or the real rules. */
export function LensRow({ story, index, tall, children }: Props) {
  const rules = useBench(({ view }) => view.realRules);
  const packet = useBench(({ view }) => view.collapsed[PACKET] === false);
  const { pods } = useNames();
  const t = useTranslations('story');
  const [moment, lens] = [story.moments[index], story.lenses[index]];
  if (!moment || !lens) return null;
  if (rules && !children) {
    return (
      <section className={classes(styles.lens, styles.real)} aria-label={t('rules')} data-lens="rules">
        <RealLines lens={lens} pods={pods} />
      </section>
    );
  }
  const { picture } = lens;
  const entry = !children && picture.kind === 'header' && moment.kind === 'translated-back' ? picture.entry : undefined;
  const written = writtenBy(story.moments, index);
  return (
    <section
      key={children ? 'asked' : index}
      className={classes(styles.lens, tall && styles.tall, entry && styles.reading, index === 0 && styles.first)}
      aria-label={t(children ? 'asked' : 'why')}
      data-lens={children ? 'asked' : picture.kind}
    >
      <div className={styles.drawing}>
        {children ? (
          children
        ) : entry ? (
          <EntryBox entry={entry} moment={moment} written={written === undefined ? undefined : written + 1} />
        ) : (
          <LensDrawing lens={lens} moment={moment} narrow={tall} />
        )}
        {!children && !tall && <RulesSwitch />}
      </div>
      {(!tall || packet) && (
        <aside className={styles.panel} aria-label={t('packet')}>
          <PacketPanel moment={moment} picture={picture} />
        </aside>
      )}
    </section>
  );
}

/** The drawing, or the kernel's own words. In a hand it stands on the rail, where it is always in reach. */
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
