import { useTranslations } from 'use-intl';
import { ruleAtLine } from '../../engine/chain-index';
import type { ChainIndex } from './rule/rules-view.model';
import styles from './changes.module.css';
import { useChanges } from './datapath-context';
import { useState } from 'react';
import { useActions } from '../../store/hooks';
import { PlainLine } from './rule/lines';
import { SIGNS } from './ruleset-diff/ruleset-diff.model';
import type { ChangeCounts, ChangedGroup, ChangedLine, Changes } from '../../engine/questions/changes';
import { Button } from '../common/controls';
import { Popover } from '../common/floating';

/** So many groups are listed at first. */
const FEW = 30;

interface Props {
  readonly changes: Changes;
  readonly index: ChainIndex;
  /** A line was gone to. */
  readonly onGo?: () => void;
}

/** Changes of the last edit in a node's kernel, chain by chain; each line leads to its place in the dump. */
export function ChangesList({ changes, index, onGo }: Props) {
  const t = useTranslations('changes');
  const [most, setMost] = useState(FEW);
  const go = useGoToLine(index, onGo);
  return (
    <ul aria-label={t('list')}>
      {changes.groups.slice(0, most).map((group) => (
        <li key={group.name}>
          <Group group={group} onGo={go} />
        </li>
      ))}
      {changes.groups.length > most && (
        <li>
          <button type="button" className={styles.more} onClick={() => setMost(most + FEW)}>
            {t('more', { count: changes.groups.length - most })}
          </button>
        </li>
      )}
    </ul>
  );
}

function useGoToLine(index: ChainIndex, onGo: (() => void) | undefined): (line: number) => void {
  const { selectRule, selectLine, showInspector, showMadeBy } = useActions();
  const { netns, family, lines, rows } = index.view;
  return (wanted) => {
    const line = Math.min(wanted, lines - 1);
    const ref = ruleAtLine(index, line);
    selectRule(ref && { netns, family, ref });
    selectLine(ref ? undefined : { netns, family, part: rows[line]?.at[0], line });
    showMadeBy(undefined);
    showInspector('rules');
    onGo?.();
  };
}

function Group({ group, onGo }: { readonly group: ChangedGroup; readonly onGo: (line: number) => void }) {
  const t = useTranslations('changes');
  const { name, lines } = group;
  const more = group.added + group.removed + group.moved - lines.length;
  return (
    <details className={styles.group} open={lines.length <= 6}>
      <summary>
        <Counts of={group} /> <code className={styles.name}>{name}</code>
      </summary>
      <ol>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the changes of one edit never move
          <li key={at}>
            <Line line={line} onGo={onGo} />
          </li>
        ))}
        {more > 0 && <li>{t('moreLines', { count: more })}</li>}
      </ol>
    </details>
  );
}

function Line({ line, onGo }: { readonly line: ChangedLine; readonly onGo: (line: number) => void }) {
  const t = useTranslations('changes');
  const { kind, text } = line;
  return (
    <button type="button" className={styles.line} data-kind={kind} onClick={() => onGo(line.line)}>
      <span className={styles.sign} aria-hidden>
        {SIGNS[kind]}
      </span>
      <span className="visually-hidden">{t(kind)} </span>
      <PlainLine text={text} />
    </button>
  );
}

/** `+5 −2 ↕1`. */
export function Counts({ of: { added, removed, moved } }: { readonly of: ChangeCounts }) {
  const t = useTranslations('changes');
  return (
    <span className={styles.counts}>
      <span aria-hidden>
        <span data-kind="added">+{added}</span> <span data-kind="removed">−{removed}</span>
        {moved > 0 && <span data-kind="moved"> ↕{moved}</span>}
      </span>{' '}
      <span className="visually-hidden">{t('counts', { added, removed, moved })}</span>
    </span>
  );
}

/** Above a dump: what the last edit changed in it. Nothing where it changed nothing. */
export function ChangesPanel({ index }: { readonly index: ChainIndex }) {
  const t = useTranslations('changes');
  const changes = useChanges(index.view);
  if (!changes || changes.groups.length === 0) return null;
  return (
    <details className={styles.panel} open>
      <summary>
        {t('title')} <Counts of={changes} />
      </summary>
      <ChangesList changes={changes} index={index} />
    </details>
  );
}

/** Tells how many lines of the node the last edit changed, and lists them when asked. Nothing where it changed none. */
export function ChangesButton({ index }: { readonly index: ChainIndex | undefined }) {
  const t = useTranslations('changes');
  const changes = useChanges(index?.view);
  const [open, setOpen] = useState(false);
  if (!index || !changes || changes.groups.length === 0) return null;
  return (
    <>
      <span role="status" className="visually-hidden">
        {t('told', { added: changes.added, removed: changes.removed, moved: changes.moved })}
      </span>
      <Popover
        label={t('title')}
        align="end"
        side="top"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="s" title={t('title')} className={changes.fresh ? (styles.fresh ?? '') : ''}>
            {t('short')} <Counts of={changes} />
          </Button>
        }
      >
        <div className={styles.popover}>
          <h3 className={styles.title}>{t('title')}</h3>
          <ChangesList changes={changes} index={index} onGo={() => setOpen(false)} />
        </div>
      </Popover>
    </>
  );
}
