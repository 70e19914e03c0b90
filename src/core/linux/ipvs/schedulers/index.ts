import type { IpvsScheduler } from '../scheduler';
import { dh } from './dh';
import { fo } from './fo';
import { lblc } from './lblc';
import { lblcr } from './lblcr';
import { lc } from './lc';
import { mh } from './mh';
import { nq } from './nq';
import { ovf } from './ovf';
import { rr } from './rr';
import { sed } from './sed';
import { sh } from './sh';
import { wlc } from './wlc';
import { wrr } from './wrr';

/** Every scheduler that is simulated: one line each. */
const SCHEDULERS: readonly IpvsScheduler[] = [dh, fo, lblc, lblcr, lc, mh, nq, ovf, rr, sed, sh, wlc, wrr];

const BY_NAME = new Map(SCHEDULERS.map((scheduler) => [scheduler.name, scheduler] as const));

/** The module ip_vs_NAME; undefined for those that are not simulated (twos …). */
export function findScheduler(name: string): IpvsScheduler | undefined {
  return BY_NAME.get(name);
}
