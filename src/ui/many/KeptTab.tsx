import { useTranslations } from 'use-intl';
import type { KeptBy, Requests } from '../../core/sim/many-requests';
import { useActions, useBench } from '../../store/hooks';
import { usePhrase } from '../i18n/use-phrase';
import { formatTuple } from './kept.model';
import { COUNTS, MOST_REQUESTS, sendKept, setMany, useMany } from './many-store';
import styles from './many.module.css';
import { SendBar } from './SendBar';
import { useLandingName } from './use-landing-name';
import { useOnFlow } from './use-on-flow';

/** The same requests twice: over connections that stay open, and over a new one each. */
export function KeptTab() {
  const t = useTranslations('many');
  const say = usePhrase();
  const actions = useActions();
  const flowId = useBench(({ run }) => run.flowId);
  const count = useMany((state) => Math.min(state.count, MOST_REQUESTS));
  const connections = useMany((state) => state.connections);
  const kept = useMany((state) => state.kept);
  const send = (): void => {
    if (flowId !== undefined) void sendKept(actions, flowId);
  };
  useOnFlow((id) => void sendKept(actions, id));
  const shown = Math.min(connections, count);
  return (
    <>
      <SendBar send={send} counts={FEW}>
        <label className={styles.seed}>
          {t('connections', { count: shown })}
          <input
            type="range"
            min={1}
            max={Math.min(count, MOST_CONNECTIONS)}
            value={shown}
            onChange={({ target }) => {
              setMany({ connections: Number(target.value) });
              send();
            }}
          />
        </label>
      </SendBar>
      {kept?.problem && <p className={styles.note}>{say(kept.problem)}</p>}
      {kept?.kept && kept.anew && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div className={styles.sides} role="group" tabIndex={0} aria-label={t('tabs.kept')}>
          <Side title={t('keepAlive')} of={kept.kept} />
          <Side title={t('anew')} of={kept.anew} />
        </div>
      )}
    </>
  );
}

const MOST_CONNECTIONS = 50;

const FEW = COUNTS.filter((each) => each <= MOST_REQUESTS);

function Side({ title, of }: { readonly title: string; readonly of: Requests }) {
  const t = useTranslations('many');
  const nameOf = useLandingName();
  const most = Math.max(1, ...of.landings.map(({ requests }) => requests));
  const { requests, connections, decisions, rules, keptBy } = of;
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.sideTitle}>{title}</h3>
      <p className={styles.small}>{t('sideAbout', { requests, connections, decisions })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('place')}</th>
            <th scope="col">{t('connectionsHead')}</th>
            <th scope="col">{t('requestsHead')}</th>
          </tr>
        </thead>
        <tbody>
          {of.landings.map((row) => (
            <tr key={row.landing.key}>
              <th scope="row">{nameOf(row.landing)}</th>
              <td>{row.connections}</td>
              <td>
                <span className={styles.cell}>
                  {row.requests}
                  <span className={styles.cellBar} style={{ width: `${(48 * row.requests) / most}px` }} aria-hidden />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {connections < requests && <p className={styles.small}>{t('rules', rules)}</p>}
      {connections < requests && keptBy && <Why keptBy={keptBy} />}
    </section>
  );
}

/** The entry that answered instead of the rules. */
function Why({ keptBy }: { readonly keptBy: KeptBy }) {
  const t = useTranslations('many');
  const titles = useBench(({ run }) => run.bench?.netns);
  const node = titles?.find(({ id }) => id === keptBy.netns)?.title ?? keptBy.netns;
  switch (keptBy.kind) {
    case 'conntrack':
      return (
        <p className={styles.reason}>
          {t('byConntrack', { node })} <code>{formatTuple(keptBy.entry.original)}</code> <span aria-hidden>⇄</span>{' '}
          <code>{formatTuple(keptBy.entry.reply)}</code>
        </p>
      );
    case 'ipvs':
      return <p className={styles.reason}>{t('byIpvs', { node, service: keptBy.service, server: keptBy.server })}</p>;
    case 'proxy':
      return <p className={styles.reason}>{t('byProxy', { node, endpoint: keptBy.endpoint })}</p>;
  }
}
