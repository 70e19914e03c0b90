import { Fence, ThrewAt } from '../../formats/fence';
import type { Diagnostic } from '../../formats/format';
import { readLinesInSteps, type LineFormat, type LinesParsed } from '../../formats/lines/line-format';
import { intersect, merge, subtract, lineBetween, type Lines, type TextLine } from '../../formats/lines/text-lines';
import type { Fault } from '../../lib/fence';
import { SLICE_OF_TEXT, within, type Steps } from '../../lib/scan';
import { formatCidr, parseCidr, formatIp, parseIp } from '../../net/ip';
import type { LineClaim } from '../account';
import { noteClue, type Clues } from '../clues';
import type { Evidence } from '../pasted-types';
import { isNodePort } from './services';
import type { Found, Machine } from './types';

/** Adds what configuration and tables say of a family's networks to what its rules say. */
export function addMachineClues(clues: Clues, machine: Machine, hostname: string | undefined): void {
  for (const found of machine.kubeProxy) clusterCidr(clues, found, found.value.config.clusterCIDR);
  for (const found of machine.kubeadm) clusterCidr(clues, found, found.value.podSubnet);
  for (const found of machine.cni) subnets(clues, found);
  nodeAddress(clues, machine, hostname);
  virtualOwn(clues, machine);
}

function lineEvidence(line: TextLine | undefined, { evidence }: Found<unknown>): Evidence {
  return line ? { ...evidence, line: line.line, text: line.text } : evidence;
}

/** `clusterCIDR: 10.244.0.0/16,fd00::/56`, and kubeadm's `podSubnet`. */
function clusterCidr(
  clues: Clues,
  found: Machine['kubeProxy'][number] | Machine['kubeadm'][number],
  written: string | undefined,
): void {
  for (const text of written?.split(',') ?? []) {
    const cidr = parseCidr(text.trim());
    if (!cidr.ok || cidr.value.address.family !== clues.family) continue;
    const line = 'config' in found.value ? found.value.lineOf('clusterCIDR') : found.value.lineOf('podSubnet');
    noteClue(clues.podNetworks, formatCidr(cidr.value), cidr.value, lineEvidence(line, found));
  }
}

/** host-local's subnet is this node's part of the Pod network, on the bridge the plugin makes. */
function subnets(clues: Clues, found: Machine['cni'][number]): void {
  for (const { bridge, subnets: own } of found.value.plugins) {
    for (const cidr of own.filter(({ address }) => address.family === clues.family)) {
      const evidence = lineEvidence(found.value.lineOf(formatCidr(cidr)), found);
      noteClue(clues.nodePodNetworks, formatCidr(cidr), cidr, evidence);
      if (bridge === undefined) continue;
      noteClue(clues.deviceNetworks, `${bridge} ${formatCidr(cidr)}`, { device: bridge, cidr }, evidence);
    }
    if (bridge !== undefined)
      noteClue(clues.interfaces, bridge, bridge, lineEvidence(found.value.lineOf(bridge), found));
  }
}

/** kubectl names this machine, if a prompt told its name or there is only one Node. */
function nodeAddress(clues: Clues, machine: Machine, hostname: string | undefined): void {
  const names = new Set([hostname, ...machine.kubeProxy.map(({ value }) => value.hostname)]);
  const { nodes } = machine.named;
  for (const { name, addresses, podCIDRs, evidence } of nodes) {
    if (nodes.length > 1 && !isNamed(name, names)) continue;
    for (const text of addresses) {
      const address = parseIp(text);
      if (!address.ok || address.value.family !== clues.family) continue;
      noteClue(clues.ownAddresses, formatIp(address.value), address.value, evidence);
    }
    for (const text of podCIDRs) {
      const cidr = parseCidr(text);
      if (!cidr.ok || cidr.value.address.family !== clues.family) continue;
      noteClue(clues.nodePodNetworks, formatCidr(cidr.value), cidr.value, evidence);
    }
  }
}

