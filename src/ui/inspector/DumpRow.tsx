import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Diagnostic } from '../../core/formats/format';
import type { RulesView } from '../../engine/protocol';
import { classes } from '../common/classes';
import severities from '../common/severity.module.css';
import { usePhrase } from '../i18n/use-phrase';
import { PlainLine } from '../parts/PlainLine';
import { Marked, RuleLine } from '../rules/RuleLine';
import { readRule, type RuleText } from '../rules/rule-text.model';
import { lineText } from '../rules/rules-view.model';
import { verdictMark } from '../theme/verdicts';
import { lineKind, type Hit } from './dump.model';
import styles from './dump-list.module.css';

interface Props {
  readonly id: string;
  readonly view: RulesView;
  readonly line: number;
  readonly count: number;
  readonly query: string;
  readonly hit: Hit | undefined;
  readonly remark: Diagnostic | undefined;
  /** The last edit added it; `fresh`: just now. */
  readonly change: 'fresh' | 'changed' | undefined;
  /** Without colours: it flies past. */
  readonly plain: boolean;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly isNow: boolean;
  readonly onChoose: (line: number) => void;
}

/** One line of the dump. */
export const DumpRow = memo(function DumpRow(props: Props) {
  const { id, view, line, count, query, hit, remark, change, plain, isCursor, isSelected, isNow, onChoose } = props;
  const text = lineText(view, line);
  const state = [hit && styles.hit, isNow && styles.now, isSelected && styles.selected, isCursor && styles.cursor];
  const news = [change && styles.changed, change === 'fresh' && styles.fresh];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list box takes the keys for its options
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={line + 1}
      className={classes(styles.row, styles[lineKind(text)], ...state, ...news)}
      onClick={() => onChoose(line)}
    >
      <span className={styles.number} aria-hidden>
        {line + 1}
      </span>
      {change && <ChangeWord />}
      <RemarkSign remark={remark} />
      <HitSign hit={hit} />
      {plain ? <code>{text}</code> : <Line text={text} query={query} lit={hit !== undefined} />}
    </div>
  );
});

function ChangeWord() {
  const t = useTranslations('changes');
  return <span className="visually-hidden">{t('changed')}: </span>;
}

function RemarkSign({ remark }: { readonly remark: Diagnostic | undefined }) {
  const say = usePhrase();
  if (!remark) return null;
  const words = say(remark.message);
  return (
    <span className={classes(styles.remark, severities[remark.severity])} title={words}>
      <span aria-hidden>!</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function HitSign({ hit }: { readonly hit: Hit | undefined }) {
  const t = useTranslations('inspector.rules');
  if (hit?.step.data.kind !== 'rule') return <span className={styles.sign} />;
  const { sign, word } = verdictMark(hit.step.data.verdict);
  return (
    <span className={styles.sign} title={t('hit', { step: hit.step.index + 1, times: hit.times })}>
      <span aria-hidden>{sign}</span>
      <span className="visually-hidden">
        {word}. {t('hit', { step: hit.step.index + 1, times: hit.times })}
      </span>
    </span>
  );
}

function Line({ text, query, lit }: { readonly text: string; readonly query: string; readonly lit: boolean }) {
  const rule = readRule(text);
  if (rule && marksInside(rule, text, query)) return <RuleLine rule={rule} lit={lit} query={query} />;
  if (query !== '') {
    return (
      <code>
        <Marked text={text} query={query} />
      </code>
    );
  }
  return <PlainLine text={text} />;
}

/** Is what is searched for inside one token? Else the colours give way to the mark. */
function marksInside(rule: RuleText, text: string, query: string): boolean {
  const wanted = query.toLowerCase();
  if (wanted === '' || !text.toLowerCase().includes(wanted)) return true;
  return rule.parts.some((part) => part.tokens.some((token) => token.text.toLowerCase().includes(wanted)));
}
