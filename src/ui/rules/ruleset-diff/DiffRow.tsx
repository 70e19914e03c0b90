import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { LineChange } from '../../../core/questions/diff/chains-diff';
import { assertNever } from '../../../core/lib/result';
import { classes } from '../../common/classes';
import {
  type Group,
  type RulesetDiffRow,
  type Section,
  changedWords,
  type WordPiece,
  SIGNS,
} from './ruleset-diff.model';
import styles from './ruleset-diff.module.css';
import { Fragment, useMemo } from 'react';
import { AddressText, Marked } from '../rule/lines';
import { listTokens } from '../rule/rule-text.model';

/** A rule, element or server that came, went, moved or changed: sign, word, place, text. */
function ChangeLine({ change, query }: { readonly change: LineChange; readonly query: string }) {
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
function Place({ change }: { readonly change: LineChange }) {
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
  return listTokens(text).map((token, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text never move
    token.kind === 'address' ? <AddressText key={at} text={token.text} /> : token.text,
  );
}

const FAMILY = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** One row of the tree. */
export function DiffRow({ row, query }: { readonly row: RulesetDiffRow; readonly query: string }) {
  const t = useTranslations('rulesetDiff');
  switch (row.kind) {
    case 'section':
      return (
        <>
          <Fold open={row.open} />
          <SectionName section={row.section} />
        </>
      );
    case 'group':
      return (
        <>
          <Fold open={row.open} />
          <GroupName group={row.group} />
        </>
      );
    case 'line':
      return <ChangeLine change={row.change} query={query} />;
    case 'same':
      return (
        <>
          <Fold open={row.open} />
          <span className={styles.quiet}>= {t('same', { count: row.count })}</span>
        </>
      );
    case 'name':
      return <code className={styles.quiet}>{row.name}</code>;
    default:
      return assertNever(row);
  }
}

function Fold({ open }: { readonly open: boolean }) {
  const Icon = open ? ChevronDown : ChevronRight;
  return <Icon size={14} aria-hidden className={styles.fold} />;
}

function SectionName({ section }: { readonly section: Section }) {
  const t = useTranslations('rulesetDiff');
  const { table, family, groups } = section;
  const name = table === 'ipset' || table === 'ipvs' ? t(`section.${table}`) : table;
  return (
    <>
      <span className={styles.sectionName}>{name}</span>
      {family && <span className={styles.family}>{FAMILY[family]}</span>}
      <Tally changes={groups.flatMap(({ heads, lines }) => [...heads, ...lines])} />
    </>
  );
}

function GroupName({ group }: { readonly group: Group }) {
  const t = useTranslations('rulesetDiff');
  const { name, of, kind, previous, owner, heads, lines } = group;
  return (
    <>
      <span className={classes(styles.badge, styles[kind])}>
        <span aria-hidden>{SIGNS[kind]} </span>
        {t(`groupKind.${kind}`)}
      </span>
      {of !== 'chain' && <span className={styles.quiet}>{t(`of.${of}`)}</span>}
      <code className={styles.name}>{name}</code>
      {previous !== undefined && <span className={styles.quiet}>{t('was', { name: previous })}</span>}
      {owner !== undefined && <span className={styles.owner}>{owner}</span>}
      {of === 'chain' && heads.length + lines.length === 0 && <span className={styles.quiet}>{t('empty')}</span>}
      <Tally changes={[...heads, ...lines]} />
    </>
  );
}

/** `+3 −1`, each with its word for who listens. */
function Tally({ changes }: { readonly changes: readonly LineChange[] }) {
  const t = useTranslations('rulesetDiff');
  const kinds = (['added', 'removed', 'changed', 'moved'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  return (
    <span className={styles.tally}>
      {kinds.map(({ kind, count }) => (
        <span key={kind} className={styles[kind]}>
          <span aria-hidden>
            {SIGNS[kind]}
            {count}
          </span>
          <span className="visually-hidden">{t('show', { count, kind: t(`changeKind.${kind}`) })} </span>
        </span>
      ))}
    </span>
  );
}
