import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lens, LensPicture } from '../../core/story/lens';
import type { Moment } from '../../core/story/moment';
import { classes } from '../common/classes';
import { lazyPart } from '../common/late';
import { makeCards, type LensWords, type Of, devicesByMachine, routesShown } from './lens.model';
import { PacketPanel } from './PacketPanel';
import { Cards } from './LensParts';
import { splitName } from '../common/texts.model';
import styles from './lens.module.css';
import { useActions, useBench } from '../../store/hooks';
import { PACKET, useNames } from './story-parts';
import type { ToldStory } from './use-story';
import { drawnAt, writtenBy } from './position.model';

// Nobody is chosen in the first moments, and nothing rewritten.
const ChoiceLens = lazyPart(async () => (await import('./ChoiceLenses')).ChoiceLens, 'idle');
const HeaderTable = lazyPart(async () => (await import('./HeaderLenses')).HeaderTable, 'idle');
const EntryBox = lazyPart(async () => (await import('./HeaderLenses')).EntryBox, 'idle');
const RealLines = lazy(async () => ({ default: (await import('./RealLines')).RealLines }));
const Draws = lazy(async () => ({ default: (await import('./Draws')).Draws }));

interface Props {
  readonly lens: Lens;
  readonly moment: Moment;
  readonly narrow: boolean;
}

/** What decided at this moment, drawn: one drawing for each way to decide. */
export function LensDrawing({ lens: { picture }, moment, narrow }: Props) {
  const t = useTranslations('story');
  const service = moment.service ?? moment.header.to.name;
  return <Drawn picture={picture} t={t} service={service} narrow={narrow} moment={moment} />;
}

interface DrawnProps {
  readonly picture: LensPicture;
  readonly t: LensWords;
  readonly service: string;
  readonly narrow: boolean;
  readonly moment: Moment;
}

function Drawn({ picture, t, service, narrow, moment }: DrawnProps): ReactNode {
  switch (picture.kind) {
    case 'way':
      return picture.devices.length > 0 ? (
        <Way picture={picture} t={t} narrow={narrow} />
      ) : (
        <Cards {...makeCards(picture, moment, t)} />
      );
    case 'ladder':
    case 'servers':
    case 'map':
    case 'process':
      return (
        <Suspense fallback={null}>
          <ChoiceLens picture={picture} t={t} service={service} narrow={narrow} />
        </Suspense>
      );
    case 'header':
      return (
        <Suspense fallback={null}>
          <HeaderTable picture={picture} t={t} kind={moment.kind} />
        </Suspense>
      );
    case 'routes':
      return <Routes picture={picture} t={t} narrow={narrow} />;
    case 'rule':
    case 'lookup':
    case 'virtual-server':
    case 'affinity':
    case 'mark':
    case 'kept':
    case 'refusal':
      return <Cards {...makeCards(picture, moment, t)} />;
  }
}

interface PartProps<K extends LensPicture['kind']> {
  readonly picture: Of<K>;
  readonly t: LensWords;
  readonly narrow: boolean;
}

/** In a hand: a line for each machine, with its devices one after the other. */
function Machines({ picture: { devices }, t }: Pick<PartProps<'way'>, 'picture' | 't'>) {
  const isLong = devices.length > 6;
  return (
    <>
      <h3 className={styles.title}>{t('lens.way')}</h3>
      <ol className={styles.machines}>
        {devicesByMachine(devices).map(({ where, devices: own }, index) => (
          // Two machines may have the packet by turns.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${where} ${index}`}>
            <span className={styles.mute}>{splitName(where).name}</span>
            {own.map(({ device, kind }, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={`${device} ${at}`} className={styles.whole}>
                <strong className={styles.mono}>{device}</strong>
                {!isLong && <span className={styles.mute}> {t(`lens.${kind}`)}</span>}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

function Way({ picture, t, narrow }: PartProps<'way'>) {
  if (narrow) return <Machines picture={picture} t={t} />;
  const { devices } = picture;
  return (
    <>
      <h3 className={styles.title}>{t('lens.way')}</h3>
      <ol className={classes(styles.cards, styles.devices)}>
        {devices.map(({ netns, where, device, kind }, index) => (
          // The same device may be passed twice, in and out.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${netns} ${device} ${index}`} className={styles.device}>
            {/* As the stage names it: a Pod without its namespace. */}
            <span className={styles.mute}>{splitName(where).name}</span>
            <strong className={styles.mono}>{device}</strong>
            <span className={styles.mute}>{t(`lens.${kind}`)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Routes({ picture, t, narrow }: PartProps<'routes'>) {
  const { node, routes } = picture;
  const shown = routesShown(picture, narrow);
  const part = shown.length < routes.length;
  return (
    <>
      <h3 className={styles.title}>
        {part ? t('lens.routesPart', { node, shown: shown.length, count: routes.length }) : t('lens.routes', { node })}
      </h3>
      <ul className={styles.rows}>
        {shown.map(({ text, chosen }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${text} ${index}`} className={classes(styles.row, styles.route, chosen && styles.taken)}>
            <span className={styles.mono}>{text}</span>
            <strong>{chosen ? t('lens.taken') : ''}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly story: ToldStory;
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
    if (index > 0) for (const part of [ChoiceLens, HeaderTable]) void part.code().catch(() => undefined);
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
  const written = writtenBy(story.moments, index);
  const panel = <PacketPanel moment={moment} picture={picture} />;
  const draws = !children && !isMoment && drawnAt(story.moments) === index;
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
        {!children && !tall && <RulesSwitch />}
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
