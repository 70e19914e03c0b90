import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { CHANGE_GROUPS, type ChangeClass } from '../../core/questions/reach/changes';
import type { Caller } from '../../core/questions/reach/callers';
import type { FateEnd } from '../../core/questions/reach/fate';
import { sayCauses, sayChangesHead, sayExampleDifferences } from '../../core/questions/reach/say-changes';
import { sayAnnounced, sayAsks, sayCaller, sayDestination, sayRow, sayRowAsks } from '../../core/questions/reach/say';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { ChangesAnswer } from '../../engine/questions/reach';
import { useActions, useBench } from '../../store/hooks';
import { REACH_SIDES } from '../shell/bench/use-reach-about';
import { useProxyChoice } from '../shell/bench/use-shortcuts';
import { AsSheet, changeSheetId } from '../common/AsSheet';
import { Button, Select } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { classes } from '../common/classes';
import { EndWords } from './EndWords';
import { useWalkCell, type ReachSubject } from './use-walk-cell';
import { NodeProofs } from './NodeProofs';
import { causesThatTell } from './reach.model';
import { listModeSides, readSides, sideKey, startSides, type LabelledSide, type SideWords } from './sides.model';
import styles from './reach.module.css';
import { useReachPhrase } from './use-reach-phrase';

/** Two sides of a mode and a release each: every kind of packet that ends otherwise. */
export function WhatChanges(subject: ReachSubject) {
  const t = useTranslations('reach');
  const choice = useProxyChoice();
  const sides = useMemo(() => listModeSides(choice?.offers ?? []), [choice?.offers]);
  const { setDraft } = useActions();
  const chosen = readSides(sides, useBench(({ view }) => view.drafts[REACH_SIDES]) ?? '');
  const [before, after] = chosen ?? startSides(sides, subject.document) ?? [];
  if (!before || !after) return null;
  const choose = (first: string, second: string): void => setDraft(REACH_SIDES, `${first} ${second}`);
  const options = sides.map((side) => ({ id: sideKey(side), label: side.label }));
  return (
    <>
      <div className={styles.sides}>
        <Select
          aria-label={t('before')}
          value={sideKey(before)}
          options={options}
          onChange={(key) => choose(key, sideKey(after))}
        />
        <span aria-hidden>→</span>
        <Select
          aria-label={t('after')}
          value={sideKey(after)}
          options={options}
          onChange={(key) => choose(sideKey(before), key)}
        />
        <AsSheet name={changeSheetId(before, after, subject.family === 'ipv6')} onOpen={subject.onWalk} />
      </div>
      <Changes {...subject} before={before} after={after} />
    </>
  );
}

function Changes({
  before,
  after,
  ...subject
}: ReachSubject & { readonly before: LabelledSide; readonly after: LabelledSide }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const { document, family } = subject;
  const work = useQuestion(
    useCallback(
      (options: AskOptions) => background.ask('reach-changes', { document, family, before, after }, options),
      [document, family, before, after],
    ),
  );
  const { answer } = work;
  return (
    <>
      <WorkProgress work={work} room="reach" />
      {work.status === 'done' && answer && (
        <ChangeList
          answer={answer}
          subject={subject}
          sides={[before.label, after.label]}
          own={
            [before, after].find(({ mode, release }) => mode === document.mode && release === document.release)?.label
          }
        />
      )}
      {answer && (
        <NodeProofs key={`${sideKey(before)} ${sideKey(after)}`} document={document} before={before} after={after} />
      )}
      {before.mode !== after.mode && (
        <section className={styles.panel}>
          <h4>{t('beforeSwitch')}</h4>
          <p>{t('switching')}</p>
          {sayAnnounced(before.mode, after.mode).map((announced) => (
            <p key={announced.id}>{say(announced)}</p>
          ))}
        </section>
      )}
    </>
  );
}

interface ListProps extends SideWords {
  readonly subject: ReachSubject;
  /** The side that is on the bench, where one is: there a packet can be walked. */
  readonly own: string | undefined;
  readonly answer: ChangesAnswer;
}

