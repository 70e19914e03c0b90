import { useTranslations } from 'use-intl';
import type { Extensions, Proof } from '../../../../content/proof/proof';
import written from '../../../../content/proof/proof.json';
import { classes } from '../../../common/classes';
import {
  byLevel,
  listSuites,
  recordedReleases,
  type Count,
  type ProofGroup,
  type ProofLine,
  type ProofSuite,
} from './proof.model';
import styles from './proof.module.css';

const PROOF = written as Proof;
const SUITES = [
  'compiler',
  'releases',
  'authors-tests',
  'live-nodeports',
  'ebpf',
  'kernel',
  'flows',
  'ipvs-flows',
  'ipvs-scenarios',
  'ipvs-sched',
  'ipvs-match',
  'modes',
  'formats',
  'sync-runner',
] as const;
const REGISTRIES = ['matches', 'targets', 'ipsets', 'schedulers', 'nftExpressions', 'nftStatements'] as const;

/** A known id, or `other`: a suite or registry that came after these words. */
function known<Id extends string>(ids: readonly Id[], id: string): Id | 'other' {
  return ids.find((each) => each === id) ?? 'other';
}

/** The recordings the engine was compared with, the results, and what it does not simulate. */
export function ProofPage() {
  const t = useTranslations('proof');
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('lead')}</p>
      {listSuites(PROOF).map((suite) => (
        <Suite key={suite.suite} suite={suite} />
      ))}
      <section aria-label={t('windows')}>
        <h3 className={styles.heading}>{t('windows')}</h3>
        <p className={styles.source}>{t('windowsAbout')}</p>
      </section>
      <section aria-label={t('extensions')}>
        <h3 className={styles.heading}>{t('extensions')}</h3>
        <p className={styles.source}>{t('extensionsAbout')}</p>
        {Object.entries(PROOF.extensions).map(([registry, list]) => (
          <Registry key={registry} registry={registry} list={list} />
        ))}
      </section>
      {PROOF.runs.map(({ recordings, command }) => (
        <p key={recordings} className={styles.source}>
          {t(recordings)} · {t('again')} <code>{command}</code>
        </p>
      ))}
    </div>
  );
}

function Suite({ suite: { suite, groups, project, whole } }: { readonly suite: ProofSuite }) {
  const t = useTranslations('proof');
  const id = known(SUITES, suite);
  return (
    <section aria-label={t(`suite.${id}`)}>
      <h3 className={styles.heading}>{t(`suite.${id}`)}</h3>
      <p className={styles.source}>
        {id === 'releases' ? t('source.releases', recordedReleases(PROOF)) : t(`source.${id}`)}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col">{t('project')}</th>
            <th scope="col">{t('whole')}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.mode ?? ''} group={group} alone={groups.length === 1} />
        ))}
        <tfoot>
          <tr>
            <th scope="row" className={styles.what}>
              {t('sum')}
            </th>
            <CountCell count={project} />
            <CountCell count={whole} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Group({ group: { mode, lines }, alone }: { readonly group: ProofGroup; readonly alone: boolean }) {
  const t = useTranslations('proof');
  return (
    <tbody>
      {!(alone && mode === undefined) && (
        <tr>
          <th scope="rowgroup" colSpan={3} className={styles.mode}>
            {mode ?? t('noMode')}
          </th>
        </tr>
      )}
      {lines.map((line) => (
        <Line key={line.what} line={line} />
      ))}
    </tbody>
  );
}

function Line({ line: { what, project, whole, skips } }: { readonly line: ProofLine }) {
  const t = useTranslations('proof');
  return (
    <tr>
      <th scope="row" className={styles.what}>
        {what}
        {skips.map((skip) => (
          <span key={skip.reason} className={styles.skip}>
            {t('skipped', skip)}
          </span>
        ))}
      </th>
      <CountCell count={project} />
      <CountCell count={whole} />
    </tr>
  );
}

function CountCell({ count }: { readonly count: Count | undefined }) {
  const t = useTranslations('proof');
  if (!count || count.total === 0) return <td className={styles.count}>–</td>;
  const { passed, total } = count;
  return <td className={classes(styles.count, passed < total && styles.missed)}>{t('count', { passed, total })}</td>;
}

function Registry({ registry, list }: { readonly registry: string; readonly list: Extensions }) {
  const t = useTranslations('proof');
  return (
    <>
      <h4 className={styles.registry}>{t(`registry.${known(REGISTRIES, registry)}`)}</h4>
      <dl className={styles.levels}>
        {byLevel(list).map(({ level, names }) => (
          <div key={level} className={styles.level}>
            <dt>
              {t(`level.${level}`)} <span className={styles.number}>{level === 'unread' ? '' : names.length}</span>
            </dt>
            {level !== 'unread' && <dd className={styles.names}>{names.join('  ')}</dd>}
          </div>
        ))}
      </dl>
    </>
  );
}