/** A prompt shows the first label of the name only. */
function isNamed(name: string, names: ReadonlySet<string | undefined>): boolean {
  return names.has(name) || names.has(name.split('.')[0]);
}

/** A virtual service on a node port stands on the node's own address. */
function virtualOwn(clues: Clues, { ipvs }: Machine): void {
  for (const { address, port } of ipvs?.value.services ?? []) {
    if (!address || address.family !== clues.family || !isNodePort(port)) continue;
    if ((address.words[0] ?? 0) >>> 24 === 127) continue;
    noteClue(clues.ownAddresses, formatIp(address), address, ipvs?.evidence);
  }
}

interface FaultyRun {
  readonly lines: Lines;
  readonly fault: Fault;
}

/**
 * The lines a reader throws at. It threw at one line, but that may only have closed what it had read before: first the
 * one is left out, and where that does not help what it had open is.
 */
class FaultyLines {
  private readonly settled: FaultyRun[] = [];
  /** The line that is left out to try, and where what was open began. */
  private trial: (FaultyRun & { readonly opened: number }) | undefined;

  get all(): readonly FaultyRun[] {
    return this.trial ? [...this.settled, this.trial] : this.settled;
  }

  /** Lines that are not shown now, ascending. */
  get tried(): readonly Lines[] {
    return this.all.reduce<readonly Lines[]>((runs, { lines }) => merge(runs, subtract([lines], runs)), []);
  }

  /** Notes that a reader threw again. False: nothing tells at which lines, or leaving them out does not help. */
  note(fault: Fault): boolean {
    const threw = fault.how === 'threw' && fault.error instanceof ThrewAt ? fault.error : undefined;
    if (!threw || threw.at === 0) return false;
    const { at, open } = threw;
    if (this.trial?.opened === open.from) {
      this.settled.push({ lines: open, fault });
      this.trial = undefined;
      return true;
    }
    if (this.trial) this.settled.push(this.trial);
    this.trial = { lines: { from: at, to: at }, fault, opened: open.from };
    return true;
  }
}

/** What one format found in a text. */
export interface Scanned<T> {
  readonly value: T;
  readonly taken: readonly Lines[];
}

/** How far above a run of lines its command may stand. */
const LOOK_BACK = 3;
const HASH = 0x23;

/** So often a reader that throws is let at the text again, each time without the lines it was at. */
const MOST_TRIES = 8;

/** Goes over the lines of a text that nobody has claimed, one format after the other, each in a fence of its own; in slices. */
export class Scanner {
  readonly diagnostics: Diagnostic[] = [];
  /** Lines that were taken so far, by whom. */
  readonly claims: LineClaim[] = [];
  private runs: readonly Lines[];
  private readonly text: string;
  private readonly starts: Uint32Array;
  /** Of the text's readers. */
  readonly fence: Fence;

  constructor(text: string, starts: Uint32Array, runs: readonly Lines[], fence = new Fence([{ title: '', text }])) {
    this.text = text;
    this.fence = fence;
    this.starts = starts;
    this.runs = runs;
  }

  /** Lines that are still nobody's. */
  get left(): readonly Lines[] {
    return this.runs;
  }

  /** What a format finds in the lines that are left, which are its own from then on. Undefined: nothing. */
  *scan<T>(format: LineFormat<string, T>): Steps<Scanned<T> | undefined> {
    const read = yield* this.read(format);
    if (!read) return undefined;
    const taken = intersect(read.taken, this.runs);
    if (taken.length === 0) return undefined;
    for (const each of read.diagnostics) this.diagnostics.push(each);
    this.claims.push({ by: format.id, title: format.title, taken });
    this.runs = subtract(this.runs, taken);
    return { value: read.value, taken };
  }

