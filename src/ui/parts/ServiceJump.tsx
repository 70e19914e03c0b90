import { Boxes } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { Popover } from '../common/Popover';
import { useRovingRows } from '../rules/use-roving-rows';
import { withoutDefault } from '../topology/names.model';
import { wantedKey } from './parts.model';
import styles from './parts.module.css';
import { usePortName } from './PortSelect';
import { portsLike, type OfferedPort } from './services.model';

const MOST = 60;

/** Picks a service port of which everything it made is then listed. */
export function ServiceJump() {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const [open, setOpen] = useState(false);
  const built = useBench(({ document }) => document.present.subject === 'cluster');
  if (!built) return null;
  const pick = ({ wanted }: OfferedPort): void => {
    setOpen(false);
    showMadeBy(wanted);
  };
  return (
    <Popover
      label={t('by')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="s" icon={<Boxes aria-hidden />} title={t('byHint')}>
          {t('by')}
        </Button>
      }
    >
      <ServiceList onPick={pick} />
    </Popover>
  );
}

function ServiceList({ onPick }: { readonly onPick: (port: OfferedPort) => void }) {
  const t = useTranslations('parts');
  const cluster = useBench(({ document }) => document.present.cluster);
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingRows(list);
  const portName = usePortName();
  const ports = useMemo(() => portsLike(cluster, typed, MOST), [cluster, typed]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the fields inside
    <div ref={list} className={styles.list} onKeyDown={onKeyDown}>
      <input
        data-row
        type="search"
        className={styles.input}
        aria-label={t('find')}
        placeholder={t('find')}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && ports[0] && onPick(ports[0])}
      />
      <ul className={styles.choices}>
        {ports.map((offered) => (
          <li key={wantedKey(offered.wanted)}>
            <button type="button" data-row className={styles.choice} onClick={() => onPick(offered)}>
              <span>{withoutDefault(`${offered.wanted.namespace}/${offered.wanted.serviceName}`)}</span>
              <span className={styles.quiet}>{portName(offered.port)}</span>
            </button>
          </li>
        ))}
      </ul>
      {ports.length === 0 && <p className={styles.quiet}>{t('noSuch')}</p>}
      {ports.length === MOST && <p className={styles.quiet}>{t('moreServices')}</p>}
    </div>
  );
}
