import type { MomentInputs } from './telling';

/** The one a proxying process passes on to what it was answered. */
interface PassedOn {
  readonly asker: string;
  /** Place of the moment in which the asker was connected to the process: the way that what is passed on takes. */
  readonly moment: number;
}

/**
 * Of an answer to a connection that a process opened itself: who asked the process, where its own packet on that connection
 * reached the asker. Undefined: no process stands between, none came back that far (UDP has no handshake), or more follows.
 */
export function findPassedOn({ walked: { trace }, step, before }: MomentInputs): PassedOn | undefined {
  if (!step.second || step.lookup || step.role !== 'reply' || step.leg !== trace.legs.length - 1) return undefined;
  const moment = before.findLastIndex(({ sentence }) => sentence.id === 'story.received.connected');
  const asker = before[moment]?.header.to.name;
  return asker === undefined ? undefined : { asker, moment };
}
