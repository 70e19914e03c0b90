import type { Fraction } from '../../lib/fraction';
import type { Packet } from '../../net/packet';
import type { SchedulerMemory } from './state';
import type { IpvsService } from './types';

/** A real server as a scheduler sees it (struct ip_vs_dest). */
export interface Candidate {
  readonly key: string;
  readonly weight: number;
  /** The last weight that was not 0. */
  readonly lastWeight: number;
  readonly active: number;
  readonly inactive: number;
}

export interface ScheduleInput {
  readonly service: IpvsService;
  /** All servers of the service, in the order of the kernel's list. */
  readonly servers: readonly Candidate[];
  readonly packet: Packet;
  readonly memory: SchedulerMemory;
  /** Milliseconds. */
  readonly now: number;
  /** Milliseconds lblc and lblcr keep what was not used (`net.ipv4.vs.lblcr_expiration`). */
  readonly expiration: number;
  /** What our own past does not tell is drawn; the odds sum to 1. */
  readonly draw: (odds: readonly Fraction[]) => number;
  /** One of so many, and nobody knows with which odds. */
  readonly oneOf: (branches: number) => number;
}

/** A scheduling module. One file each in schedulers/, listed once in schedulers/index.ts. */
export interface IpvsScheduler {
  readonly name: string;
  /** The kernel file imitated. */
  readonly reference: string;
  /** The server for a new connection; undefined: none takes it. */
  readonly schedule: (input: ScheduleInput) => Candidate | undefined;
}
