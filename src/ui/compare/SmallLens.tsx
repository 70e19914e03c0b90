import { useTranslations } from 'use-intl';
import type { Lens } from '../../core/story/lens';
import type { Moment, StoryEnd } from '../../core/story/moment';
import { classes } from '../common/classes';
import type { Of } from '../story/cards.model';
import { Dial } from '../story/ChoiceLenses';
import { EntryBox } from '../story/HeaderLenses';
import { LensDrawing } from '../story/Lens';
import { MOST_LISTED, telling } from '../story/lens.model';
import { End } from '../story/LensParts';
import { showsAddresses, takesTurns, weighs } from './small-lens.model';
import lensStyles from '../story/lens.module.css';
import styles from './small-lens.module.css';

interface Props {
  readonly lens: Lens;
  readonly moment: Moment;
  readonly room: Room;
}

/** `wide`: half a page; `half`: of one that is narrow, without what is round the list; `hand`: without addresses, too. */
type Room = 'wide' | 'half' | 'hand';

/** What decided at a moment, half as wide as the story draws it: without what the other panes say, too. */
export function SmallLens({ lens, moment, room }: Props) {
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
  const by = weighs(picture);
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
      {telling(rows, ({ chosen }) => chosen, MOST_LISTED).map(({ end, chosen, said, weighed }) => (
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
