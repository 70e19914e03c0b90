import { createSpeaker } from '../../../content/phrases';
import { namespacedName } from '../../kubernetes/types';
import { listPodIPs } from '../../kubernetes/pods';
import { assertNever } from '../../lib/result';
import { add, formatFraction, parseFraction, ZERO } from '../../lib/fraction';
import { formatIp } from '../../net/ip';
import { formatEndpoint, hasPorts, type Packet } from '../../net/packet';
import type { Disposition } from '../../sim/trace';
import { plainName } from '../service-at';
import { listLenses } from '../lenses';
import type { Moment, MomentKind } from '../moment';
import { moments } from '../moments';
import { readSentences } from './sentence-forms';
import { stepsOfWalk, type WalkStep } from '../walk';
import type { OneWalk } from './walks';

const say = { en: createSpeaker('en'), ko: createSpeaker('ko') };

/** What a story says that the engine does not; empty: nothing. */
export function faultsOf(walk: OneWalk): readonly string[] {
  const { walked, outcome } = walk;
  const story = moments(walked);
  const steps = stepsOfWalk(walked.trace);
  return [
    ...partitionFaults(story, steps),
    ...story.flatMap((moment, at) => [
      ...wordFaults(moment, at),
      ...headerFaults(moment, steps),
      ...nameFaults(moment, walked),
      ...causeFaults(moment, at, steps),
      ...ruleCountFaults(moment, steps),
    ]),
    ...endFaults(story, walked),
    ...choiceFaults(story, outcome, steps),
    ...lensFaults(story, walked),
    ...sentenceFaults(walk, story),
  ];
}

/** What is false of the forms of words that can be held against trace and document (`sentence-forms.ts`). */
function sentenceFaults(walk: OneWalk, story: readonly Moment[]): string[] {
  return readSentences(walk, story).flatMap(({ form, text, fault }) =>
    fault === undefined ? [] : [`${form}: “${text}”: ${fault}`],
  );
}

function partitionFaults(story: readonly Moment[], steps: readonly WalkStep[]): string[] {
  const covered = story.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  const isWhole = covered.length === steps.length && covered.every((index, at) => index === at);
  return isWhole ? [] : [`no partition: ${covered.join(' ')}`];
}

/** Hashes never stand in a name's place; every sentence is written in both languages. */
function wordFaults({ sentence, cause, kind }: Moment, at: number): string[] {
  const texts = [sentence, ...(cause ? [cause] : [])].flatMap((each) => [say.en(each), say.ko(each)]);
  return texts.flatMap((text) =>
    /^story\.|[{}]|undefined|\?\.?$|: \./.test(text) || /KUBE-(?:SVC|SEP|EXT|FW)-/.test(say.en(sentence))
      ? [`${at + 1} ${kind} says: ${text}`]
      : [],
  );
}

function endTexts({ src, dst, l4 }: Packet): readonly [string, string] {
  const end = (address: Packet['src'], port: number | undefined): string =>
    port === undefined ? formatIp(address) : formatEndpoint(address, port);
  return hasPorts(l4) ? [end(src, l4.sport), end(dst, l4.dport)] : [end(src, undefined), end(dst, undefined)];
}

/** The header is the one of the deciding step; of an IPVS choice the one before it. */
function headerFaults({ header, before, at, kind }: Moment, steps: readonly WalkStep[]): string[] {
  const data = steps[at]?.data;
  if (!data) return [`no step ${at}`];
  const packet = data.kind === 'ipvs' && kind === 'chosen' && data.before ? data.before : data.packet;
  const [from, to] = endTexts(packet);
  const faults =
    header.from.text === from && header.to.text === to
      ? []
      : [`${kind} carries ${header.from.text} > ${header.to.text}, not ${from} > ${to}`];
  const rewrites =
    kind === 'rewritten' || kind === 'translated-back' || (kind === 'source-rewritten' && before !== undefined);
  if (!rewrites || !('before' in data) || !data.before) return faults;
  const [wasFrom, wasTo] = endTexts(data.before);
  // Of an ICMP error it may be only what it quotes.
  if (wasFrom === from && wasTo === to) return before ? [...faults, `${kind} changed nothing of the header`] : faults;
  return before?.from.text === wasFrom && before.to.text === wasTo
    ? faults
    : [...faults, `${kind} was not ${wasFrom} > ${wasTo}`];
}

