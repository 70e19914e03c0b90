import { Repeat, Boxes, ChevronsLeft, ChevronsRight, Dice5 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, currentStep } from '../../store/selectors';
import { IconButton, Button, Segmented, Select } from '../common/controls';
import { Caption } from './Caption';
import { Scrubber, StepCount, TransportButtons } from './Scrubber';
import { useCommands } from '../bench/use-shortcuts';
import styles from './transport.module.css';
import { Tooltip } from '../common/Tooltip';
import { SHORTCUTS, type Command, type JumpKind } from '../bench/shortcuts.model';
import { legChoices, outcomeLines, type OutcomeLine } from './transport.model';
import { useState, useDeferredValue, useMemo } from 'react';
import { AddressChip } from '../common/addresses';
import { oddsText } from '../common/odds-text.model';
import { Menu, type MenuItem } from '../common/Menu';
import { AstrayBadge, DispositionBadge } from '../common/VerdictBadge';
import { useAstray } from '../parts/CertainNote';
import outcomesStyles from './outcomes.module.css';

const NONE = [] as const;

/** The dice, and beside it the odds of what it gave: they open the list of everything it could have given. */
function Outcomes() {
  const t = useTranslations('shell.transport');
  const { dice } = useActions();
  const outcomes = useBench(({ run }) => run.result?.outcomes.length ?? 0);
  const trace = useBench(({ run }) => run.result?.trace);
  const odds = trace && oddsText(trace);
  const only = outcomes < 2;
  const items = useOutcomeItems();
  return (
    <div className={outcomesStyles.dice}>
      <IconButton
        label={only ? t('onlyOne') : t('dice')}
        shortcut={only ? undefined : 'd'}
        icon={<Dice5 aria-hidden />}
        disabled={only}
        onClick={dice}
      />
      <Menu
        label={t('outcomes')}
        items={items}
        side="top"
        align="end"
        width={360}
        trigger={
          <Button
            disabled={outcomes === 0}
            className={outcomesStyles.odds}
            aria-label={t('odds', { odds: odds?.meant ?? t('unknownOdds'), kernel: odds?.kernel ?? 'none' })}
          >
            {outcomes === 0 ? '–' : (odds?.short ?? '?')}
          </Button>
        }
      />
    </div>
  );
}

/** Every outcome with its odds; choosing one shows it. */
function useOutcomeItems(): readonly MenuItem[] {
  const t = useTranslations('shell.transport');
  const { showOutcome } = useActions();
  // The list is looked at when its menu is opened.
  const result = useDeferredValue(useBench(({ run }) => run.result));
  const netns = useBench(({ run }) => run.bench?.netns ?? NONE);
  const asked = useBench(({ run }) => run.outcome !== undefined);
  const isAstray = useAstray();
  return useMemo(() => {
    const lines = outcomeLines(result?.outcomes ?? NONE, netns);
    const rows = lines.map((line): MenuItem => ({
      id: `outcome ${line.index}`,
      label: <OutcomeRow line={line} astray={isAstray(line.index)} />,
      checked: line.index === result?.shown,
      onSelect: () => showOutcome(line.index),
    }));
    return [
      { heading: t('outcomesOf', { count: lines.length }) },
      ...(lines.some(({ kernel }) => kernel !== undefined) ? [{ heading: t('outcomesDrawn') }] : []),
      ...rows,
      ...(result?.truncated === true ? [{ heading: t('outcomesCut') }] : []),
      ...(asked ? [{ id: 'seed', label: t('seed'), onSelect: () => showOutcome(undefined) }] : []),
    ];
  }, [result, netns, asked, isAstray, showOutcome, t]);
}

function OutcomeRow({ line, astray }: { readonly line: OutcomeLine; readonly astray: boolean }) {
  const t = useTranslations('shell.transport');
  const silent = !line.answered && line.disposition.kind === 'DELIVERED';
  return (
    <span className={outcomesStyles.row}>
      <span className={outcomesStyles.fraction} title={line.kernel && t('kernelOdds', { kernel: line.kernel })}>
        {line.odds ?? '?'}
        {line.kernel !== undefined && <small className={outcomesStyles.kernel}>{line.kernel}</small>}
      </span>
      <span className={outcomesStyles.backend}>
        {line.backend} {line.address !== undefined && <AddressChip address={line.address} />}
      </span>
      <span className={outcomesStyles.end}>
        {astray ? <AstrayBadge /> : <DispositionBadge disposition={line.disposition} />}
        {silent && <> · {t('unanswered')}</>}
      </span>
    </span>
  );
}

const KINDS: readonly JumpKind[] = ['nat', 'hop', 'decision'];

