import { SET_KINDS } from '../../core/linux/ipset/kinds';
import { findScheduler } from '../../core/linux/ipvs/schedulers';
import { EXPRESSIONS } from '../../core/linux/nftables/expressions';
import { STATEMENTS } from '../../core/linux/nftables/statements';
import { MATCHES } from '../../core/linux/xtables/matches';
import { TARGETS } from '../../core/linux/xtables/targets';

/** How far an extension is simulated; `unread`: kept as written, never guessed. */
export type Level = 'full' | 'partly' | 'irrelevant' | 'no' | 'unread';

/** From what is understood to what is only kept: the order of the page. */
export const LEVELS: readonly Level[] = ['full', 'partly', 'irrelevant', 'no', 'unread'];

/** One comparison of the engine with recordings of the real thing. */
export interface ComparedRecordings {
  /** `compiler`, `kernel`, `flows`, `formats`. */
  readonly suite: string;
  /** `iptables`, `ipvs`, `nftables`, `userspace`; absent: of no mode. */
  readonly mode?: string;
  /** What was compared: `restore ipv4`, `raw-A trace`. */
  readonly what: string;
  readonly passed: number;
  readonly total: number;
  /** Recordings left out, by reason. */
  readonly skips?: Readonly<Record<string, number>>;
}

/** Comparisons made by one command. */
export interface ProofRun {
  /** `project`: recordings kept beside the code; `whole`: all that were made. */
  readonly recordings: 'project' | 'whole';
  readonly command: string;
  readonly compared: readonly ComparedRecordings[];
}

/** The extensions of one registry, each with its level. */
export type Extensions = Readonly<Record<string, Level>>;

/** What the help page shows: written by `npm run proof`, never by hand. */
export interface Proof {
  readonly runs: readonly ProofRun[];
  readonly extensions: Readonly<Record<string, Extensions>>;
}

/** The modules net/netfilter/ipvs/ip_vs_*.c has. */
const SCHEDULERS = [
  'rr',
  'wrr',
  'lc',
  'wlc',
  'lblc',
  'lblcr',
  'sh',
  'dh',
  'sed',
  'nq',
  'mh',
  'fo',
  'ovf',
  'twos',
] as const;

interface Listed {
  readonly name: string;
  readonly simulated: Exclude<Level, 'unread'>;
}

/** The extensions of each registry with how far they are simulated. Names nobody knows are `unrecognised`: kept, not read. */
export function extensions(): Proof['extensions'] {
  return {
    matches: getLevels(MATCHES),
    targets: getLevels(TARGETS),
    schedulers: getLevels(SCHEDULERS.map((name) => ({ name, simulated: findScheduler(name) ? 'full' : 'no' }))),
    nftExpressions: getLevels(EXPRESSIONS),
    nftStatements: getLevels(STATEMENTS),
    ipsets: getLevels(SET_KINDS.map(({ type }) => ({ name: type, simulated: 'full' }))),
  };
}

function getLevels(list: readonly Listed[]): Extensions {
  return Object.fromEntries(
    list.map(({ name, simulated }) => [name, name === 'unrecognised' ? 'unread' : simulated] as const),
  );
}
