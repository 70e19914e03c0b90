import { Suspense, useState, useEffect, useMemo } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { WantedPort } from '../../core/kubernetes/proxy/parts';
import type { RulesAnswer, RulesSide } from '../../engine/questions/compare-rules';
import { Select } from '../common/controls';
import { plainName } from '../../core/story/service-at';
import { namePort, paneTitles, titleText } from './pane.model';
import type { Compared } from './use-comparison';
import styles from './rules-panel.module.css';
import type { Phrase } from '../../core/lib/phrase';
import { engineFailure } from '../../engine/failure';
import { background } from '../../engine/page-engines';
import type { ExplainedPart } from '../../engine/protocol';
import { usePhrase } from '../common/i18n/use-phrase';
import { countParts, groupParts, partKey } from '../rules/parts/parts.model';

/** So many parts are listed. */
const MOST = 300;

/** Everything a Service port made in one pane, each with why it exists. */
export function PartsSideBySide({
  title,
  parts,
}: {
  readonly title: string;
  readonly parts: readonly ExplainedPart[];
}) {
  const t = useTranslations('compare.rules');
  const kinds = useTranslations('parts.kind');
  const say = usePhrase();
  const count = useMemo(() => countParts(groupParts(parts)), [parts]);
  const groups = useMemo(() => groupParts(parts.slice(0, MOST)), [parts]);
  return (
    <section className={styles.column} aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className={styles.count}>{t('count', { count })}</span>
      </h3>
      {groups.map(({ kind, owner, parts: own }) => (
        <div key={`${kind} ${owner}`}>
          <h4 className={styles.owner}>
            {kinds(kind)} <code>{owner}</code>
          </h4>
          <ul className={styles.parts}>
            {own.map((part) => (
              <li key={partKey(part)}>
                <code className={styles.text}>{part.text}</code>
                {part.origin && <span className={styles.why}>{say(part.origin.why)}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Which two panes, on which nodes, and where that is not possible, which Service port. */
export interface RulesChoice {
  readonly pair: readonly [number, number];
  readonly nodes: readonly [string | undefined, string | undefined];
  readonly port: WantedPort | undefined;
}

/** Compares the rules of two panes; the last answer stays until the next is there. */
export function useComparedRules(
  { documents, panes }: Compared,
  { pair, nodes, port }: RulesChoice,
): { readonly answer: RulesAnswer | undefined; readonly working: boolean; readonly failure: Phrase | undefined } {
  const [a, b] = [panes[pair[0]], panes[pair[1]]];
  const [first, second] = nodes;
  const question = useMemo(
    () => a && b && ({ panes: [a, b], nodes: [first ?? a.node, second ?? b.node], ...(port ? { port } : {}) } as const),
    [a, b, first, second, port],
  );
  const [found, setFound] = useState<{ readonly to: unknown; readonly answer: RulesAnswer }>();
  const [failed, setFailed] = useState<{ readonly to: unknown; readonly why: Phrase }>();
  useEffect(() => {
    if (!question) return undefined;
    const abort = new AbortController();
    background
      .ask('compare-rules', { documents, question }, { signal: abort.signal })
      .then((answer) => setFound({ to: question, answer }))
      .catch((error: unknown) => {
        const why = abort.signal.aborted ? undefined : engineFailure(error);
        if (why) setFailed({ to: question, why });
      });
    return () => abort.abort();
  }, [documents, question]);
  const failure = failed?.to === question ? failed?.why : undefined;
  return { answer: found?.answer, working: found?.to !== question && !failure, failure };
}

const RulesetDiffView = lazyPart(async () => (await import('../rules/ruleset-diff/RulesetDiffView')).RulesetDiffView);

const FIRST_TWO: RulesChoice = { pair: [0, 1], nodes: [undefined, undefined], port: undefined };

/** Rules that came, went and changed from one pane to another. */
export function RulesPanel({ compared }: { readonly compared: Compared }) {
  const t = useTranslations('compare.rules');
  const [wanted, setChoice] = useState<RulesChoice>({ ...FIRST_TWO, port: findPort(compared) });
  const choice = wanted.pair.every((pane) => pane < compared.panes.length) ? wanted : FIRST_TWO;
  const say = usePhrase();
  const { answer, working, failure } = useComparedRules(compared, choice);
  const titles = paneTitles(compared.panes, compared).map(titleText);
  const change = (next: Partial<RulesChoice>): void => setChoice({ ...choice, ...next });
  return (
    <section aria-label={t('title')} aria-busy={working} className={styles.panel}>
      <div className={styles.choice}>
        {([0, 1] as const).map((side) => (
          <Side
            key={side}
            side={side}
            titles={titles}
            pane={choice.pair[side]}
            at={answer?.sides[side]}
            onPane={(pane) => change({ pair: put(choice.pair, side, pane), nodes: put(choice.nodes, side, undefined) })}
            onNode={(node) => change({ nodes: put(choice.nodes, side, node) })}
          />
        ))}
      </div>
      {failure ? <p role="alert">{say(failure)}</p> : !answer && <p role="status">{t('working')}</p>}
      {answer?.diff && (
        <Suspense fallback={null}>
          <RulesetDiffView diff={answer.diff} />
        </Suspense>
      )}
      {answer && !answer.diff && (
        <OtherTables
          answer={answer}
          documents={choice.pair.flatMap((pane) => compared.documents[compared.panes[pane]?.document ?? ''] ?? [])}
          titles={choice.pair.map((pane) => titles[pane] ?? '')}
          onPort={(port) => change({ port })}
        />
      )}
    </section>
  );
}

/** The Service port the flow goes to. */
function findPort({ flow, documents }: Compared): WantedPort | undefined {
  if (flow?.to.kind !== 'service') return undefined;
  const { namespace, name } = flow.to;
  const service = documents['']?.cluster.services.find(
    ({ metadata }) => metadata.name === name && (metadata.namespace ?? 'default') === namespace,
  );
  const index = (service?.spec.ports ?? []).findIndex(({ port }) => port === flow.port);
  return index < 0 ? undefined : { namespace, serviceName: name, index };
}

function put<T>(pair: readonly [T, T], side: 0 | 1, value: T): readonly [T, T] {
  return side === 0 ? [value, pair[1]] : [pair[0], value];
}

interface SideProps {
  readonly side: 0 | 1;
  readonly titles: readonly string[];
  readonly pane: number;
  readonly at: RulesSide | undefined;
  readonly onPane: (pane: number) => void;
  readonly onNode: (node: string) => void;
}

function Side({ side, titles, pane, at, onPane, onNode }: SideProps) {
  const t = useTranslations('compare.rules');
  return (
    <span className={styles.side}>
      <span className={styles.word}>{t(side === 0 ? 'from' : 'to')}</span>
      <Select
        aria-label={t(side === 0 ? 'firstPane' : 'secondPane')}
        value={String(pane)}
        onChange={(next) => onPane(Number(next))}
        options={titles.map((title, at_) => ({ id: String(at_), label: title }))}
      />
      {at && (
        <Select
          aria-label={t(side === 0 ? 'firstNode' : 'secondNode')}
          value={at.node ?? ''}
          onChange={onNode}
          options={at.nodes.map((node) => ({ id: node, label: node }))}
        />
      )}
    </span>
  );
}

interface OtherTablesProps {
  readonly answer: RulesAnswer;
  readonly documents: readonly Document[];
  readonly titles: readonly string[];
  readonly onPort: (port: WantedPort) => void;
}

/** Two modes write other tables: no rule has a like one. What a Service port made in each is told beside the other's. */
function OtherTables({ answer: { ports, port, sides }, documents, titles, onPort }: OtherTablesProps) {
  const t = useTranslations('compare.rules');
  const keyOf = ({ namespace, serviceName, index = 0 }: WantedPort): string => `${namespace}/${serviceName} ${index}`;
  const titleOf = (each: WantedPort): string => {
    const { service, port: number = `#${(each.index ?? 0) + 1}` } = namePort(each, documents);
    return t('portName', { service: plainName(service), port: number });
  };
  return (
    <>
      <p className={styles.notComparable}>{t('otherTables')}</p>
      <label className={styles.port}>
        <span>{t('port')}</span>
        <Select
          value={port ? keyOf(port) : ''}
          onChange={(key) => onPort(ports.find((each) => keyOf(each) === key) ?? ports[0]!)}
          options={ports.map((each) => ({ id: keyOf(each), label: titleOf(each) }))}
        />
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.beside} tabIndex={0} role="region" aria-label={t('parts')}>
        {sides.map((side, at) => (
          <PartsSideBySide key={titles[at]} title={titles[at] ?? ''} parts={side.parts} />
        ))}
      </div>
    </>
  );
}
