import { Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject } from '../../../core/document/document';
import { useActions, useBench } from '../../../store/hooks';
import { Dialog, WorkProgress, type WindowProps } from '../../common/Dialog';
import { AsSheet, dumpsSheetId } from '../../common/AsSheet';
import { AllPackets } from './AllPackets';
import { makePair, type Relation } from '../../../core/questions/diff/dump-pair';
import { readSecondDump, type SecondDump, listSides, countDumpLines } from './pair.model';
import hosts from '../../reach/hosts.module.css';
import styles from './two-dumps.module.css';
import type {
  DumpComparison,
  DumpPair,
  FlowDifference,
  FlowEnd,
  FlowEndings,
} from '../../../core/questions/diff/compare-dumps';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useQuestion, type AskState } from '../../common/use-asked';
import { Segmented, Button } from '../../common/controls';
import { classes } from '../../common/classes';
import { Tabs } from '../../common/Tabs';
import { RulesetDiffView } from '../../rules/ruleset-diff/RulesetDiffView';
import { Replace } from 'lucide-react';
import { PasteBox } from '../../common/inputs';
import type { FlowEnds } from '../../../core/paste/pasted-types';
import { AddressChip } from '../../common/addresses';
import { oddsText } from '../../common/texts.model';
import { DispositionBadge } from '../../common/VerdictBadge';
import { PlainLine } from '../../rules/rule/lines';

interface FlowChangesProps {
  readonly flows: readonly FlowDifference[];
  /** Words for the two dumps. */
  readonly sides: readonly [string, string];
}