/** Names are those the objects themselves have. */
function nameFaults({ header, pod }: Moment, { derived }: OneWalk['walked']): string[] {
  const { settled } = derived;
  if (!settled) return [];
  return [header.from, header.to, ...(pod ? [pod] : [])].flatMap(({ kind, name, address, port }) => {
    if (kind === 'pod') {
      const own = settled.pods
        .filter((each) => listPodIPs(each).includes(address))
        .map((each) => plainName(namespacedName(each)));
      return own.includes(name) ? [] : [`${address}:${port ?? ''} is ${own.join() || 'no Pod'}, not ${name}`];
    }
    if (kind !== 'service') return [];
    const own = settled.services.find((each) => plainName(namespacedName(each)) === name);
    return own && JSON.stringify(own).includes(address) ? [] : [`${address} is not of ${name}`];
  });
}

/** What it is because of comes before it, and is a step that decides or a rule that was asked. */
function causeFaults({ because, kind, at }: Moment, own: number, steps: readonly WalkStep[]): string[] {
  return because.flatMap((each) => {
    switch (each.kind) {
      case 'moment':
        return each.index < own ? [] : [`${kind} because of the later moment ${each.index + 1}`];
      case 'draw': {
        const data = steps[each.step]?.data;
        const odds = data && 'odds' in data ? data.odds : undefined;
        return odds === each.odds && each.step <= at ? [] : [`${kind}: drawn ${each.odds}, the step says ${odds}`];
      }
      case 'rule': {
        const { ref } = each;
        const isIt = ({ data }: WalkStep): boolean =>
          (data.kind === 'rule' && data.ref.chain === ref.chain && data.ref.index === ref.index) ||
          (data.kind === 'stop' && data.ref?.chain === ref.chain && data.ref.index === ref.index);
        return steps.some(isIt) ? [] : [`${kind}: ${ref.chain} ${ref.index + 1} did not decide`];
      }
      case 'object':
      case 'part':
      case 'policy':
        return [];
      default:
        return assertNever(each);
    }
  });
}

/** What is said of the rules of a moment is what the trace has: who let it pass, how many did not match, whether any was asked. */
function ruleCountFaults({ cause, kind, first, last }: Moment, steps: readonly WalkStep[]): string[] {
  const text = cause ? say.en(cause) : '';
  const inside = steps.slice(first, last + 1).map(({ data }) => data);
  const missed = inside.reduce((sum, step) => sum + (step.kind === 'skip' ? step.to - step.from + 1 : 0), 0);
  const rules = inside.flatMap((step) => (step.kind === 'rule' ? [step] : []));
  const passed = rules.filter(({ verdict }) => verdict.kind === 'ACCEPT').map(({ ref }) => ref);
  const faults: string[] = [];
  const said = /(\d+) rules? did not match(?: \((.*?)(?: and (\d+) more)?\))?\.$/.exec(text);
  if (said && Number(said[1]) !== missed) faults.push(`${missed} rules did not match`);
  const chains = [...new Set(inside.flatMap((step) => (step.kind === 'skip' ? [step.chain] : [])))];
  const named = said?.[2]?.split(', ') ?? [];
  if (said && (named.join() !== chains.slice(0, named.length).join() || named.length === 0))
    faults.push(`they are in ${chains.join()}`);
  if (said && named.length + Number(said[3] ?? 0) !== chains.length) faults.push(`in ${chains.length} chains`);
  const passing = /(\S+) rule (\d+)(?: \(.*\))? let it pass/.exec(text);
  if (
    passing &&
    (passed.length !== 1 || `${passed[0]?.chain} ${(passed[0]?.index ?? 0) + 1}` !== `${passing[1]} ${passing[2]}`)
  )
    faults.push(`${passed.map(({ chain, index }) => `${chain} ${index + 1}`).join()} let it pass`);
  if (/no rule (?:was|is) asked/i.test(text) && missed + rules.length > 0)
    faults.push(`${missed + rules.length} were asked`);
  if (/none decided|decided nothing/.test(text) && passed.length > 0) faults.push(`${passed.length} decided`);
  if (said && passed.length > 0 && !/let it pass/.test(text)) faults.push('it is not said which rule let it pass');
  return faults.map((fault) => `${kind} says “${text}”: ${fault}`);
}

