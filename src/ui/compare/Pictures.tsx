import { Fragment, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Lens } from '../../core/story/lens';
import type { Moment, StoryEnd } from '../../core/story/moment';
import type { Story } from '../../engine/questions/story';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { usePhrase } from '../common/i18n/use-phrase';
import { Named } from '../story/page/Headline';
import { kindWord } from '../story/page/Rail';
import { NamesContext } from '../story/page/names';
import { useMediaQuery } from '../common/theme/media';
import {
  listStops,
  paneStateAt,
  groupPanes,
  type PaneGroups,
  type PaneState,
  shownStops,
  type PictureRow,
  type StripStop,
  type StripWalk,
  takesTurns,
  showsAddresses,
  schedulerKey,
} from './pictures.model';
import lensStyles from '../story/lenses/lens.module.css';
import styles from './pictures.module.css';
import type { Of } from '../story/lenses/lens.model';
import { MOST_LISTED, mostTelling } from '../story/cast/telling';
import { Dial } from '../story/lenses/lens-servers';
import { EntryBox } from '../story/lenses/lens-header';
import { LensDrawing } from '../story/page/Lens';
import { End } from '../story/lenses/LensParts';

interface Props {
  readonly stories: readonly Story[];
  readonly titles: readonly string[];
  readonly row: PictureRow;
  /** By pane: the steps the moments are of. */
  readonly walks: readonly (readonly FlatStep[])[];
  /** The panes send one flow, and not each its own that is like it. */
  readonly isOneFlow: boolean;
}

/** Every pane at the same moment: what is said of it, and each one's small stage and lens. */
export function Pictures({ stories, titles, row, walks, isOneFlow }: Props) {
  const t = useTranslations('pictures');
  return (
    <NamesContext value={useNamesOf(stories)}>
      <section className={styles.pictures} aria-label={t('title')} data-picture={row.moment.kind}>
        <Saying stories={stories} titles={titles} row={row} isOneFlow={isOneFlow} />
        <ol className={styles.panes}>
          {stories.map(({ moments, lenses }, pane) => (
            // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
            <li key={pane} className={styles.pane} data-has={row.has[pane]}>
              <Pane
                title={titles[pane] ?? ''}
                walk={{ moments, lenses, steps: walks[pane] ?? [] }}
                index={row.shown[pane] ?? -1}
                state={paneStateAt(row, moments, pane)}
              />
            </li>
          ))}
        </ol>
      </section>
    </NamesContext>
  );
}

/** Pods and the Service the walks speak of. */
function useNamesOf(stories: readonly Story[]) {
  return useMemo(() => {
    const moments = stories.flatMap((story) => story.moments);
    const ends = moments.flatMap(({ header, pod }) => [header.from, header.to, ...(pod ? [pod] : [])]);
    const service = moments.find((moment) => moment.service !== undefined)?.service;
    return { service, pods: new Set(ends.flatMap(({ kind, name }) => (kind === 'pod' ? [name] : []))) };
  }, [stories]);
}

/** What all panes are at, and what some of them have behind them. */
function Saying({ stories, titles, row, isOneFlow }: Omit<Props, 'walks'>) {
  const t = useTranslations('pictures');
  const story = useTranslations('story');
  const say = usePhrase();
  const here = stories.flatMap(({ moments }, pane) => (row.has[pane] ? (moments[row.shown[pane] ?? -1] ?? []) : []));
  const said = new Set(here.map(({ sentence }) => say(sentence)));
  const pods = new Set(here.map(({ pod }) => pod?.name));
  const [pod] = pods;
  const kind = story(kindWord(row.moment));
  const same = said.size === 1 && here.length === stories.length;
  const oneChosen = row.moment.kind === 'chosen' && pods.size === 1 && pod !== undefined;
  const told = stories.map(({ moments }) => moments);
  const apart = (['rewritten', 'chosen'] as const).find((each) => groupPanes(row, told, each));
  const parted = apart && groupPanes(row, told, apart);
  const shared = !isOneFlow ? 'ownFlows' : same ? 'alike' : here.length < stories.length ? 'some' : 'about';
  const tellPart = (part: keyof PaneGroups, { [part]: panes }: PaneGroups): readonly string[] => {
    const id = part === 'done' ? apart : PART_WORDS[part];
    return id && panes.length > 0 ? [t(id, { panes: panes.map((pane) => titles[pane]).join(', ') })] : [];
  };
  return (
    <div className={styles.say} role="status">
      <h3>
        <Named>
          {same ? [...said].join('') : oneChosen ? t('onePod', { pod, count: here.length }) : t('apart', { kind })}
        </Named>
      </h3>
      <p>{apart && parted ? PARTS.flatMap((part) => tellPart(part, parted)).join(' ') : t(shared)}</p>
    </div>
  );
}