/** Every flow through both dumps, those that change first. */
export function FlowChanges({ flows, sides }: FlowChangesProps) {
  const t = useTranslations('twoDumps');
  if (flows.length === 0) return <p className={hosts.note}>{t('noFlows')}</p>;
  const changed = flows.filter((flow) => flow.changed).length;
  return (
    <div className={styles.flows}>
      <p>
        <strong>{t('flowsChange', { changed, all: flows.length })}</strong>{' '}
        <span className={hosts.note}>{t('flowsAbout')}</span>
      </p>
      <ul>
        {flows.map((difference) => (
          <li key={JSON.stringify(difference.flow)} className={hosts.flow}>
            <FlowHead difference={difference} />
            <div className={hosts.sides}>
              <Side title={sides[0]} flow={difference.flow} endings={difference.before} />
              <Side title={sides[1]} flow={difference.flowAfter} endings={difference.after} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FlowHead({ difference: { flow, changed } }: { readonly difference: FlowDifference }) {
  const t = useTranslations('twoDumps');
  return (
    <h3 className={styles.flowHead}>
      <span className={classes(styles.mark, changed && styles.differs)}>
        <span aria-hidden>{changed ? '~ ' : '= '}</span>
        {t(changed ? 'change.yes' : 'change.no')}
      </span>
      <Sender flow={flow} />
      <span aria-hidden>→</span>
      <AddressChip address={flow.to.address ?? ''} port={flow.protocol === 'icmp' ? undefined : flow.port} />
      <span className={hosts.note}>{flow.protocol}</span>
    </h3>
  );
}

function Sender({ flow: { from } }: { readonly flow: FlowEnds }) {
  const t = useTranslations('twoDumps');
  return (
    <>
      {from.address !== undefined && from.address !== '' && <AddressChip address={from.address} />}
      <span className={hosts.note}>{from.device ?? t('thisNode')}</span>
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly flow: FlowEnds;
  readonly endings: FlowEndings;
}

/** A flow with many endpoints has many ends: so many are listed. */
const MOST = 8;

function Side({ title, flow, endings: { ends, truncated } }: SideProps) {
  const t = useTranslations('twoDumps');
  return (
    <div className={hosts.side}>
      <h4 className={hosts.sideHead}>
        {title} <Sender flow={flow} />
      </h4>
      <ul>
        {ends.slice(0, MOST).map((end) => (
          <li key={end.end} className={styles.end}>
            <End end={end} flow={flow} />
          </li>
        ))}
      </ul>
      {ends.length > MOST && <p className={hosts.note}>{t('more', { count: ends.length - MOST })}</p>}
      {truncated && <p className={hosts.note}>{t('truncated')}</p>}
    </div>
  );
}

function End({ end, flow }: { readonly end: FlowEnd; readonly flow: FlowEnds }) {
  const t = useTranslations('twoDumps');
  const { disposition, probability, backend, source, answered, deciding } = end;
  if (!disposition) return <span className={hosts.note}>{t('noSender', { device: flow.from.device ?? '' })}</span>;
  return (
    <>
      <div className={styles.endLine}>
        {probability !== '1' && <span className={hosts.odds}>{probability === '?' ? '?' : oddsText(end)?.short}</span>}
        <DispositionBadge disposition={disposition} />
        {backend !== undefined && <AddressChip address={backend} />}
        {source !== undefined && (
          <span className={hosts.note}>
            {t('seen')} <AddressChip address={source} bare />
          </span>
        )}
        {disposition.kind === 'DELIVERED' && !answered && <span className={hosts.note}>{t('silent')}</span>}
      </div>
      {deciding.map(({ what, text }) => (
        <p key={`${what} ${text}`} className={hosts.deciding}>
          <span className={hosts.note}>{t(`what.${what}`)}</span> <PlainLine text={text} />
        </p>
      ))}
      {deciding.length === 0 && <p className={hosts.note}>{t('nothingDecided')}</p>}
    </>
  );
}

interface SecondTextProps {
  readonly second: SecondDump | undefined;
  readonly unreadable: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A box for the other dump; once it is there, its name and a way to take another. */
export function SecondText({ second, unreadable, onFiles }: SecondTextProps) {
  const t = useTranslations('twoDumps');
  const [typed, setTyped] = useState('');
  const { setSecondDump } = useActions();
  const take = (text: string): void => {
    if (text.trim() === '') return;
    setSecondDump({ title: t('pasted'), text });
    setTyped('');
  };
  if (second) {
    return (
      <div className={styles.choices}>
        <span>
          {t('other')}: <strong>{t('lines', { title: second.title, lines: countDumpLines(second.text) })}</strong>
        </span>
        <Button size="s" icon={<Replace aria-hidden />} onClick={() => setSecondDump(undefined)}>
          {t('replace')}
        </Button>
      </div>
    );
  }
  return (
    <section>
      <PasteBox
        words={{ box: t('box'), hint: t('boxHint'), files: t('file'), take: t('use') }}
        takeVariant="primary"
        typed={typed}
        onTyped={setTyped}
        onText={take}
        onFiles={onFiles}
      />
      {unreadable && (
        <p role="alert" className={styles.problem}>
          {t('unreadable')}
        </p>
      )}
    </section>
  );
}

interface DumpDifferenceProps {
  readonly pair: DumpPair;
  readonly comparison: DumpComparison;
  readonly relation: Relation;
  /** True while the difference is being computed again. */
  readonly stale: boolean;
}

/** The answer in three tabs: rules, flows, all packets. */
export function DumpDifference({ pair, comparison, relation, stale }: DumpDifferenceProps) {
  const t = useTranslations('twoDumps');
  const [tab, setTab] = useState<'rules' | 'flows' | 'packets'>('rules');
  const { diff, flows, empty } = comparison;
  const [first, last] = listSides(relation);
  const sides = [t(`side.${first}`), t(`side.${last}`)] as const;
  const count = diff.chains.length + diff.sets.length + diff.servers.length;
  return (
    <>
      {empty.map((side) => (
        <p key={side} role="alert" className={styles.problem}>
          {t('noRules', { side: t(`side.${side === 'before' ? first : last}`) })}
        </p>
      ))}
      <div className={classes(styles.result, stale && styles.stale)}>
        <Tabs
          label={t('title')}
          value={tab}
          onChange={setTab}
          items={[
            { id: 'rules', label: t('rules'), count, content: <RulesetDiffView diff={diff} /> },
            {
              id: 'flows',
              label: t('flows'),
              count: flows.filter(({ changed }) => changed).length,
              content: <FlowChanges flows={flows} sides={sides} />,
            },
            {
              id: 'packets',
              label: t('packets'),
              content: (
                <Suspense>
                  <AllPackets pair={pair} sides={sides} />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

interface Props {
  readonly relation: Relation;
  readonly onRelation: (relation: Relation) => void;
}

/** One node at two times, and which of them was pasted first; or two nodes. */
export function RelationChoice({ relation, onRelation }: Props) {
  const t = useTranslations('twoDumps');
  return (
    <div className={styles.choices}>
      <Segmented
        label={t('relation')}
        value={relation === 'nodes' ? 'nodes' : 'times'}
        onChange={(id) => onRelation(id === 'nodes' ? 'nodes' : 'pasted-before')}
        items={[
          { id: 'times', label: t('times') },
          { id: 'nodes', label: t('nodes') },
        ]}
      />
      {relation !== 'nodes' && (
        <>
          <span>{t('order')}</span>
          <Segmented
            label={t('order')}
            value={relation}
            onChange={onRelation}
            items={[
              { id: 'pasted-before', label: t('isBefore') },
              { id: 'pasted-after', label: t('isAfter') },
            ]}
          />
        </>
      )}
    </div>
  );
}

/** Compares in a worker whenever the pair changes; `pair` must keep its identity while it is the same. */
export function useDumpComparison(pair: DumpPair | undefined): AskState<DumpComparison> {
  return useQuestion(
    useMemo(() => pair && ((options: AskOptions) => background.ask('two-dumps', pair, options)), [pair]),
  );
}

/** The pasted node beside another dump: which rules differ, and which flows end otherwise. */
export function TwoDumpsDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('twoDumps');
  const document = useBench(({ document }) => document.present);
  const second = useBench(({ inbox }) => inbox.second);
  const { setSecondDump } = useActions();
  const [relation, setRelation] = useState<Relation>('pasted-before');
  const [unreadable, setUnreadable] = useState(false);
  const { pasted } = document;
  const flows = useMemo(() => flowsOfSubject(document), [document]);
  const pair = useMemo(
    () => (second ? makePair(pasted, second, relation, flows) : undefined),
    [pasted, second, relation, flows],
  );
  const comparing = useDumpComparison(pair);
  const take = (files: readonly File[]): void => {
    if (files.length === 0) return;
    void readSecondDump(files).then((read) => {
      setUnreadable(!read);
      if (read) setSecondDump(read);
    });
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="full">
      <div
        className={styles.window}
        // The page behind takes dropped files for a new node: here they are the second dump.
        onDragOver={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          take([...event.dataTransfer.files]);
        }}
      >
        <SecondText second={second} unreadable={unreadable} onFiles={take} />
        {second && <RelationChoice relation={relation} onRelation={setRelation} />}
        {second && <AsSheet name={dumpsSheetId(relation)} onOpen={() => onOpenChange(false)} />}
        <WorkProgress work={comparing} room="twoDumps" />
        {pair && comparing.answer && (
          <DumpDifference
            pair={pair}
            comparison={comparing.answer}
            relation={relation}
            stale={comparing.status === 'working'}
          />
        )}
      </div>
    </Dialog>
  );
}
