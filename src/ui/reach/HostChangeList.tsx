import { useTranslations } from 'use-intl';
import type { FlowEndings } from '../../core/questions/diff/compare-dumps';
import {
  sayHostChanges,
  sayHostScope,
  type HostChange,
  type HostChanges,
  type SaidHostEnd,
} from '../../core/questions/diff/host-changes';
import { phrase } from '../../core/lib/phrase';
import { PlainLine } from '../rules/rule/lines';
import { useHostPhrase } from './use-host-phrase';
import styles from './hosts.module.css';

interface Props {
  readonly found: HostChanges;
  /** Words for the two sides. */
  readonly sides: readonly [string, string];
}

/** Every kind of packet that ends otherwise on the other of two hosts, with both ends; or that none does. */
export function HostChangeList({ found, sides }: Props) {
  const say = useHostPhrase();
  const t = useTranslations('twoDumps');
  const groups = [...new Set(found.changes.map(({ group }) => group))];
  return (
    <>
      <p>
        <strong>{sayHostChanges(found).map(say).join(' ')}</strong>{' '}
        {groups.length > 0 && <span className={styles.note}>{t('packetsLegend')}</span>}
      </p>
      {groups.map((group) => (
        <section key={group}>
          <h3 className={styles.group}>{say(phrase(`reach.host.group.${group}`))}</h3>
          <ChangeItems changes={listGroup(found, group, false)} sides={sides} />
          <RareChanges changes={listGroup(found, group, true)} sides={sides} />
        </section>
      ))}
      <p className={styles.note}>{sayHostScope(found).map(say).join(' ')}</p>
    </>
  );
}

const listGroup = ({ changes }: HostChanges, group: HostChange['group'], rare: boolean): readonly HostChange[] =>
  changes.filter((change) => change.group === group && change.rare === rare);

interface ItemsProps {
  readonly changes: readonly HostChange[];
  readonly sides: Props['sides'];
}

function ChangeItems({ changes, sides }: ItemsProps) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={JSON.stringify([change.origin, change.packets, change.before, change.after])} className={styles.flow}>
          <Change change={change} sides={sides} />
        </li>
      ))}
    </ul>
  );
}

/** What nobody sends on purpose stands folded. */
function RareChanges({ changes, sides }: ItemsProps) {
  const say = useHostPhrase();
  if (changes.length === 0) return null;
  return (
    <details>
      <summary className={styles.note}>{say(phrase('reach.host.rare', { count: changes.length }))}</summary>
      <ChangeItems changes={changes} sides={sides} />
    </details>
  );
}

function Change({ change, sides }: { readonly change: HostChange; readonly sides: Props['sides'] }) {
  const t = useTranslations('twoDumps');
  const { packets, more, before, after, unknown, example } = change;
  return (
    <>
      {packets.map((line) => (
        <p key={line} className={styles.packets}>
          {line}
        </p>
      ))}
      {more && <p className={styles.note}>{t('morePackets')}</p>}
      <div className={styles.sides}>
        <SideEnds title={sides[0]} ends={before} endings={example?.before} />
        <SideEnds title={sides[1]} ends={after} endings={example?.after} />
      </div>
      {unknown.map((rule) => (
        <p key={rule} className={styles.deciding}>
          <span className={styles.note}>{t('unknownRule')}</span> <PlainLine text={rule} />
        </p>
      ))}
    </>
  );
}

interface SideEndsProps {
  readonly title: string;
  readonly ends: readonly SaidHostEnd[];
  /** The walk of one packet of the kind. */
  readonly endings: FlowEndings | undefined;
}

function SideEnds({ title, ends, endings }: SideEndsProps) {
  const say = useHostPhrase();
  const t = useTranslations('twoDumps');
  const rules = [...new Set((endings?.ends ?? []).flatMap(({ deciding }) => deciding.map(({ text }) => text)))];
  return (
    <div className={styles.side}>
      <h4 className={styles.sideHead}>{title}</h4>
      {ends.map(({ says, odds }) => (
        <p key={JSON.stringify([says, odds])}>
          {says.map(say).join(', ')} {odds !== undefined && <span className={styles.odds}>{odds}</span>}
        </p>
      ))}
      {rules.map((text) => (
        <p key={text} className={styles.deciding}>
          <PlainLine text={text} />
        </p>
      ))}
      {rules.length === 0 && <p className={styles.note}>{t('nothingDecided')}</p>}
    </div>
  );
}