interface Props {
  readonly disabled: boolean;
  readonly onCommand: (command: Command) => void;
}

/** To the previous or next rewrite, hop or decision: which of them is chosen between the two buttons. */
function JumpButtons({ disabled, onCommand }: Props) {
  const t = useTranslations('shell.transport');
  const [kind, setKind] = useState<JumpKind>('decision');
  const what = t(`jump.${kind}`);
  const [back, forward] = [`${kind}-back`, `${kind}-forward`] as const;
  return (
    <div className={styles.jump}>
      <IconButton
        label={t('jumpBack', { what })}
        shortcut={SHORTCUTS[back][0]}
        icon={<ChevronsLeft aria-hidden />}
        disabled={disabled}
        onClick={() => onCommand(back)}
      />
      <Select
        aria-label={t('jumpTo')}
        value={kind}
        onChange={(id) => setKind(KINDS.find((each) => each === id) ?? kind)}
        options={KINDS.map((id) => ({ id, label: t(`jump.${id}`) }))}
      />
      <IconButton
        label={t('jumpForward', { what })}
        shortcut={SHORTCUTS[forward][0]}
        icon={<ChevronsRight aria-hidden />}
        disabled={disabled}
        onClick={() => onCommand(forward)}
      />
    </div>
  );
}

/** Request or reply, and those of a second connection: shows where the packet is, and goes there. */
function LegSwitch() {
  const t = useTranslations('shell.transport');
  const { setPlayhead, pause } = useActions();
  const legs = legChoices(useBench(({ run }) => run.result?.trace));
  const steps = useBench(shownSteps);
  const here = useBench((state) => currentStep(state)?.leg ?? 0);
  const go = (id: string): void => {
    const first = steps.find(({ leg }) => leg === Number(id));
    pause();
    if (first) setPlayhead(first.index);
  };
  return (
    <Segmented
      label={t('leg')}
      value={String(here)}
      onChange={go}
      items={legs.map((choice) => {
        const name = choice.role === undefined ? t('noReply') : t(`legs.${choice.role}`);
        return { id: choice.id, label: choice.second ? t('secondLeg', { name }) : name, disabled: !choice.role };
      })}
    />
  );
}

/** Opens and closes what many packets do. */
function ManyButton({ disabled }: { readonly disabled: boolean }) {
  const t = useTranslations('shell.transport');
  const open = useBench(({ many }) => many.open);
  const run = useCommands();
  return (
    <Tooltip text={t('many')} shortcut={SHORTCUTS.many[0]}>
      <Button
        className={styles.many}
        aria-label={t('many')}
        icon={<Boxes aria-hidden />}
        disabled={disabled}
        aria-pressed={open}
        onClick={() => run('many')}
      >
        <span className={styles.manyWord}>{t('many')}</span>
      </Button>
    </Tooltip>
  );
}

/** The foot of the page: the caption, and everything that moves the playhead. */
export function TransportBar() {
  const t = useTranslations('shell.transport');
  return (
    <footer className={styles.foot} aria-label={t('bar')}>
      <Caption />
      <div className={styles.bar}>
        <PlayButtons />
        <LegSwitch />
        <Scrubber />
        <StepCount />
        <Speed />
        <Outcomes />
        <Many />
      </div>
    </footer>
  );
}

function PlayButtons() {
  const playing = useBench(({ view }) => view.playing);
  const disabled = useBench((state) => shownSteps(state).length === 0);
  const onCommand = useCommands();
  return (
    <>
      <TransportButtons playing={playing} disabled={disabled} onCommand={onCommand} />
      <JumpButtons disabled={disabled} onCommand={onCommand} />
    </>
  );
}

function Many() {
  const flow = useBench(({ run }) => run.flowId);
  return <ManyButton disabled={flow === undefined} />;
}

const SPEEDS = ['0.25', '0.5', '1', '2', '4', '8'] as const;

function Speed() {
  const t = useTranslations('shell.transport');
  const { setSpeed, setLoop } = useActions();
  const speed = useBench(({ view }) => view.speed);
  const loop = useBench(({ view }) => view.loop);
  const known: readonly string[] = SPEEDS;
  const value = String(speed);
  const all = known.includes(value) ? known : [value, ...known];
  return (
    <div className={styles.speed}>
      <Select
        aria-label={t('speed')}
        value={value}
        onChange={(next) => setSpeed(Number(next))}
        options={all.map((id) => ({ id, label: `${id}×` }))}
      />
      <IconButton label={t('loop')} icon={<Repeat aria-hidden />} aria-pressed={loop} onClick={() => setLoop(!loop)} />
    </div>
  );
}
