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
  /** Sentences on its scope that are said for several hosts together, and not again here. */
  readonly shared?: readonly string[];
}

/** Every kind of packet that ends otherwise on the other of two hosts, with both ends; or that none does. */
export function HostChangeList({ found, sides, shared }: Props) {
  const say = useHostPhrase();
  const t = useTranslations('twoDumps');
  const isExplained = found.changes.length > 0;
  return (
    <>
      <p>
        <strong>{sayHostChanges(found).map(say).join(' ')}</strong>{' '}
        {isExplained && <span className={styles.note}>{t('packetsLegend')}</span>}
      </p>
      <Groups changes={found.changes.filter(({ rare }) => !rare)} sides={sides} />
      <RareChanges found={found} sides={sides} />
      <p className={styles.note}>
        {sayHostScope(found)
          .map(say)
          .filter((each) => shared?.includes(each) !== true)
          .join(' ')}
      </p>
    </>
  );
}

interface ItemsProps {
  readonly changes: readonly HostChange[];
  readonly sides: Props['sides'];
}

/** Changes under the words of their groups. */
function Groups({ changes, sides }: ItemsProps) {
  const say = useHostPhrase();
  return [...new Set(changes.map(({ group }) => group))].map((group) => (
    <section key={group}>
      <h3 className={styles.group}>{say(phrase(`reach.host.group.${group}`))}</h3>
      <ul>
        {changes
          .filter((change) => change.group === group)
          .map((change) => (
            <li
              key={JSON.stringify([change.origin, change.packets, change.before, change.after])}
              className={styles.flow}
            >
              <Change change={change} sides={sides} />
            </li>
          ))}
      </ul>
    </section>
  ));
}

/** What nobody sends on purpose stands folded, behind all others. */
function RareChanges({ found, sides }: Props) {
  const say = useHostPhrase();
  const shown = found.changes.filter(({ rare }) => rare);
  if (shown.length === 0) return null;
  return (
    <details>
      <summary className={styles.note}>{say(phrase('reach.host.rare', { count: found.rare }))}</summary>
      {found.rare > shown.length && (
        <p className={styles.note}>{say(phrase('reach.host.first', { count: shown.length }))}</p>
      )}
      <Groups changes={shown} sides={sides} />
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