  /** Undefined: no line is of the format, or its reader failed, which is said then. */
  private *read<T>(format: LineFormat<string, T>): Steps<LinesParsed<T> | undefined> {
    const faulty = new FaultyLines();
    for (let left = MOST_TRIES; ; left--) {
      const read = yield* this.fence.attempt(format.title, () => this.readWithout(format, faulty.tried));
      if (read.ok) {
        for (const { lines, fault } of faulty.all) this.fence.leave(format.title, fault, lines);
        return read.value;
      }
      if (left > 1 && faulty.note(read.error)) continue;
      this.fence.leave(format.title, read.error, { from: 1, to: this.starts.length });
      return undefined;
    }
  }

  private *readWithout<T>(format: LineFormat<string, T>, aside: readonly Lines[]): Steps<LinesParsed<T> | undefined> {
    if (!(yield* within(this.has(format.hint), 0, 0.2))) return undefined;
    return yield* within(readLinesInSteps(this.lines(aside), format.reader(), this.text.length), 0.2, 1);
  }

  /** How many lines the text has. */
  get count(): number {
    return this.starts.length;
  }

  /** Does a run of lines that is nobody's hold what a pattern, which looks at single lines, looks for? */
  *has(hint: RegExp): Steps<boolean> {
    let looked = 0;
    for (const run of this.runs) {
      for (const part of this.parts(run)) {
        if (hint.test(part)) return true;
        looked += part.length + COST_OF_A_RUN;
        if (looked < SLICE_OF_TEXT) continue;
        looked = 0;
        yield run.from / this.starts.length;
      }
    }
    return false;
  }

  /** Gives lines to something else than a format. How many of them were still nobody's. */
  give(taken: readonly Lines[], { id, title }: { readonly id: string; readonly title: string }): readonly Lines[] {
    const own = intersect(taken, this.runs);
    if (own.length > 0) this.claims.push({ by: id, title, taken: own });
    this.runs = subtract(this.runs, taken);
    return own;
  }

  /** A run of lines in pieces; of a line longer than a piece only the beginning, where it says what it is. */
  private *parts({ from, to }: Lines): Generator<string> {
    for (let line = from; line <= to;) {
      const start = this.starts[line - 1] ?? this.text.length;
      let next = Math.min(to, line + LINES_OF_A_PART) + 1;
      while (next > line + 1 && this.startOf(next) - start > PART) next = line + Math.ceil((next - line) / 2);
      // What tells a format may stand on two lines.
      yield this.text.slice(start, Math.min(this.startOf(Math.min(next, to) + 1), start + PART));
      line = next;
    }
  }

  private startOf(line: number): number {
    return this.starts[line - 1] ?? this.text.length;
  }

  /** A line as it stands, 1-based. */
  line(line: number): TextLine {
    const start = this.startOf(line);
    const next = this.startOf(line + 1);
    const end = this.text[next - 1] === '\n' ? next - 1 : next;
    return lineBetween(this.text, start, end, line);
  }

  /** The lines that are left; where others stand between, an empty one and the prompts above. */
  private *lines(aside: readonly Lines[]): Generator<TextLine> {
    let last = 0;
    for (const { from, to } of aside.length > 0 ? subtract(this.runs, aside) : this.runs) {
      if (from > last + 1) yield* this.above(Math.max(last + 1, from - LOOK_BACK), from);
      for (let line = from; line <= to; line++) yield this.line(line);
      last = to;
    }
  }

  /** Prompts of root look like comments, and comments were taken with the rules. */
  private *above(from: number, to: number): Generator<TextLine> {
    yield { text: '', start: 0, end: 0, line: from, indent: 0 };
    for (let line = from; line < to; line++) {
      const shown = this.line(line);
      if (shown.text.charCodeAt(0) === HASH) yield shown;
    }
  }
}

/** How much of a run is looked at in one go. */
const PART = 200_000;
const LINES_OF_A_PART = 10_000;
/** A run costs as much as some characters do. */
const COST_OF_A_RUN = 100;
