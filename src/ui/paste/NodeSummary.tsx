import { Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listAskingQuestions, type NodeIdentity } from '../../core/paste/asking';
import type { Assumption, FoundService } from '../../core/paste/pasted-types';
import { sayIdentity } from '../../core/questions/report/identity';
import { spellRow } from '../../core/sheet/said';
import type { Trace } from '../../core/sim/trace';
import styles from './import.module.css';
import { AddressChip } from '../common/addresses';
import { FilterInput } from '../common/inputs';
import { VirtualList } from '../common/virtual-list';
import { matchingServices, sharedOdds } from './node-flow.model';
import type { Diagnostic } from '../../core/formats/format';
import { classes } from '../common/classes';
import severities from '../common/severity.module.css';
import { usePhrase } from '../common/i18n/use-phrase';
import { useMachinePhrase } from './use-machine-phrase';

const DIAGNOSTIC_LIST_FEW = 12;

interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** A remark with a place was clicked. */
  readonly onShow?: (line: number) => void;
}

/** Diagnostics of a text: line, sentence, next step. */
export function DiagnosticList({ diagnostics, onShow }: DiagnosticListProps) {
  const t = useTranslations('import');
  if (diagnostics.length === 0) return <p className={styles.note}>{t('noRemarks')}</p>;
  const row = (diagnostic: Diagnostic) => <Remark diagnostic={diagnostic} {...(onShow ? { onShow } : {})} />;
  if (diagnostics.length <= DIAGNOSTIC_LIST_FEW) {
    return (
      <ul className={styles.list}>
        {diagnostics.map((diagnostic, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- remarks have no identity of their own
          <li key={index}>{row(diagnostic)}</li>
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.scroll}>
      <VirtualList label={t('remarks')} count={diagnostics.length} rowHeight={44}>
        {(index) => {
          const diagnostic = diagnostics[index];
          return diagnostic && row(diagnostic);
        }}
      </VirtualList>
    </div>
  );
}

function Remark({ diagnostic, onShow }: { readonly diagnostic: Diagnostic; readonly onShow?: (line: number) => void }) {
  const t = useTranslations('import');
  const say = usePhrase();
  const { severity, message, span } = diagnostic;
  return (
    <p className={styles.remark}>
      <span className={classes(styles.severity, severities[severity])}>{t(`severity.${severity}`)}</span>{' '}
      {span &&
        (onShow ? (
          <button type="button" className={styles.place} onClick={() => onShow(span.line)}>
            {t('where', { line: span.line, column: span.column })}
          </button>
        ) : (
          <span className={styles.place}>{t('where', { line: span.line, column: span.column })}</span>
        ))}{' '}
      {say(message)}
    </p>
  );
}

/** Of externalIPs and load balancer addresses so many are listed. */
const MOST_EXTERNAL = 2;
/** More than these scroll in a box of their own. */
const FEW = 8;

interface FoundServicesProps {
  readonly found: readonly FoundService[];
  readonly onPick: (service: FoundService) => void;
}

/** The Services the rules tell of; picking one aims the packet at it. */
export function FoundServices({ found, onPick }: FoundServicesProps) {
  const t = useTranslations('import');
  const [words, setWords] = useState('');
  const shown = useMemo(() => matchingServices(found, words), [found, words]);
  if (found.length === 0) return <p className={styles.note}>{t('noneFound')}</p>;
  const row = (service: FoundService) => <ServiceRow service={service} onPick={onPick} />;
  return (
    <>
      {found.length > FEW && (
        <FilterInput className={styles.input} label={t('filter')} value={words} onValue={setWords} />
      )}
      {shown.length <= FEW ? (
        <ul className={styles.list}>
          {shown.map((service) => (
            <li key={makeKey(service)}>{row(service)}</li>
          ))}
        </ul>
      ) : (
        <div className={styles.scroll}>
          <VirtualList label={t('found')} count={shown.length} rowHeight={46}>
            {(index) => {
              const service = shown[index];
              return service && row(service);
            }}
          </VirtualList>
        </div>
      )}
    </>
  );
}

function makeKey({ name, protocol, address, port, chain = '' }: FoundService): string {
  return `${name} ${protocol} ${address} ${port} ${chain}`;
}

function ServiceRow({
  service,
  onPick,
}: {
  readonly service: FoundService;
  readonly onPick: (service: FoundService) => void;
}) {
  const t = useTranslations('import');
  const { name, address, external = [], port, portAssumed, protocol, nodePort, endpoints, refused } = service;
  const odds = sharedOdds(service);
  return (
    <button
      type="button"
      className={styles.service}
      onClick={() => onPick(service)}
      title={endpoints.slice(0, 30).join('\n')}
    >
      <span className={styles.serviceName}>{name}</span>
      <span className={styles.facts}>
        {address === '' ? (
          <span>{t('unknownAddress')}</span>
        ) : (
          <AddressChip address={address} port={port === 0 ? undefined : port} kind="service" />
        )}
        {port === 0 && <span>{t('unknownPort')}</span>}
        {portAssumed && <span>{t('assumedPort')}</span>}
        {external.slice(0, MOST_EXTERNAL).map((each) => (
          <AddressChip key={each} address={each} port={port === 0 ? undefined : port} kind="service" />
        ))}
        {external.length > MOST_EXTERNAL && <span>+{external.length - MOST_EXTERNAL}</span>}
        <span>{protocol}</span>
        {nodePort !== undefined && <span>nodePort {nodePort}</span>}
        <span>
          {refused
            ? t(refused === 'DROP' ? 'droppedHere' : 'refusedHere')
            : t('endpoints', { count: endpoints.length })}
        </span>
        {odds !== undefined && <strong>{t('odds', { odds })}</strong>}
      </span>
    </button>
  );
}

interface NodeSummaryProps {
  readonly identities: readonly NodeIdentity[];
  readonly assumptions: readonly Assumption[];
  /** Of the shown flow, if there is one. */
  readonly trace?: Trace | undefined;
}

/** A sentence on each pasted machine, and the two or three texts that would settle most assumptions. */
export function NodeSummary({ identities, assumptions, trace }: NodeSummaryProps) {
  const t = useTranslations('import.asked');
  const questions = useMemo(() => listAskingQuestions(assumptions, trace), [assumptions, trace]);
  return (
    <div className={styles.summary}>
      {/* Its words are loaded when a machine is described; nothing else waits for them. */}
      <Suspense fallback={null}>
        {identities.map((identity) => (
          <Identity key={identity.node ?? ''} identity={identity} />
        ))}
      </Suspense>
      {questions.length > 0 && (
        <section aria-label={t('label')}>
          <p className={styles.note}>{t('about')}</p>
          <ol className={styles.questions}>
            {questions.map(({ command, node, settles, onTheWay }) => (
              <li key={`${node ?? ''} ${command}`}>
                {node !== undefined && <b className={styles.machine}>{node}</b>}
                <code className={styles.command}>{command}</code>{' '}
                <span className={styles.note}>
                  {t('settles', { settles, way: onTheWay === 0 ? 'none' : `${onTheWay}` })}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function Identity({ identity }: { readonly identity: NodeIdentity }) {
  const say = useMachinePhrase();
  return (
    <p className={styles.identity}>
      {identity.node !== undefined && <b className={styles.machine}>{identity.node}</b>}
      {sayIdentity(identity)
        .map((row) => spellRow(row, say))
        .join('; ')}
      .
    </p>
  );
}
