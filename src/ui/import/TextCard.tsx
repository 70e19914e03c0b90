import { Trash2 } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PastedText, TextSummary } from '../../core/analysis/pasted-types';
import { classes } from '../common/classes';
import { IconButton } from '../common/IconButton';
import { DiagnosticList } from './DiagnosticList';
import { sizeText } from './preview.model';
import { TextMachines } from './TextMachines';
import { TextPreview } from './TextPreview';
import styles from './import.module.css';

const FAMILY = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;
const TITLE = { 'iptables-save': 'iptables-save', 'iptables-list': 'iptables -L' } as const;

export interface TextCardProps {
  readonly text: PastedText;
  readonly summary: TextSummary | undefined;
  /** Names of machines that are known. */
  readonly nodes: readonly string[];
  readonly onTitle: (title: string) => void;
  /** Says which machine the text is of; undefined: as it tells itself. */
  readonly onNode: (node: string | undefined) => void;
  /** Says what a machine that its prompts name is called; undefined: as they do. */
  readonly onMachine: (told: string, name: string | undefined) => void;
  readonly onRemove: () => void;
  /** The lines are shown at first. */
  readonly unfolded?: boolean;
}

/** One text: its title, what was understood of it, and the text itself with what was left aside in grey. */
export function TextCard(card: TextCardProps) {
  const { text, summary, nodes, onTitle, onNode, onMachine, onRemove, unfolded = false } = card;
  const t = useTranslations('import');
  const [at, setAt] = useState<number>();
  const [open, setOpen] = useState(unfolded);
  // The window first, then the lines in it.
  const shown = useDeferredValue(open, false);
  const show = (line: number): void => {
    setOpen(true);
    setAt(line - 1);
  };
  const left = summary?.others.reduce((sum, { from, to }) => sum + to - from + 1, 0) ?? 0;
  return (
    <article className={styles.card} aria-label={text.title}>
      <header className={styles.cardHead}>
        <input
          className={styles.cardTitle}
          aria-label={t('textTitle')}
          value={text.title}
          onChange={(event) => onTitle(event.target.value)}
        />
        <span className={styles.size}>
          {sizeText(text.text.length)}
          {summary && ` · ${t('lines', { lines: summary.lines })}`}
        </span>
        <IconButton
          size="s"
          label={t('remove', { title: text.title })}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      </header>
      <NodeField
        text={text}
        told={summary?.node}
        several={(summary?.machines?.length ?? 0) > 1}
        nodes={nodes}
        onNode={onNode}
      />
      {summary?.machines && (
        <TextMachines machines={summary.machines} said={text.machines} onMachine={onMachine} onShow={show} />
      )}
      {summary && <Parts summary={summary} left={left} />}
      {summary && summary.diagnostics.length > 0 && (
        <details open={summary.parts.length + (summary.pieces?.length ?? 0) === 0}>
          <summary>{t('remarksCount', { count: summary.diagnostics.length })}</summary>
          <DiagnosticList diagnostics={summary.diagnostics} onShow={show} />
        </details>
      )}
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('preview')}</summary>
        {shown && <TextPreview text={text} summary={summary} scrollTo={at} />}
      </details>
    </article>
  );
}

interface NodeFieldProps {
  readonly text: PastedText;
  /** What the text itself tells. */
  readonly told: string | undefined;
  /** Its prompts name more than one. */
  readonly several: boolean;
  readonly nodes: readonly string[];
  readonly onNode: (node: string | undefined) => void;
}

/** Which machine a text is of: told by it, or said by a person, who can move it to another. */
function NodeField({ text, told, several, nodes, onNode }: NodeFieldProps) {
  const t = useTranslations('import');
  const id = useId();
  return (
    <label className={styles.nodeField}>
      <span>{t('machine')}</span>
      <input
        className={styles.input}
        value={text.node ?? ''}
        placeholder={told ?? (several ? t('machineSeveral') : t('machineTold'))}
        list={id}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onNode(event.target.value === '' ? undefined : event.target.value)}
      />
      <datalist id={id}>
        {nodes.map((node) => (
          <option key={node} value={node}>
            {node}
          </option>
        ))}
      </datalist>
    </label>
  );
}

function Parts({ summary, left }: { readonly summary: TextSummary; readonly left: number }) {
  const t = useTranslations('import');
  return (
    <ul className={styles.parts}>
      {summary.parts.map((part) => (
        <li
          key={`${part.node ?? ''} ${part.format} ${part.family} ${part.table}`}
          className={classes(styles.part, part.unused && styles.noise)}
        >
          {part.node !== undefined && <b>{part.node}</b>} <strong>{TITLE[part.format]}</strong> {FAMILY[part.family]}{' '}
          <code>{part.table}</code> {t('part', { rules: part.rules, chains: part.chains })}
          {!part.whole && <em> {t('excerpt')}</em>}
          {part.unused && <em> {t('unused')}</em>}
        </li>
      ))}
      {summary.pieces?.map((piece) => (
        <li key={`${piece.format} ${piece.from}`} className={styles.part}>
          {piece.node !== undefined && <b>{piece.node}</b>} <strong>{piece.title}</strong>{' '}
          {t('piece', { count: piece.count, lines: piece.lines })}
        </li>
      ))}
      {left > 0 && <li className={classes(styles.part, styles.noise)}>{t('noise', { lines: left })}</li>}
    </ul>
  );
}
