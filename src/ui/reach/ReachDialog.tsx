import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import { Segmented } from '../common/controls';
import { Dialog } from '../common/Dialog';
import { SearchBox } from '../common/inputs';
import { latinKey } from '../shell/bench/shortcuts.model';
import { REACH_ABOUT, REACH_QUESTION } from '../shell/bench/use-reach-about';
import { useProxyChoice, useWorkspace } from '../shell/bench/use-shortcuts';
import { AlwaysSo } from './AlwaysSo';
import { DeadRules } from './DeadRules';
import type { ReachSubject } from './use-walk-cell';
import styles from './reach.module.css';
import { WhatChanges } from './WhatChanges';
import { WhoReaches } from './WhoReaches';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const QUESTIONS = { who: WhoReaches, changes: WhatChanges, dead: DeadRules, always: AlwaysSo } as const;
type Question = keyof typeof QUESTIONS;
const ORDER = ['who', 'changes', 'dead', 'always'] as const satisfies readonly Question[];

/** The question so many places behind another, round and round. */
const turn = (from: Question, by: 1 | -1): Question =>
  ORDER[(ORDER.indexOf(from) + by + ORDER.length) % ORDER.length] ?? from;

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** All packets of the cluster on the bench: who reaches what, what changes with another mode, which rules decide none, what always holds; of a pasted node the rules. Keys: `[` and `]` another question, `/` the search. */
export function ReachDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('reach');
  const document = useBench((state) => state.document.present);
  const about = useBench(({ view }) => view.drafts[REACH_ABOUT] ?? '');
  const { setDraft } = useActions();
  const { openDialog } = useWorkspace();
  const proxy = useProxyChoice();
  const box = useRef<HTMLDivElement>(null);
  const isPasted = document.subject === 'pasted';
  const wanted = useBench(({ view }) => view.drafts[REACH_QUESTION]);
  const question = isPasted ? 'dead' : (ORDER.find((each) => each === wanted) ?? 'who');
  const setQuestion = (next: Question): void => setDraft(REACH_QUESTION, next);
  const [family, setFamily] = useState<IpFamily>('ipv4');
  const hasBoth = document.settings.serviceClusterIPRange.some((range) => range.includes(':'));
  const shown = hasBoth ? family : 'ipv4';
  const Asked = QUESTIONS[question];
  const subject: ReachSubject = { document, family: shown, onWalk: () => onOpenChange(false) };
  const acts: Readonly<Record<string, () => void>> = {
    '[': () => setQuestion(turn(question, -1)),
    ']': () => setQuestion(turn(question, 1)),
    '?': () => openDialog('help'),
    '/': () => box.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  };
  const onKey = (event: KeyboardEvent): void => {
    const act =
      event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) ? undefined : acts[latinKey(event.key)];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} size="full" reading onKeyDown={onKey}>
      <div className={styles.reach} ref={box} data-printed>
        <div className={styles.controls}>
          <Segmented
            label={t('questions')}
            value={question}
            onChange={setQuestion}
            items={ORDER.map((id) => ({ id, label: t(id), disabled: isPasted && id !== 'dead' }))}
          />
          {hasBoth && !isPasted && (
            <Segmented
              label={t('family')}
              value={shown}
              onChange={setFamily}
              items={[
                { id: 'ipv4', label: 'IPv4' },
                { id: 'ipv6', label: 'IPv6' },
              ]}
            />
          )}
          {question === 'who' && (
            <SearchBox
              className={styles.aboutBox}
              found={undefined}
              label={t('aboutParty')}
              value={about}
              aria-keyshortcuts="/"
              onValue={(text) => setDraft(REACH_ABOUT, text)}
            />
          )}
          {question !== 'changes' && proxy?.mode && (
            <span className={styles.asks}>
              {proxy.mode.title} {document.release}
            </span>
          )}
          {isPasted && <span className={styles.second}>{t('pasted')}</span>}
        </div>
        <Asked {...subject} />
      </div>
    </Dialog>
  );
}
