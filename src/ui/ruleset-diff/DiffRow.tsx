import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Change } from '../../core/analysis/ruleset-diff/pair-edits';
import { assertNever } from '../../core/lib/assert';
import { classes } from '../common/classes';
import { ChangeLine } from './ChangeLine';
import type { Group, Row, Section } from './ruleset-diff.model';
import { SIGNS } from './signs';
import styles from './ruleset-diff.module.css';

const FAMILY = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** One row of the tree. */
export function DiffRow({ row, query }: { readonly row: Row; readonly query: string }) {
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
function Tally({ changes }: { readonly changes: readonly Change[] }) {
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
