import { Repeat, Boxes, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, currentStep, netnsById } from '../../store/selectors';
import { IconButton, Button, Segmented, Select } from '../common/controls';
import { Scrubber, StepCount, useCaption } from './Scrubber';
import { TransportButtons } from './TransportButtons';
import { useCommands } from './bench/use-shortcuts';
import styles from './transport.module.css';
import { Tooltip } from '../common/floating';
import { SHORTCUTS, type Command, type JumpKind } from './bench/shortcuts.model';
import { Outcomes } from './Outcomes';
import { legChoices, splitAddresses } from './transport.model';
import { useState, useEffect } from 'react';
import { Explained } from '../common/Explained';
import { AddressChip } from '../common/addresses';
import { plainName } from '../../core/story/service-at';
import { EndNote } from '../rules/parts/CertainNote';
import { usePhrase } from '../common/i18n/use-phrase';
import { noStepOf } from '../rules/no-step.model';
import { NARROW_QUERY, useMediaQuery } from '../common/theme/media';
import captionStyles from './caption.module.css';

/** Work that ends sooner than this is not worth a word. */
const NOTICEABLE_MS = 400;

/** True once `busy` has been true for a while. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), NOTICEABLE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}

/** What is being seen, in one sentence that changes with the step. */
function Caption() {
  const t = useTranslations('shell.caption');
  // On a phone a long sentence is scrolled, by keyboard, too.
  const scrolls = useMediaQuery(NARROW_QUERY);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={captionStyles.caption} aria-label={t('label')} tabIndex={scrolls ? 0 : undefined}>
      <Sentence />
      <SaidAloud />
      <span className={captionStyles.certain}>
        <EndNote />
      </span>
      <RunStatus />
    </section>
  );
}

function Sentence() {
  const t = useTranslations('shell.caption');
  const say = usePhrase();
  const step = useBench(currentStep);
  const title = useBench((state) => netnsById(state, currentStep(state)?.netns)?.title);
  const why = useBench(noStepOf);
  const problem = useBench(({ run }) => run.result?.problem);
  const caption = useCaption();
  if (!step) {
    // What failed is said beside it, with what can be done.
    const nothing = why === 'failed' || why === 'problem' ? '' : t(why);
    return (
      <p className={captionStyles.sentence} aria-live="polite">
        {problem ? say(problem) : nothing}
      </p>
    );
  }
  const sentence = caption(step);
  return (
    <>
      <span className={captionStyles.place}>
        {t(`place.${step.role}`, { netns: plainName(title ?? step.netns) })}
        {step.second && <> · {t('second')}</>}
        {step.lookup && <> · {t('lookup')}</>}
        <span className={captionStyles.count}>
          <StepCount />
        </span>
      </span>
      <p className={captionStyles.sentence} title={sentence}>
        {splitAddresses(sentence).map((part) =>
          'text' in part ? (
            <Explained key={part.text}>{part.text}</Explained>
          ) : (
            <AddressChip key={part.at} address={part.address} port={part.port} />
          ),
        )}
      </p>
    </>
  );
}

/** What is read out: nothing while the packet moves, then where it stands. */
function SaidAloud() {
  const t = useTranslations('shell.caption');
  const step = useBench((state) => (state.view.playing ? undefined : currentStep(state)));
  const title = useBench((state) => netnsById(state, step?.netns)?.title);
  const caption = useCaption();
  const place = step && t(`place.${step.role}`, { netns: plainName(title ?? step.netns) });
  return (
    <p role="status" className="visually-hidden" data-said-aloud>
      {step && `${place}: ${caption(step)}`}
    </p>
  );
}

/** What the engine is doing when it takes long enough to be noticed, and why it could not. */
function RunStatus() {
  const t = useTranslations('shell.caption');
  const say = usePhrase();
  const { cancel } = useActions();
  const status = useBench(({ run }) => run.status);
  const error = useBench(({ run }) => run.error);
  const drawn = useBench(({ run }) => run.bench !== undefined);
  const slow = useSlow(status === 'working');
  if (status === 'failed' && error) {
    return (
      <p role="alert" className={captionStyles.failed}>
        {t('failed', { reason: say(error) })}
      </p>
    );
  }
  if (!slow || !drawn) return null;
  return (
    <p role="status" className={captionStyles.working}>
      {t('stillWorking')}
      <Button size="s" onClick={cancel}>
        {t('cancel')}
      </Button>
    </p>
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
        const words = choice.lookup ? t('lookupLeg', { name }) : choice.second ? t('secondLeg', { name }) : name;
        const label = choice.status === undefined ? words : `${words} · ${choice.status}`;
        return { id: choice.id, label, disabled: !choice.role };
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
