import type { LensPicture } from '../../core/story/lens';
import { classes } from '../common/classes';
import { splitName } from '../common/texts.model';
import {
  type LensWords,
  type Of,
  MOST_LISTED,
  MOST_RUNGS,
  oddsWords,
  rungBars,
  telling,
  type RungBar,
} from './lens.model';
import { End, Whole } from './LensParts';
import styles from './lens.module.css';

interface ChoiceProps {
  readonly picture: Of<'ladder' | 'servers' | 'map' | 'process'>;
  readonly t: LensWords;
  readonly service: string;
  readonly narrow: boolean;
}

/** How it was chosen who gets the packet: a drawing for each way to choose. */
export function ChoiceLens({ picture, t, service, narrow }: ChoiceProps) {
  switch (picture.kind) {
    case 'ladder':
      return <LadderLens picture={picture} t={t} service={service} narrow={narrow} />;
    case 'servers':
      return <Servers picture={picture} t={t} narrow={narrow} />;
    case 'map':
      return <NumberMap picture={picture} t={t} narrow={narrow} />;
    case 'process':
      return <Process picture={picture} t={t} narrow={narrow} />;
  }
}

interface Props<K extends LensPicture['kind']> {
  readonly picture: Of<K>;
  readonly t: LensWords;
  readonly narrow: boolean;
}

const bold = { b: (chunks: React.ReactNode) => <b className={styles.ink}>{chunks}</b> };