const PARTS = ['done', 'yet', 'over', 'never'] as const satisfies readonly (keyof PaneGroups)[];
const PART_WORDS = { yet: 'notYet', over: 'endedBefore', never: 'notHere' } as const;

interface PaneProps {
  readonly title: string;
  readonly walk: StripWalk;
  readonly index: number;
  /** Is it at this moment? Else it stands at the last one before. */
  readonly state: PaneState;
}

/** A pane narrower than a lens of the page has the story's lenses of a hand. */
const SMALL = '(max-width: 599px), (min-width: 900px) and (max-width: 1119px)';
const IN_A_HAND = '(max-width: 599px)';

function Pane({ title, walk, index, state }: PaneProps) {
  const t = useTranslations('pictures');
  const narrow = useMediaQuery(SMALL);
  const inHand = useMediaQuery(IN_A_HAND);
  const { moments, lenses } = walk;
  const [moment, lens] = [moments[index], lenses[index]];
  return (
    <>
      <div className={styles.head}>
        <h4>{title}</h4>
        <span>{moment && lens ? <How lens={lens} moment={moment} state={state} /> : t('untold')}</span>
      </div>
      {moment && <Strip stops={listStops(walk, index)} room={inHand ? 3 : 4} />}
      {moment && lens && (
        <div
          className={classes(styles.lens, narrow ? lensStyles.tall : styles.wide, state !== 'here' && styles.waits)}
          data-lens={lens.picture.kind}
        >
          <SmallLens lens={lens} moment={moment} room={inHand ? 'hand' : narrow ? 'half' : 'wide'} />
        </div>
      )}
    </>
  );
}

interface HowProps {
  readonly lens: Lens;
  readonly moment: Moment;
  readonly state: PaneState;
}

/** How it is done here, in a few words; where it is not done here, how far this walk is. */
function How({ lens, moment, state }: HowProps) {
  const t = useTranslations('pictures.how');
  const standing = useTranslations('pictures');
  const story = useTranslations('story');
  const { picture } = lens;
  if (state !== 'here') return standing(state, { kind: story(kindWord(moment)) });
  if (picture.kind === 'process' && takesTurns(moment)) return t('turns');
  return isOwn(picture.kind) ? t(picture.kind) : story(kindWord(moment));
}

/** Where modes differ; elsewhere the moment's own word says it. */
const OWN = ['ladder', 'map', 'lookup', 'rule', 'process', 'virtual-server', 'servers'] as const;
const isOwn = (kind: Lens['picture']['kind']): kind is (typeof OWN)[number] => OWN.some((own) => own === kind);

