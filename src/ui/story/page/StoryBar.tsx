import { Cable, PanelsTopLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject } from '../../../core/document/document';
import { useActions, useBench } from '../../../store/hooks';
import { ModeSegments } from '../../shell/bench/ModeSegments';
import { useCommands, useProxyChoice, useWorkspace } from '../../shell/bench/use-shortcuts';
import { classes } from '../../common/classes';
import { Select } from '../../common/controls';
import type { MenuItem } from '../../common/floating';
import { BenchTitle, FlowLine, MoreMenu } from '../../shell/HeadParts';
import styles from './story.module.css';
import { DEVICES, PACKET } from './folded';

/** The bar above a story: its title, its mode, and buttons to the bench and for a link. */
export function StoryBar({ tall }: { readonly tall: boolean }) {
  const packet = usePacketItem();
  return (
    <StoryHead tall={tall} middle={<Modes tall={tall} />} own={tall ? [packet] : []}>
      {!tall && <CompareButton />}
    </StoryHead>
  );
}

interface HeadProps {
  readonly tall: boolean;
  readonly middle: ReactNode;
  /** Tools of this view alone. */
  readonly children: ReactNode;
  /** Menu items that are seldom used. */
  readonly own: readonly MenuItem[];
}

/** The one header of what is told: what it is, what can be chosen in it, the ways out. */
export function StoryHead({ tall, middle, children, own }: HeadProps) {
  const t = useTranslations('story');
  const { setDepth, setStarting } = useActions();
  const run = useCommands();
  const flows = useBench(({ document }) => flowsOfSubject(document.present).length > 1);
  const { openDialog, setComparing } = useWorkspace();
  const toBench = (): void => {
    setComparing(false);
    setDepth('bench');
  };
  return (
    <header className={styles.header} aria-label={t('bar')}>
      <div className={styles.left}>
        <h1>
          <button type="button" title={t('start')} onClick={() => setStarting(true)}>
            Rulewalk
          </button>
        </h1>
        <div className={styles.titles}>
          <BenchTitle whole={tall || !flows} />
          {!tall && <FlowLine className={styles.flow} />}
        </div>
        {!tall && (
          <button type="button" className={classes(styles.button, styles.roomy)} onClick={() => openDialog('lessons')}>
            {t('lessons')}
          </button>
        )}
      </div>
      {middle}
      <div className={styles.right}>
        {children}
        {!tall && <WayButtons />}
        <button
          type="button"
          className={styles.button}
          title={t('benchHint')}
          aria-keyshortcuts="b"
          aria-label={tall ? t('bench') : undefined}
          onClick={toBench}
        >
          {tall ? <PanelsTopLeft size={18} aria-hidden /> : t('bench')}
        </button>
        {!tall && (
          <button
            type="button"
            className={classes(styles.button, styles.roomy)}
            title={t('presentHint')}
            aria-keyshortcuts="p"
            onClick={() => run('present')}
          >
            {t('present')}
          </button>
        )}
        {!tall && (
          <button type="button" className={styles.button} onClick={() => openDialog('share')}>
            {t('share')}
          </button>
        )}
        <MoreMenu short={false} own={own} />
      </div>
    </header>
  );
}

/** All modes beside each other. */
function CompareButton() {
  const t = useTranslations('story');
  const { setComparing } = useWorkspace();
  return (
    <button
      type="button"
      className={classes(styles.button, styles.roomy)}
      title={t('compareHint')}
      onClick={() => setComparing(true)}
    >
      {t('compare')}
    </button>
  );
}

/** What else can be done with the document than to walk through it. */
function WayButtons() {
  const t = useTranslations('shell.top');
  const { openDialog } = useWorkspace();
  return (
    <>
      <button
        type="button"
        className={classes(styles.button, styles.roomy)}
        title={t('timeHint')}
        onClick={() => openDialog('timeline')}
      >
        {t('time')}
      </button>
      <button
        type="button"
        className={classes(styles.button, styles.roomy)}
        title={t('pasteHint')}
        onClick={() => openDialog('paste')}
      >
        {t('paste')}
      </button>
    </>
  );
}

/** The modes in the true middle; where there is little room, a list. */
function Modes({ tall }: { readonly tall: boolean }) {
  const t = useTranslations('story');
  const choice = useProxyChoice();
  if (!choice) return <span />;
  const items = choice.offers.map(({ id, title }) => ({ id, label: title }));
  if (tall) {
    return (
      <Select
        aria-label={t('mode')}
        className={styles.modeList}
        value={choice.mode?.id ?? 'iptables'}
        onChange={choice.chooseMode}
        options={items}
      />
    );
  }
  return <ModeSegments label={t('mode')} choice={choice} look={{ group: styles.modes, on: styles.on }} />;
}

/** In a hand the packet's own panel is below the lens, where it is wanted. */
function usePacketItem() {
  const t = useTranslations('story');
  const { setCollapsed } = useActions();
  const shown = useBench(({ view }) => view.collapsed[PACKET] === false);
  return { id: 'packet', label: t(shown ? 'packetHide' : 'packetShow'), onSelect: () => setCollapsed(PACKET, shown) };
}

/** In a corner of the stage: devices are named where the packet passes them, or always. */
export function DevicesSwitch() {
  const t = useTranslations('story');
  const always = useBench(({ view }) => view.collapsed[DEVICES] === false);
  const { setCollapsed } = useActions();
  return (
    <button
      type="button"
      className={classes(styles.button, styles.corner, always && styles.pressed)}
      aria-pressed={always}
      aria-label={t('devices')}
      title={t(always ? 'devicesOff' : 'devicesOn')}
      onClick={() => setCollapsed(DEVICES, always)}
    >
      <Cable size={18} aria-hidden />
    </button>
  );
}