const ENDS: Readonly<Record<Disposition['kind'], readonly MomentKind[]>> = {
  DELIVERED: ['arrives', 'received', 'crosses'],
  DROPPED: ['dropped', 'refused'],
  REJECTED: ['refused'],
  NO_ROUTE: ['lost'],
  NO_SOCKET: ['refused', 'lost'],
  MARTIAN: ['lost'],
  TTL_EXCEEDED: ['lost'],
  LOOP: ['lost'],
  LEFT: ['unknown'],
  UNKNOWN: ['unknown'],
};

function endFaults(story: readonly Moment[], { trace }: OneWalk['walked']): string[] {
  return trace.legs.flatMap(({ disposition }, leg) => {
    const end = story.findLast((moment) => moment.leg === leg);
    return end && ENDS[disposition.kind].includes(end.kind)
      ? []
      : [`leg ${leg} ended ${disposition.kind}, told as ${end?.kind}`];
  });
}

/** Faults: the endpoint said to be chosen must be the one that got the packet. */
function choiceFaults(story: readonly Moment[], { arrived }: OneWalk['outcome'], steps: readonly WalkStep[]): string[] {
  const chosen = story.findLast(({ kind, role, lookup }) => kind === 'chosen' && role === 'request' && !lookup);
  const rewrites = steps.filter(
    ({ data, role, lookup }) => data.kind === 'nat' && data.manip === 'DST' && role === 'request' && !lookup,
  ).length;
  if (!chosen || !arrived || rewrites > 1) return [];
  return chosen.pod?.address === formatIp(arrived.dst)
    ? []
    : [`${chosen.pod?.address} was chosen, ${formatIp(arrived.dst)} got it`];
}

/** Shares of a ladder are all there is, one said yes, and every cell of a map has an end. */
function lensFaults(story: readonly Moment[], walked: OneWalk['walked']): string[] {
  return listLenses(walked, story).flatMap(({ picture, lines }, at) => {
    const unlit = lines.flatMap(({ text, lit }) =>
      lit.filter(([from, to]) => from < 0 || to > text.length || from >= to).map(() => `lit beyond ${text}`),
    );
    if (picture.kind === 'ladder' && picture.rungs.length > 0) {
      const sum = formatFraction(picture.rungs.reduce((total, { share }) => add(total, parseFraction(share)), ZERO));
      const yes = picture.rungs.filter(({ said }) => said === 'yes');
      if (sum !== '1' || yes.length !== 1)
        return [...unlit, `the ladder of moment ${at + 1} gives ${sum}, ${yes.length} said yes`];
      const pod = story[at]?.pod?.text;
      return yes[0]?.end && pod !== undefined && yes[0].end.text !== pod
        ? [...unlit, `the ladder says ${yes[0].end.text}, not ${pod}`]
        : unlit;
    }
    if (picture.kind !== 'map') return unlit;
    const drawn = picture.cells.filter((cell) => cell.drawn);
    const isRight =
      picture.cells.length === picture.size && drawn.length === 1 && drawn[0]?.end?.text === story[at]?.pod?.text;
    return isRight ? unlit : [...unlit, `the map of moment ${at + 1} does not fit`];
  });
}
