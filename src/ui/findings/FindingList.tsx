import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Finding, FindingPlace } from '../../core/analysis/lint/finding';
import { useActions } from '../../store/hooks';
import { Button } from '../common/Button';
import { classes } from '../common/classes';
import severities from '../common/severity.module.css';
import { usePhrase } from '../i18n/use-phrase';
import { PlainLine } from '../parts/PlainLine';
import { useShell } from '../shell/shell-context';
import { groupsOf, selectionOf } from './findings.model';
import styles from './findings.module.css';

const ICONS = { error: CircleX, warning: TriangleAlert, info: Info } as const;
/** So many more are listed with each click. */
const STEP = 20;
/** Of so many places the rule is shown. */
const MOST_PLACES = 5;

/** Findings by their cause: an example of each with its severity, the rules it is about, the next step, and how many more there are. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul>
      {groupsOf(findings).map(({ first, others }) => (
        <li key={`${first.severity} ${first.message.id}`} className={styles.finding}>
          <FindingItem finding={first} />
          {others.length > 0 && <Others findings={others} />}
        </li>
      ))}
    </ul>
  );
}

/** The others of one cause, a few at a time. */
function Others({ findings }: { readonly findings: readonly Finding[] }) {
  const t = useTranslations('findings');
  const [shown, setShown] = useState(0);
  const left = findings.length - shown;
  return (
    <>
      {shown > 0 && (
        <ul>
          {findings.slice(0, shown).map((finding, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- findings have no identity of their own
            <li key={at} className={styles.finding}>
              <FindingItem finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button size="s" onClick={() => setShown(shown + STEP)}>
          {shown === 0 ? t('alike', { count: left }) : t('more', { count: Math.min(left, STEP) })}
        </Button>
      )}
    </>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }) {
  const t = useTranslations('findings');
  const say = usePhrase();
  const { severity, message, next, places } = finding;
  const Icon = ICONS[severity];
  return (
    <>
      <p>
        <span className={classes(styles.severity, severities[severity])}>
          <Icon size={14} aria-hidden />
          {t(`severity.${severity}`)}
        </span>{' '}
        {say(message)}
      </p>
      {places.length > 0 && (
        <ul className={styles.places}>
          {places.slice(0, MOST_PLACES).map((place) => (
            <li key={`${place.table} ${place.chain} ${place.index} ${place.text}`}>
              <Place place={place} />
            </li>
          ))}
          {places.length > MOST_PLACES && (
            <li className={styles.note}>{t('morePlaces', { count: places.length - MOST_PLACES })}</li>
          )}
        </ul>
      )}
      {next && (
        <p className={styles.next}>
          <strong>{t('next')}</strong> {say(next)}
        </p>
      )}
    </>
  );
}

/** Where it is: a click selects the rule in the rules tab. */
function Place({ place }: { readonly place: FindingPlace }) {
  const t = useTranslations('findings');
  const { selectRule, showInspector, showMadeBy } = useActions();
  const { goTo } = useShell();
  const { table, chain, index, text } = place;
  const selection = selectionOf(place);
  const name = index === undefined ? t('chain', { table, chain }) : t('rule', { table, chain, index: index + 1 });
  const jump = (): void => {
    showMadeBy(undefined);
    selectRule(selection);
    showInspector('rules');
    goTo('inspector');
  };
  return (
    <>
      {selection ? (
        <button type="button" className={styles.place} title={t('jump', { place: name })} onClick={jump}>
          {name}
        </button>
      ) : (
        <span className={styles.note}>{name}</span>
      )}
      {text !== undefined && (
        <span className={styles.rule}>
          <PlainLine text={text} />
        </span>
      )}
    </>
  );
}
