import { useTranslations } from 'use-intl';
import type { EbpfEntry, EbpfMemory, Trace } from '../../../core/sim/trace';
import { useBench } from '../../../store/hooks';
import { netnsById } from '../../../store/selectors';
import { plainName } from '../../../core/story/service-at';
import styles from '../../common/tables.module.css';

/** The tables in the order they are shown, and the command that lists each. */
const TABLES = [
  ['ct', 'cilium-dbg bpf ct list global'],
  ['nat', 'cilium-dbg bpf nat list'],
  ['sockets', 'cilium_lb4_reverse_sk'],
  ['affinity', 'cilium_lb4_affinity'],
] as const satisfies readonly (readonly [keyof EbpfMemory, string])[];

/** The conntrack and NAT maps of eBPF on every node when the walk is over. */
export function EbpfTables({ tables }: { readonly tables: NonNullable<Trace['ebpf']> }) {
  const t = useTranslations('tables.ebpf');
  return (
    <div className={styles.tab}>
      <p className={styles.note}>{t('about')}</p>
      {Object.entries(tables).map(([netns, memory]) => (
        <OneNode key={netns} netns={netns} memory={memory} />
      ))}
    </div>
  );
}

/** The flows VFP of Windows nodes remembers when the walk is over. How long it does is not documented. */
export function VfpTables({ tables }: { readonly tables: NonNullable<Trace['vfp']> }) {
  const t = useTranslations('tables.vfp');
  return (
    <div className={styles.tab}>
      <p className={styles.note}>{t('about')}</p>
      {Object.entries(tables).map(([netns, flows]) => (
        <OneTables key={netns} netns={netns} tables={[['vfpctrl /list-unified-flow', flows]]} />
      ))}
    </div>
  );
}

function OneNode({ netns, memory }: { readonly netns: string; readonly memory: EbpfMemory }) {
  const filled = TABLES.filter(([table]) => memory[table].length > 0);
  return <OneTables netns={netns} tables={filled.map(([table, command]) => [command, memory[table]])} />;
}

interface Props {
  readonly netns: string;
  /** What lists each, and what it lists. */
  readonly tables: readonly (readonly [command: string, entries: readonly EbpfEntry[]])[];
}

function OneTables({ netns, tables }: Props) {
  const t = useTranslations('tables.ebpf');
  const title = plainName(useBench((state) => netnsById(state, netns)?.title ?? netns));
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {tables.length === 0 && <p className={styles.quiet}>{t('empty')}</p>}
      {tables.map(([command, entries]) => (
        <div key={command} className={styles.entry}>
          <p className={styles.entryHead}>
            <b>{command}</b>
          </p>
          <ul>
            {entries.map(({ key, value, seconds }) => (
              <li key={key}>
                <code>
                  {key} {value}
                </code>
                {seconds !== undefined && <span className={styles.timer}> {t('left', { seconds })}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
