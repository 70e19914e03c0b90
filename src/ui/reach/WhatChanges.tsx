import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { CHANGE_GROUPS, type ChangeClass } from '../../core/questions/reach/changes';
import type { FateEnd } from '../../core/questions/reach/fate';
import { sayCauses, sayChangesHead, sayExampleDifferences } from '../../core/questions/reach/say-changes';
import { sayAnnounced, sayAsks, sayCaller, sayDestination, sayRow, sayRowAsks } from '../../core/questions/reach/say';
import type { ModeRelease } from '../../core/questions/reach/statement';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { ChangesAnswer } from '../../engine/questions/reach';
import type { ModeOffer } from '../../engine/protocol';
import { useProxyChoice } from '../shell/bench/use-shortcuts';
import { AsSheet, changeSheetId } from '../common/AsSheet';
import { Select } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { EndWords } from './EndWords';
import { NodeProofs } from './NodeProofs';
import type { LabelledSide, SideWords } from './reach.model';
import styles from './reach.module.css';
import type { ReachSubject } from './WhoReaches';
import { useReachPhrase } from './use-reach-phrase';

const sideKey = ({ mode, release }: ModeRelease): string => `${mode}@${release}`;

type TwoNamed = readonly [before: LabelledSide, after: LabelledSide];

/** Every mode with every release it has, newest first. */
function listSides(offers: readonly ModeOffer[]): readonly LabelledSide[] {
  return offers.flatMap(({ id, title, releases }) =>
    releases
      .filter(({ problem }) => !problem)
      .toReversed()
      .map(({ release }) => ({ mode: id, release, label: `${title} ${release}` })),
  );
}

/** The sides shown first: the document's mode, and nftables (of nftables: iptables) of the same release. */
function startSides(sides: readonly LabelledSide[], { mode, release }: ModeRelease): TwoNamed | undefined {
  const own =
    sides.find((side) => side.mode === mode && side.release === release) ?? sides.find((side) => side.mode === mode);
  const next = mode === 'nftables' ? 'iptables' : 'nftables';
  const other =
    sides.find((side) => side.mode === next && side.release === own?.release) ??
    sides.find((side) => side.mode === next);
  return own && other ? [own, other] : undefined;
}

/** Two sides of a mode and a release each: every kind of packet that ends otherwise. */
export function WhatChanges(subject: ReachSubject) {
  const t = useTranslations('reach');
  const choice = useProxyChoice();
  const sides = useMemo(() => listSides(choice?.offers ?? []), [choice?.offers]);
  const [chosen, setChosen] = useState<TwoNamed>();
  const { mode, release } = subject.document;
  const [before, after] = chosen ?? startSides(sides, { mode, release }) ?? [];
  if (!before || !after) return null;
  const pick = (key: string): LabelledSide => sides.find((side) => sideKey(side) === key) ?? before;
  const options = sides.map((side) => ({ id: sideKey(side), label: side.label }));
  return (
    <>
      <div className={styles.sides}>
        <Select
          aria-label={t('before')}
          value={sideKey(before)}
          options={options}
          onChange={(key) => setChosen([pick(key), after])}
        />
        <span aria-hidden>→</span>
        <Select
          aria-label={t('after')}
          value={sideKey(after)}
          options={options}
          onChange={(key) => setChosen([before, pick(key)])}
        />
        <AsSheet name={changeSheetId(before, after, subject.family === 'ipv6')} onOpen={subject.onWalk} />
      </div>
      <Changes {...subject} before={before} after={after} />
    </>
  );
}

function Changes({
  document,
  family,
  before,
  after,
}: ReachSubject & { readonly before: LabelledSide; readonly after: LabelledSide }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
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
      {work.status === 'done' && answer && <ChangeList answer={answer} sides={[before.label, after.label]} />}
      {work.status === 'done' && (
        <NodeProofs key={`${sideKey(before)} ${sideKey(after)}`} document={document} before={before} after={after} />
      )}
      {before.mode !== after.mode && <p className={styles.second}>{t('switching')}</p>}
      {sayAnnounced(before.mode, after.mode).map((announced) => (
        <p key={announced.id} className={styles.second}>
          {say(announced)}
        </p>
      ))}
    </>
  );
}

function ChangeList({ answer, sides }: SideWords & { readonly answer: ChangesAnswer }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const { classes, compared, gone, come, causes, callers, destinations } = answer;
  const missing = gone.length + come.length;
  return (
    <>
      <h3 className={styles.headline}>{sayChangesHead(classes, compared).map(say).join(' ')}</h3>
      <p className={styles.second}>{say(phrase('reach.changes.over', { flows: compared, callers, destinations }))}</p>
      {missing > 0 && <p className={styles.second}>{t('missing', { count: missing })}</p>}
      {CHANGE_GROUPS.map((group) => {
        const members = classes.flatMap((each, at) => (each.group === group ? [{ each, causes: causes[at] }] : []));
        if (members.length === 0) return null;
        return (
          <section key={group} aria-label={say(phrase(`reach.group.${group}`))}>
            <h4 className={styles[`group-${group}`] ?? styles['group-fails']}>{say(phrase(`reach.group.${group}`))}</h4>
            <ul className={styles.classes}>
              {members.map(({ each, causes: why }) => (
                <ChangeItem
                  key={`${each.example.caller.id} ${each.example.destination.id}`}
                  change={each}
                  why={why ?? [[], []]}
                  sides={sides}
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

const asEnds = (ends: readonly FateEnd[]) => ({ ends: ends.map((end) => ({ end })) });

interface ItemProps extends SideWords {
  readonly change: ChangeClass;
  readonly why: ChangesAnswer['causes'][number];
}

function ChangeItem({ change, why, sides }: ItemProps) {
  const { befores, afters, callers, flows, example, destinations } = change;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const { caller, destination } = example;
  const to = `${say(sayDestination(destination))}, ${say(sayAsks(destination))}`;
  const by = callers.every(({ kind }) => kind === 'node') ? 'node' : undefined;
  // What broke is decided on the second side.
  const isAfterFirst = change.group === 'broken';
  const row = { destinations: [destination, ...destinations.filter((each) => each !== destination)] } as const;
  return (
    <li className={styles.change}>
      <h5>
        {say(sayRow(row))}, {say(sayRowAsks(row))}
      </h5>
      <p className={styles.second}>
        {t('kinds', { flows, callers: callers.length })}. {t('example', { from: say(sayCaller(caller)), to })}
      </p>
      <p className={styles.pair}>
        <b>{sides[0]}:</b> <EndWords fate={asEnds(befores)} by={by} /> <span aria-hidden>→</span> <b>{sides[1]}:</b>{' '}
        <EndWords fate={asEnds(afters)} by={by} />
      </p>
      {sayExampleDifferences(change).map((seen) => (
        <p key={seen.id} className={styles.why}>
          {say(seen)}
        </p>
      ))}
      {(isAfterFirst ? ([1, 0] as const) : ([0, 1] as const)).map((at) => (
        <Why key={at} title={sides[at]} causes={why[at]} ends={at === 0 ? befores : afters} />
      ))}
    </li>
  );
}

interface WhyProps {
  readonly title: string;
  readonly causes: readonly Phrase[];
  readonly ends: readonly FateEnd[];
}

function Why({ title, causes, ends }: WhyProps) {
  const say = useReachPhrase();
  const said = sayCauses(causes, ends);
  if (said.length === 0) return null;
  return (
    <p className={styles.why}>
      <b>{title}:</b> {said.map(say).join(' ')}
    </p>
  );
}
