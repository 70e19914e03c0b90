import { Trash2 } from 'lucide-react';
import { useDeferredValue, useId, useState, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PastedText, TextSummary, TextMachine } from '../../core/paste/pasted-types';
import { classes } from '../common/classes';
import { IconButton } from '../common/controls';
import { DiagnosticList } from './NodeSummary';
import { sizeText, sumAccount, makePreview } from './open-node.model';
import styles from './import.module.css';
import { lineStarts } from '../../core/lib/scan';
import { ROW_HEIGHT, useWindow } from '../inspector/use-window';
import textPreviewStyles from './text-preview.module.css';

interface TextPreviewProps {
  readonly text: PastedText;
  readonly summary: TextSummary | undefined;
  /** Brings this 0-based line into sight whenever it changes. */
  readonly scrollTo: number | undefined;
}

/** The text itself, with what was left aside in grey: half a million lines are there at once, those in sight are drawn. */
function TextPreview({ text, summary, scrollTo }: TextPreviewProps) {
  const t = useTranslations('import');
  const scroller = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => lineStarts(text.text), [text.text]);
  const preview = useMemo(
    () => makePreview(text.text, starts, summary?.others ?? []),
    [text.text, starts, summary?.others],
  );
  const { first, last } = useWindow(scroller, preview.count);
  useEffect(() => {
    const view = scroller.current;
    if (view && scrollTo !== undefined) view.scrollTop = scrollTo * ROW_HEIGHT - view.clientHeight / 2;
  }, [scrollTo]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div ref={scroller} tabIndex={0} className={textPreviewStyles.scroller}>
      <div className={textPreviewStyles.sheet} style={{ height: preview.count * ROW_HEIGHT }}>
        <ul
          className={textPreviewStyles.lines}
          aria-label={t('previewLabel', { title: text.title })}
          style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }}
        >
          {Array.from({ length: last - first }, (_, at) => first + at).map((line) => {
            const noise = preview.isNoise(line);
            return (
              <li
                key={line}
                aria-setsize={preview.count}
                aria-posinset={line + 1}
                className={classes(textPreviewStyles.line, noise && textPreviewStyles.noise)}
              >
                <span className={textPreviewStyles.number}>{line + 1}</span>
                <code>{preview.line(line)}</code>
                {noise && <span className="visually-hidden"> {t('leftAside')}</span>}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

interface Props {
  readonly machines: readonly TextMachine[];
  /** What a person says instead, by the name the text has. */
  readonly said: Readonly<Record<string, string>> | undefined;
  readonly onMachine: (told: string, name: string | undefined) => void;
  /** Shows a line of the text, 1-based. */
  readonly onShow: (line: number) => void;
}

const FROM = { prompt: 'fromPrompt', command: 'fromCommand', heading: 'fromHeading' } as const;

/** The machines whose output a text holds: each with the line that names it, and a field to call it otherwise. */
function TextMachines({ machines, said, onMachine, onShow }: Props) {
  const t = useTranslations('import');
  const id = useId();
  return (
    <section className={styles.machines} aria-labelledby={id}>
      <h4 id={id}>{t('machinesOf', { count: machines.length })}</h4>
      <ul>
        {machines.map(({ told, sign, lines }) => (
          <li key={told}>
            <input
              className={styles.input}
              aria-label={t('machineNamed', { name: told })}
              value={said?.[told] ?? ''}
              placeholder={told}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onMachine(told, target.value === '' ? undefined : target.value)}
            />
            <span>
              {t(FROM[sign.how], { sign: sign.text })}{' '}
              <button type="button" className={styles.place} onClick={() => onShow(sign.line)}>
                {t('onLine', { line: sign.line })}
              </button>{' '}
              · {t('lines', { lines })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FAMILY = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;
const TITLE = { 'iptables-save': 'iptables-save', 'iptables-list': 'iptables -L' } as const;

interface TextCardProps {
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
      {summary && <Parts summary={summary} />}
      {summary && summary.diagnostics.length > 0 && (
        <details open={isAtOnce(summary)}>
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

/** So few remarks are read at once where one of them warns, or where no rules are beside them. */
const FEW_REMARKS = 3;

/** Is there nothing else, or something nobody should overlook: keys in the text? */
function isAtOnce({ parts, pieces = [], diagnostics }: TextSummary): boolean {
  const warns = parts.length === 0 || diagnostics.some(({ severity }) => severity !== 'info');
  return parts.length + pieces.length === 0 || (diagnostics.length <= FEW_REMARKS && warns);
}

interface NodeFieldProps {
  readonly text: PastedText;
  /** What the text itself tells. */
  readonly told: string | undefined;
  /** True where the text's prompts name more than one machine. */
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

function Parts({ summary }: { readonly summary: TextSummary }) {
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
      <li className={classes(styles.part, styles.noise)}>
        <Account summary={summary} />
      </li>
    </ul>
  );
}

/** What became of all lines: both sums are as many as the text has. */
function Account({ summary: { account, lines } }: { readonly summary: TextSummary }) {
  const t = useTranslations('account');
  const { read, by, aside, why } = sumAccount(account);
  const listed = (parts: readonly { readonly what: string; readonly lines: number }[]): string =>
    parts.map((part) => t('part', part)).join(', ');
  return t('all', {
    lines,
    read,
    by: listed(by.map((share) => ({ what: share.title, lines: share.lines }))),
    aside,
    why: listed(why.map((share) => ({ what: t(`why.${share.why}`), lines: share.lines }))),
  });
}