/** iptables: rules asked in turn, each drawing for itself. */
export function LadderLens({
  picture: { rungs, looked = 0 },
  t,
  service,
  narrow,
}: Props<'ladder'> & { readonly service: string }) {
  const bars = rungBars(rungs);
  const shown = telling(bars, ({ rung }) => rung.said === 'yes', MOST_RUNGS);
  return (
    <>
      <h3 className={styles.title}>
        {shown.length < bars.length
          ? t('lens.ladderPart', { service, count: bars.length, shown: shown.length, looked })
          : t('lens.ladder', { service, count: bars.length, looked })}
      </h3>
      <ol className={classes(styles.rows, styles.ladder)} data-rungs={shown.length}>
        {shown.map((bar, at) => (
          <li
            key={bar.index}
            className={classes(styles.row, bar.rung.said === 'yes' && styles.taken, styles[`rung${at}`])}
          >
            <span className={styles.who}>{called(bar.rung.end?.name ?? '', narrow)}</span>
            <Bar bar={bar} />
            <span className={styles.odds}>{oddsWords(bar, t)}</span>
            <span className={styles.said}>{t(`lens.${narrow ? 'saidShort' : 'said'}.${bar.rung.said}`)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** In a hand as on its stage: without the namespace, which the sentence tells. */
function called(name: string, narrow: boolean): string {
  return narrow ? splitName(name).name : name;
}

/** What was left when the rule was asked, and its share of all. */
function Bar({ bar: { rung, from, share } }: { readonly bar: RungBar }) {
  const percent = (value: number): string => `${value * 100}%`;
  // A share narrower than its number grows to where there is room.
  const place =
    from + share > 0.5 ? { insetInlineEnd: percent(1 - from - share) } : { insetInlineStart: percent(from) };
  return (
    <span className={styles.bar}>
      <span className={styles.left} style={{ insetInlineStart: percent(from) }} />
      <span className={styles.share} style={{ ...place, inlineSize: percent(share) }}>
        {rung.share}
      </span>
    </span>
  );
}

const TURN = 2 * Math.PI;

/** IPVS: the servers behind the virtual one, and whose turn it is. */
export function Servers({ picture, t, narrow }: Props<'servers'>) {
  const { servers, scheduler, turns } = picture;
  const numbered = servers.map((server, index) => ({ server, number: index + 1 }));
  const shown = telling(numbered, ({ server }) => server.chosen, MOST_RUNGS);
  const weighted = servers.some(({ active }) => active > 0);
  return (
    <>
      <h3 className={styles.title}>
        {t.rich(turns ? 'lens.serversTurns' : 'lens.servers', { count: servers.length, scheduler, ...bold })}
      </h3>
      <div className={styles.serving}>
        {!narrow && turns && <Dial chosen={servers.map(({ chosen }) => chosen)} numbered />}
        <ol className={classes(styles.rows, styles.servers)} data-rungs={shown.length}>
          {shown.map(({ server, number }) => (
            <li key={server.end.text} className={classes(styles.row, server.chosen && styles.taken)}>
              <span className={styles.number}>{number}</span>
              <span className={styles.who}>{server.end.name}</span>
              {!narrow && <End end={server.end} named={false} />}
              <span className={styles.mute}>
                {weighted && !turns
                  ? t('lens.active', { active: server.active })
                  : t('lens.weight', { weight: server.weight })}
              </span>
              <span className={styles.said}>{server.chosen ? t(turns ? 'lens.turn' : 'lens.picked') : ''}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

/** Most numbers a dial has room for. */
const DIAL = 8;

interface DialProps {
  readonly chosen: readonly boolean[];
  readonly numbered?: boolean;
}

/** Round the table: which one it is. Whose turn it was is not known, so nothing says so. */
export function Dial({ chosen: all, numbered = false }: DialProps) {
  if (all.length < 2 || all.length > DIAL) return null;
  const places = all.map((chosen, index) => {
    const angle = (TURN * index) / all.length - TURN / 4;
    return { chosen, number: index + 1, x: 60 + 42 * Math.cos(angle), y: 58 + 42 * Math.sin(angle) };
  });
  const now = places.find(({ chosen }) => chosen);
  return (
    <svg viewBox="0 0 120 116" className={styles.dial} aria-hidden="true">
      <circle cx="60" cy="58" r="42" />
      {now && <path d={`M60 58L${60 + (now.x - 60) * 0.6} ${58 + (now.y - 58) * 0.6}`} />}
      {places.map(({ chosen, number, x, y }) => (
        <g key={number} className={chosen ? styles.now : undefined}>
          <circle cx={x} cy={y} r={numbered ? 13 : 10} />
          {numbered && (
            <text x={x} y={y + 5.5} textAnchor="middle">
              {number}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** nftables: one number, one lookup; eBPF: one of the slots; VFP: one of the endpoints of a policy. */
export function NumberMap({ picture: { number, size, cells, of }, t }: Props<'map'>) {
  const shown = telling(cells, ({ drawn }) => drawn, MOST_LISTED);
  return (
    <>
      <h3 className={styles.title}>
        {of ? t.rich(`lens.${of}`, { to: size, ...bold }) : t.rich('lens.map', { from: 0, to: size - 1, ...bold })}
      </h3>
      <div className={styles.map}>
        <p className={styles.drawn}>
          <strong>{number}</strong>
          <span className={styles.mute}>{t(of === 'endpoints' ? 'lens.picked' : 'lens.drawn')}</span>
        </p>
        <ol className={styles.cells}>
          {shown.map((cell) => (
            <li key={cell.number} className={classes(styles.cell, cell.drawn && styles.cellDrawn)}>
              <span className={styles.cellNumber}>{cell.number}</span>
              <strong>{cell.end?.name ?? ''}</strong>
              <span className={styles.mono}>{cell.end?.address ?? ''}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

/** userspace: a process with two sockets between the client and the Pods. */
export function Process({ picture, t, narrow }: Props<'process'>) {
  const { accepts, dials, endpoints, alone, odds } = picture;
  const process = splitName(picture.process).name;
  const shown = telling(endpoints, ({ chosen }) => chosen, MOST_LISTED);
  return (
    <>
      <h3 className={styles.title}>{t(alone ? 'lens.processAlone' : 'lens.process', { process })}</h3>
      <div className={classes(styles.process, narrow && styles.narrowProcess)}>
        <div className={styles.sockets}>
          <strong>{process}</strong>
          <dl>
            <dt>{t('lens.accepts')}</dt>
            <dd>
              <End end={accepts.to} named={false} />
            </dd>
            {!alone && (
              <>
                <dt>{t('lens.dials')}</dt>
                <dd>
                  {dials ? (
                    <End end={dials.to} named={false} />
                  ) : (
                    <span className={styles.mute}>{t('lens.notYet')}</span>
                  )}
                </dd>
              </>
            )}
          </dl>
        </div>
        {shown.length > 0 && (
          <ol className={classes(styles.rows, styles.dialled)}>
            {shown.map(({ end, chosen }) => (
              <li key={end.text} className={classes(styles.row, chosen && styles.taken)}>
                <span className={styles.who}>
                  <Whole>{end.name}</Whole>
                </span>
                {(chosen || !narrow) && (
                  <span className={styles.said}>
                    {chosen ? t(odds ? 'lens.pickedOdds' : 'lens.picked', { odds: odds ?? '' }) : ''}
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}
