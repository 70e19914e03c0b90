import type { RunResult } from '../../engine/protocol';
import type { IpAddress } from '../../core/net/ip';
import { flattenedSteps, type FlatStep } from '../../store/selectors';
import { STEPS_PER_SECOND } from '../../store/types';
import type { AddressKind } from '../common/address-kind.model';
import { packetPath, type PacketPath } from '../packet/path.model';
import type { WireGraph } from '../topology/wires.model';

/** One flow of several that run at once. */
export interface Runner {
  readonly flowId: string;
  /** With the network of the address that a packet is about: whom it is for, or on the way back whom it is from. */
  readonly steps: readonly (FlatStep & { readonly tone: AddressKind })[];
  readonly path: PacketPath;
}

/** Every flow's own way on the same stage. */
export function runnersOf(
  graph: WireGraph,
  walks: readonly RunResult[],
  kindOf: (address: IpAddress) => AddressKind,
): readonly Runner[] {
  return walks.map((walk) => {
    const steps = flattenedSteps(walk);
    const toned = steps.map((step) => {
      const { src, dst } = step.data.packet;
      return { ...step, tone: kindOf(step.role === 'request' ? dst : src) };
    });
    return { flowId: walk.flowId, steps: toned, path: packetPath(graph, steps) };
  });
}

/** The one playhead of flows that started together, in steps, at a time in milliseconds. */
export function playheadAt(at: number): number {
  return (at / 1000) * STEPS_PER_SECOND;
}

/** How long the longest of them takes. */
export function runTime(walks: readonly RunResult[]): number {
  const last = Math.max(0, ...walks.map((walk) => flattenedSteps(walk).length - 1));
  return (last / STEPS_PER_SECOND) * 1000;
}

/** The step a flow is at: its last, once it is through. */
export function stepOf(steps: readonly FlatStep[], at: number): FlatStep | undefined {
  return steps[Math.min(Math.floor(playheadAt(at) + 1e-6), steps.length - 1)];
}
