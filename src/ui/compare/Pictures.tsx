import { Fragment, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Lens } from '../../core/story/lens';
import type { Moment } from '../../core/story/moment';
import type { Story } from '../../engine/questions/story';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import { EntryBox } from '../story/HeaderLenses';
import { LensDrawing } from '../story/Lens';
import { Named } from '../story/Named';
import { kindWord } from '../story/Rail';
import { NamesContext } from '../story/story-parts';
import { useMediaQuery } from '../theme/media';
import { listStops, partedBy, shownStops, type PictureRow, type StripStop } from './pictures.model';
import lensStyles from '../story/lens.module.css';
import styles from './pictures.module.css';

interface Props {
  readonly stories: readonly Story[];
  readonly titles: readonly string[];
  readonly row: PictureRow;
}

/** Every pane at the same moment: what is said of it, and each one's small stage and lens. */
export function Pictures({ stories, titles, row }: Props) {
  const t = useTranslations('pictures');
  return (
    <NamesContext value={useNamesOf(stories)}>
      <section className={styles.pictures} aria-label={t('title')} data-picture={row.moment.kind}>
        <Saying stories={stories} titles={titles} row={row} />
        <ol className={styles.panes}>
          {stories.map(({ moments, lenses }, pane) => (
            // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
            <li key={pane} className={styles.pane} data-has={row.has[pane]}>
              <Pane
                title={titles[pane] ?? ''}
                story={{ moments, lenses }}
                index={row.shown[pane] ?? -1}
                has={row.has[pane] ?? false}
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
function Saying({ stories, titles, row }: Props) {
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
  const apart = (['rewritten', 'chosen'] as const).find((each) => partedBy(row, told, each));
  const parted = apart && partedBy(row, told, apart);
  const names = (panes: readonly number[]): string => panes.map((pane) => titles[pane]).join(', ');
  return (
    <div className={styles.say} role="status">
      <h3>
        <Named>
          {same ? [...said].join('') : oneChosen ? t('onePod', { pod, count: here.length }) : t('apart', { kind })}
        </Named>
      </h3>
      <p>
        {apart && parted ? t(apart, { done: names(parted.done), not: names(parted.not) }) : t(same ? 'alike' : 'about')}
      </p>
    </div>
  );
}

interface PaneProps {
  readonly title: string;
  readonly story: Story;
  readonly index: number;
  /** It is at this moment; else it waits at the last one before. */
  readonly has: boolean;
}

/** Half as wide as the story's own they leave something out: the addresses of servers. */
const SMALLER: ReadonlySet<Lens['picture']['kind']> = new Set(['servers', 'map']);
const IN_A_HAND = '(max-width: 599px)';

function Pane({ title, story: { moments, lenses }, index, has }: PaneProps) {
  const t = useTranslations('pictures');
  const narrow = useMediaQuery(IN_A_HAND);
  const [moment, lens] = [moments[index], lenses[index]];
  return (
    <>
      <div className={styles.head}>
        <h4>{title}</h4>
        <span>{moment && lens ? has ? <How lens={lens} moment={moment} /> : t('waits') : t('untold')}</span>
      </div>
      {moment && <Strip stops={listStops(moments, lenses, index)} room={narrow ? 3 : 4} />}
      {moment && lens && (
        <div
          className={classes(styles.lens, narrow && lensStyles.tall, !has && styles.waits)}
          data-lens={lens.picture.kind}
        >
          {lens.picture.kind === 'header' && moment.kind === 'translated-back' && lens.picture.entry ? (
            <EntryBox entry={lens.picture.entry} moment={moment} written={undefined} />
          ) : (
            <LensDrawing lens={lens} moment={moment} narrow={narrow || SMALLER.has(lens.picture.kind)} />
          )}
        </div>
      )}
    </>
  );
}

/** How it is done here, in a few words. */
function How({ lens, moment }: { readonly lens: Lens; readonly moment: Moment }) {
  const t = useTranslations('pictures.how');
  const story = useTranslations('story');
  const { picture } = lens;
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
