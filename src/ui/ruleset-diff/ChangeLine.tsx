import { Fragment, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Change } from '../../core/analysis/ruleset-diff/pair-edits';
import { classes } from '../common/classes';
import { AddressText } from '../rules/AddressText';
import { Marked } from '../rules/RuleLine';
import { tokensOf } from '../rules/rule-text.model';
import { changedWords, type WordPiece } from './changed-words.model';
import { SIGNS } from './signs';
import styles from './ruleset-diff.module.css';

/** A rule, element or server that came, went, moved or changed: sign, word, place, text. */
export function ChangeLine({ change, query }: { readonly change: Change; readonly query: string }) {
  const t = useTranslations('rulesetDiff');
  return (
    <div className={classes(styles.change, styles[change.kind])}>
      <span aria-hidden className={styles.sign}>
        {SIGNS[change.kind]}
      </span>
      <span className={styles.word}>{t(`changeKind.${change.kind}`)}</span>
      <Place change={change} />
      {change.kind === 'changed' ? (
        <ChangedText before={change.before} after={change.text} query={query} />
      ) : (
        <code className={styles.text}>
          <Words text={change.text} query={query} />
        </code>
      )}
    </div>
  );
}

/** The 1-based number of the rule in its chain, or both. */
function Place({ change }: { readonly change: Change }) {
  const t = useTranslations('rulesetDiff');
  if (change.kind === 'added' || change.kind === 'removed') {
    if (change.index === undefined) return null;
    return (
      <span className={styles.place} title={t('place', { index: change.index + 1 })}>
        {change.index + 1}
      </span>
    );
  }
  const { from, to } = change;
  if (from === undefined || to === undefined) return null;
  const words = t('places', { from: from + 1, to: to + 1 });
  return (
    <span className={styles.place} title={words}>
      <span aria-hidden>{from === to ? to + 1 : `${from + 1}→${to + 1}`}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

interface TextProps {
  readonly before: string;
  readonly after: string;
  readonly query: string;
}

function ChangedText({ before, after, query }: TextProps) {
  const t = useTranslations('rulesetDiff');
  const pieces = useMemo(() => changedWords(before, after), [before, after]);
  return (
    <code className={styles.text}>
      <span className="visually-hidden">{t('before')} </span>
      <del className={styles.old}>
        <Pieces pieces={pieces.before} query={query} />
      </del>
      <span className="visually-hidden"> {t('after')} </span>
      <ins className={styles.fresh}>
        <Pieces pieces={pieces.after} query={query} />
      </ins>
    </code>
  );
}

function Pieces({ pieces, query }: { readonly pieces: readonly WordPiece[]; readonly query: string }) {
  return pieces.map(({ text, changed }, at) => {
    const words = <Words text={text} query={query} />;
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a line never move
    return changed ? <b key={at}>{words}</b> : <Fragment key={at}>{words}</Fragment>;
  });
}

/** A text with its addresses in their network's colour; where something is searched for, with that marked. */
function Words({ text, query }: { readonly text: string; readonly query: string }) {
  const wanted = query.trim();
  if (wanted !== '' && text.toLowerCase().includes(wanted.toLowerCase())) return <Marked text={text} query={wanted} />;
  return tokensOf(text).map((token, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text never move
    token.kind === 'address' ? <AddressText key={at} text={token.text} /> : token.text,
  );
}
