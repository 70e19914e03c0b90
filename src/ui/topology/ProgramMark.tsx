import { Hexagon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AttachedProgram } from '../../core/linux/ebpf/attached';
import { useBench } from '../../store/hooks';
import { currentStep } from '../../store/selectors';
import { classes } from '../common/classes';
import styles from './program-mark.module.css';

interface Props {
  /** Of one device, or of sockets. */
  readonly programs: readonly AttachedProgram[] | undefined;
  /** The namespace a step of theirs is in. */
  readonly netns: string;
  readonly className?: string | undefined;
}

const NONE: readonly AttachedProgram[] = [];

/** Programs stand here, whatever the packet does: a hexagon, with where they are asked; filled while one is at work. */
export function ProgramMark({ programs = NONE, netns, className }: Props) {
  const t = useTranslations('topology');
  const [first] = programs;
  const atWork = useBench((state) => {
    const step = currentStep(state);
    const data = step?.netns === netns && step.data.kind === 'ebpf' ? step.data : undefined;
    return programs.some(({ program, device }) => program === data?.program && device === data.device);
  });
  if (!first) return null;
  const names = programs.map(({ program, hook }) => (hook === 'cgroup' ? program : `${program} (${hook})`)).join(', ');
  const at = [
    ...new Set(programs.flatMap(({ hook }) => (hook === 'XDP' ? [hook] : hook === 'tc egress' ? ['tc'] : []))),
  ];
  const about = t(first.device === undefined ? 'programsAtSockets' : 'programsAtDevice', {
    names,
    device: first.device ?? '',
  });
  return (
    <span
      className={classes(styles.mark, atWork && styles.working, className)}
      role="img"
      aria-label={about}
      title={about}
      data-programs={first.device ?? 'sockets'}
      data-working={atWork || undefined}
    >
      <Hexagon size={11} aria-hidden />
      {at.join(' ')}
    </span>
  );
}
