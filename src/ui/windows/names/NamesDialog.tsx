import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../../core/document/document';
import { namespacedName } from '../../../core/kubernetes/types';
import { background } from '../../../engine/page-engines';
import type { NamesAnswer } from '../../../engine/questions/names';
import { useBench } from '../../../store/hooks';
import { Select } from '../../common/controls';
import { Dialog, type WindowProps } from '../../common/Dialog';
import { SearchBox } from '../../common/inputs';
import { SectionHeading } from '../../common/labels';
import { useQuestion } from '../../common/use-asked';
import { usePhrase } from '../../common/i18n/use-phrase';
import styles from './names.module.css';

/** Answers of the cluster's DNS server: all records, and one name as a Pod's resolver asks for it. */
export function NamesDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('names');
  const document = useBench((state) => state.document.present);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="full" reading>
      {document.subject === 'pasted' ? <p role="status">{t('pasted')}</p> : <Names document={document} />}
    </Dialog>
  );
}

/** So many Pods can be chosen here. */
const MOST_PODS = 300;

function Names({ document }: { readonly document: Document }) {
  const t = useTranslations('names');
  const pods = document.cluster.pods.slice(0, MOST_PODS).map(namespacedName);
  const first = document.flows.map(({ from }) => from).find(({ kind }) => kind === 'pod');
  const [pod, setPod] = useState(first?.kind === 'pod' ? `${first.namespace}/${first.name}` : (pods[0] ?? ''));
  const to = document.flows.map((flow) => flow.to).find(({ kind }) => kind === 'name');
  const [name, setName] = useState(to?.kind === 'name' ? to.name : 'kubernetes.default');
  const [holding, setHolding] = useState('');
  const { status, answer, message } = useQuestion(
    useMemo(
      () =>
        ({ signal }: { readonly signal: AbortSignal }) =>
          background.ask('names', { document, pod, name: name.trim(), holding }, { signal }),
      [document, pod, name, holding],
    ),
  );
  return (
    <>
      <SectionHeading>{t('ask')}</SectionHeading>
      {pods.length === 0 && <p>{t('noPods')}</p>}
      {pods.length > 0 && (
        <div className={styles.ask}>
          <label className={styles.field}>
            {t('pod')}
            <Select
              value={pod}
              onChange={setPod}
              options={[...new Set([...pods, pod])].map((id) => ({ id, label: id }))}
            />
          </label>
          <label className={styles.field}>
            {t('name')}
            <input
              value={name}
              onChange={({ target }) => setName(target.value)}
              spellCheck={false}
              autoCapitalize="off"
            />
          </label>
        </div>
      )}
      {status === 'failed' && <p role="status">{t('failed', { message })}</p>}
      {answer?.lookup && <Asked lookup={answer.lookup} />}
      <div className={styles.records}>
        <SectionHeading count={answer?.count ?? 0}>{t('records')}</SectionHeading>
        <SearchBox
          label={t('search')}
          value={holding}
          onValue={setHolding}
          found={answer ? t('found', { count: answer.count }) : t('working')}
        />
        {answer && <Records answer={answer} />}
      </div>
    </>
  );
}

function Asked({ lookup }: { readonly lookup: NonNullable<NamesAnswer['lookup']> }) {
  const t = useTranslations('names');
  const say = usePhrase();
  if ('id' in lookup) return <p role="status">{say(lookup)}</p>;
  return (
    <>
      <p className={styles.quiet}>{t('conf')}</p>
      <pre className={styles.conf}>{lookup.conf}</pre>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('askedTitle')}</caption>
          <Head columns={['name', 'type', 'value', 'why']} />
          <tbody>
            {lookup.asked.map(({ name, type, rcode, records, why }) => (
              <tr key={`${name} ${type}`}>
                <td className={styles.mono}>{name}</td>
                <td className={styles.mono}>{type}</td>
                <td className={styles.mono}>
                  {records.length === 0 ? t(`rcode.${rcode}`) : records.map(({ value }) => value).join(', ')}
                </td>
                <td>{say(why)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Head({ columns }: { readonly columns: readonly ('name' | 'type' | 'value' | 'ttl' | 'why')[] }) {
  const t = useTranslations('names.columns');
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(column)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Records({ answer: { records, count } }: { readonly answer: NamesAnswer }) {
  const t = useTranslations('names');
  if (records.length === 0) return <p>{t('none')}</p>;
  return (
    <>
      {records.length < count && (
        <p className={styles.quiet}>{t('more', { shown: String(records.length), count: String(count) })}</p>
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('records')}</caption>
          <Head columns={['name', 'type', 'value', 'ttl']} />
          <tbody>
            {records.map(({ name, type, value, ttl }) => (
              <tr key={`${name} ${type} ${value}`}>
                <td className={styles.mono}>{name}</td>
                <td className={styles.mono}>{type}</td>
                <td className={styles.mono}>{value}</td>
                <td className={styles.mono}>{ttl}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