function ChangeList({ answer, ...props }: ListProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const { classes, compared, gone, come, causes, callers, destinations } = answer;
  const missing = gone.length + come.length;
  const [head, ...others] = sayChangesHead(classes, compared);
  return (
    <>
      <h3 className={`${styles.group} ${styles.headline}`}>{head && say(head)}</h3>
      {others.length > 0 && <p className={styles.second}>{others.map(say).join(' ')}</p>}
      <p className={styles.second}>{say(phrase('reach.changes.over', { flows: compared, callers, destinations }))}</p>
      {missing > 0 && <p className={styles.second}>{t('missing', { count: missing })}</p>}
      {CHANGE_GROUPS.map((group) => {
        const members = classes.flatMap((each, at) => (each.group === group ? [{ each, causes: causes[at] }] : []));
        if (members.length === 0) return null;
        return (
          <section key={group} aria-label={say(phrase(`reach.group.${group}`))}>
            <h4 className={`${styles.group} ${styles[`group-${group}`] ?? ''}`}>
              {say(phrase(`reach.group.${group}`))} <span className={styles.asks}>{members.length}</span>
            </h4>
            <ul>
              {members.map(({ each, causes: why }) => (
                <ChangeItem
                  key={`${each.example.caller.id} ${each.example.destination.id}`}
                  change={each}
                  why={why ?? [[], []]}
                  {...props}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <p className={styles.second}>{[...answer.unasked, phrase('reach.not-looked')].map(say).join(' ')}</p>
    </>
  );
}

/** So many senders are named; more are counted. */
const MOST_SENDERS = 2;

/** The senders of a difference in words: `11 Pods, 2 nodes`. */
function nameSenders(
  callers: readonly Caller[],
  say: (each: Phrase) => string,
  t: ReturnType<typeof useTranslations<'reach'>>,
): string {
  if (callers.length <= MOST_SENDERS) return callers.map((each) => say(sayCaller(each, false))).join(', ');
  const count = (kind: Caller['kind']): number => callers.filter((each) => each.kind === kind).length;
  const counted = (['pod', 'node'] as const).flatMap((kind) =>
    count(kind) > 0 ? [t(`many_${kind}`, { count: count(kind) })] : [],
  );
  return [...counted, ...(count('outside') > 0 ? [t('alsoOutside')] : [])].join(', ');
}

const asEnds = (ends: readonly FateEnd[]) => ({ ends: ends.map((end) => ({ end })) });

interface ItemProps extends Omit<ListProps, 'answer'> {
  readonly change: ChangeClass;
  readonly why: ChangesAnswer['causes'][number];
}

function ChangeItem({ change, why, sides, subject, own }: ItemProps) {
  const { befores, afters, callers, flows, example, destinations } = change;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const { caller, destination } = example;
  const to = `${say(sayDestination(destination))}, ${say(sayAsks(destination))}`;
  const by = callers.every(({ kind }) => kind === 'node') ? 'node' : undefined;
  const walk = useWalkCell(subject);
  const [isFailed, setFailed] = useState(false);
  const told = causesThatTell(change.group, why);
  const row = { destinations: [destination, ...destinations.filter((each) => each !== destination)] } as const;
  return (
    <li className={classes(styles.change, styles.difference)}>
      <div>
        <h5>
          {nameSenders(callers, say, t)} → {say(sayRow(row))}, {say(sayRowAsks(row))}
        </h5>
        <p className={styles.asks}>
          {t('kinds', { flows, callers: callers.length })}. {t('example', { from: say(sayCaller(caller)), to })}
        </p>
      </div>
      <div>
        <p>
          <span className={styles.asks}>{sides[0]}:</span> <EndWords fate={asEnds(befores)} by={by} />{' '}
          <span aria-hidden>→</span>
        </p>
        <p>
          <span className={styles.asks}>{sides[1]}:</span> <EndWords fate={asEnds(afters)} by={by} />
        </p>
      </div>
      <div>
        {sayExampleDifferences(change).map((seen) => (
          <p key={seen.id}>{say(seen)}</p>
        ))}
        {([1, 0] as const).map((at) => (
          <Why key={at} title={sides[at]} causes={told[at]} ends={at === 0 ? befores : afters} />
        ))}
      </div>
      {own !== undefined && (
        <Button disabled={isFailed} onClick={() => walk(change.example, () => setFailed(true))}>
          {t('walkIn', { mode: own })}
        </Button>
      )}
    </li>
  );
}

interface WhyProps {
  readonly title: string;
  readonly causes: readonly Phrase[] | undefined;
  readonly ends: readonly FateEnd[];
}

function Why({ title, causes, ends }: WhyProps) {
  const say = useReachPhrase();
  const said = causes ? sayCauses(causes, ends) : [];
  if (said.length === 0) return null;
  return (
    <p className={styles.why}>
      <b>{title}:</b> {said.map(say).join(' ')}
    </p>
  );
}