/** The way so far as a line: who sent the packet, and each place where something happened to it. */
function Strip({ stops: all, room }: { readonly stops: readonly StripStop[]; readonly room: number }) {
  const t = useTranslations('pictures');
  const { stops, left } = shownStops(all, room);
  return (
    <ol className={styles.strip} aria-label={t('way')}>
      {stops.map(({ id, name, kind, node }, at) => (
        <Fragment key={id}>
          {left && at === 1 && (
            <li className={styles.left}>
              <span className="visually-hidden">{t('left')}</span>
            </li>
          )}
          <li
            data-stop={kind}
            aria-current={at === stops.length - 1 ? 'step' : undefined}
            className={classes(styles.stop, at === stops.length - 1 && styles.now)}
          >
            <span className={styles.node}>{kind === 'process' ? t('userSpace') : node}</span>
            <i aria-hidden="true" />
            <span className={styles.name}>{name}</span>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

interface SmallLensProps {
  readonly lens: Lens;
  readonly moment: Moment;
  readonly room: Room;
}

/** `wide`: half a page; `half`: of one that is narrow, without what is round the list; `hand`: without addresses, too. */
type Room = 'wide' | 'half' | 'hand';

/** What decided at a moment, half as wide as the story draws it: without what the other panes say, too. */
function SmallLens({ lens, moment, room }: SmallLensProps) {
  const { picture } = lens;
  if (picture.kind === 'header' && moment.kind === 'translated-back' && picture.entry) {
    return <EntryBox entry={picture.entry} moment={moment} written={undefined} />;
  }
  if (picture.kind === 'servers') return <SmallServers picture={picture} room={room} />;
  if (picture.kind === 'process' && picture.endpoints.length > 0) {
    return <SmallProcess picture={picture} moment={moment} room={room} />;
  }
  return <LensDrawing lens={lens} moment={moment} narrow={room !== 'wide' || picture.kind === 'map'} />;
}

/** IPVS: the servers with their addresses; round a dial, or each with what the scheduler weighs. */
function SmallServers({ picture, room }: { readonly picture: Of<'servers'>; readonly room: Room }) {
  const t = useTranslations('story');
  const { servers, turns } = picture;
  const by = schedulerKey(picture);
  const said = (chosen: boolean): string => (chosen ? t(turns ? 'lens.turnShort' : 'lens.picked') : '');
  return (
    <div className={styles.choice}>
      {room === 'wide' && turns && !by && <Dial chosen={servers.map(({ chosen }) => chosen)} />}
      <Rows
        addressed={room !== 'hand'}
        rows={servers.map(({ end, chosen, active, weight }) => ({
          end,
          chosen,
          said: said(chosen),
          ...(by ? { weighed: by === 'active' ? t('lens.active', { active }) : t('lens.weight', { weight }) } : {}),
        }))}
      />
    </div>
  );
}

/** A process between the client and the Pods, and whom it dials. */
function SmallProcess({
  picture: { endpoints, odds },
  moment,
  room,
}: {
  readonly picture: Of<'process'>;
  readonly moment: Moment;
  readonly room: Room;
}) {
  const t = useTranslations('story');
  const pictures = useTranslations('pictures');
  const turns = takesTurns(moment);
  const said = turns ? t('lens.turnShort') : t(odds ? 'lens.pickedOdds' : 'lens.picked', { odds: odds ?? '' });
  return (
    <div className={styles.choice}>
      {room === 'wide' && <p className={styles.process}>{pictures(turns ? 'takesTurns' : 'picks')}</p>}
      <Rows
        addressed={room !== 'hand'}
        rows={endpoints.map(({ end, chosen }) => ({
          end,
          chosen,
          said: chosen ? said : '',
        }))}
      />
    </div>
  );
}

interface Row {
  readonly end: StoryEnd;
  readonly chosen: boolean;
  readonly said: string;
  /** What the scheduler knows of it. */
  readonly weighed?: string;
}

function Rows({ rows, addressed }: { readonly rows: readonly Row[]; readonly addressed: boolean }) {
  const whole = addressed && showsAddresses(rows.map(({ end }) => end));
  return (
    <ol className={classes(lensStyles.rows, styles.rows)}>
      {mostTelling(rows, ({ chosen }) => chosen, MOST_LISTED).map(({ end, chosen, said, weighed }) => (
        <li key={end.text} className={classes(lensStyles.row, styles.row, chosen && lensStyles.taken)}>
          <span className={lensStyles.who}>{end.name}</span>
          {whole && <End end={end} named={false} />}
          {weighed !== undefined && <span className={lensStyles.mute}>{weighed}</span>}
          <span className={classes(lensStyles.said, styles.said)}>{said}</span>
        </li>
      ))}
    </ol>
  );
}
