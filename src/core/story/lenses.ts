import { hex } from '../linux/xtables/syntax/numbers';
import { assertNever } from '../lib/result';
import { getNamespace, type ServiceObject } from '../kubernetes/types';
import { listRoutes } from '../linux/routing/derived-routes';
import { contains } from '../net/ip';
import { parseEndpoint, type Tuple } from '../net/packet';
import { findMultipathRoute } from './next-hops';
import { isProgramStep, type IpvsStep, type TraceStep } from '../sim/trace';
import { countBehind } from './behind';
import { makeCast, type Cast } from './cast';
import { evaluatedLines, elementLines, looksUpNamedSet } from './evaluated-lines';
import { chosenLens, lookupLines, nameOfServer, offeredAt, type LensInputs } from './lens-chosen';
import type { Lens, LensDevice, LensEntry, LensLine, LensPicture } from './lens';
import { routeText } from '../linux/routing/route-text';
import { entryText, ruleLine, ruleTextAt, serverLines } from './ruleset-lines';
import { findRemembered, isRemembered, stepsOfWalk, type StoryWalk, type WalkStep } from './walk';
import type { Moment } from './moment';
import { originalDestination, countRulesBefore, listStepsBefore } from './telling';

/** Makes the lens of each moment of a story, in its order. */
export function listLenses(walked: StoryWalk, story: readonly Moment[]): readonly Lens[] {
  const steps = stepsOfWalk(walked.trace);
  const cast = makeCast(
    walked,
    steps,
    story.flatMap((moment) => offeredAt(walked, steps, moment)),
  );
  return story.map((moment) => {
    const step = steps[moment.at] as WalkStep;
    const site = { netns: step.netns, family: step.data.packet.family };
    return makeLens({ walked, steps, moment, cast, step, site, inside: steps.slice(moment.first, moment.last + 1) });
  });
}

function makeLens(looking: LensInputs): Lens {
  const { moment } = looking;
  switch (moment.kind) {
    case 'sent':
    case 'answers':
    case 'arrives':
    case 'received':
    case 'lost':
    case 'unknown':
      return wayLens(looking);
    case 'crosses':
      return crossesLens(looking);
    case 'recognised':
      return recognisedLens(looking);
    case 'chosen':
      return chosenLens(looking);
    case 'rewritten':
    case 'translated-back':
      return headerLens(looking);
    case 'source-rewritten':
      return moment.variant === 'kept' ? keptLens(looking) : headerLens(looking);
    case 'marked':
      return markLens(looking);
    case 'routed':
      return routesLens(looking);
    case 'refused':
    case 'dropped':
      return refusalLens(looking);
    default:
      return assertNever(moment.kind);
  }
}

/** Where it went, and the rules that were asked on the way. */
function wayLens(looking: LensInputs): Lens {
  return { picture: makeWay(looking), lines: evaluatedLines(looking.walked, looking.inside) };
}

function makeWay({ inside, cast, step: { netns } }: LensInputs): LensPicture {
  const devices = listDevices(inside, cast);
  if (devices.length > 0) return { kind: 'way', devices };
  const at: { where: string; made?: string; given?: string } = { where: cast.title(netns) };
  for (const { data } of inside) {
    if (data.kind === 'originate') at.made = cast.process(data.by);
    if (data.kind === 'deliver') at.given = cast.process(data.to);
  }
  return { kind: 'way', devices, inside: at };
}

/** The devices of a moment's steps, in order: a packet may come in and go out by the same. */
function listDevices(inside: readonly WalkStep[], cast: Cast): readonly LensDevice[] {
  const devices = inside.flatMap(({ netns, data }): LensDevice[] => {
    const at = { netns, where: cast.title(netns) };
    if (data.kind === 'receive') return [{ ...at, device: data.device, kind: 'in' }];
    if (data.kind === 'transmit') return [{ ...at, device: data.device, kind: 'out' }];
    return data.kind === 'bridge' ? [{ ...at, device: data.bridge, kind: 'bridge' }] : [];
  });
  const passed: LensDevice[] = [];
  for (const each of devices) {
    const last = passed.at(-1);
    const isSame = last?.device === each.device && last.netns === each.netns;
    if (!isSame || (last.kind !== each.kind && last.kind !== 'bridge' && each.kind !== 'bridge')) passed.push(each);
    // What a machine sends into its bridge the bridge hands on: one thing, called one thing.
    else if (each.kind === 'bridge') passed[passed.length - 1] = each;
  }
  return passed;
}

function crossesLens(looking: LensInputs): Lens {
  const { moment, cast, step } = looking;
  if (moment.variant !== 'process') return wayLens(looking);
  const process = step.data.kind === 'deliver' ? cast.process(step.data.to) : '';
  const owner = step.data.kind === 'deliver' ? step.data.to : '';
  const asks = looking.steps.some(
    ({ leg, second, role, data }) =>
      leg > step.leg && second === true && role === 'request' && data.kind === 'originate' && data.by === owner,
  );
  const picture = { kind: 'process', process, accepts: moment.header, endpoints: [] } as const;
  return { picture: asks ? picture : { ...picture, alone: true }, lines: [] };
}

function recognisedLens(looking: LensInputs): Lens {
  const {
    walked: { derived },
    moment,
    step,
    site,
    steps,
    cast,
  } = looking;
  const service = moment.service ?? moment.header.to.name;
  const { data } = step;
  if (data.kind !== 'rule') {
    const director = steps.find(
      ({ index, leg, data: each }) => index >= step.index && leg === step.leg && each.kind === 'ipvs',
    )?.data as IpvsStep | undefined;
    const device = derived.network.netns.get(site.netns)?.devices.find(({ kind }) => kind === 'dummy')?.name;
    const server = director?.service ?? '';
    const picture = {
      kind: 'virtual-server',
      server,
      scheduler: director?.scheduler ?? '',
      service,
      ...(device === undefined ? {} : { device }),
    } as const;
    const [line] = director ? serverLines(director, (text) => nameOfServer(cast, text, step.netns)) : [];
    return { picture, lines: line ? [line] : [] };
  }
  const lines = ruleLine(derived, site, { ref: data.ref, said: 'yes', name: service });
  if (data.lookup) {
    const { set, key, size } = data.lookup;
    return { picture: { kind: 'lookup', set, key, size, service }, lines: [...lines, ...elementLines(data)] };
  }
  const port = moment.header.to.nodePortOf === undefined ? {} : { port: true as const };
  const missed = evaluatedLines(looking.walked, listStepsBefore(looking)).filter(({ said }) => said === 'no');
  const picture = { kind: 'rule', asked: countRulesBefore(looking), service, ...port } as const;
  return { picture, lines: [...missed, ...lines] };
}

function headerLens(looking: LensInputs): Lens {
  const {
    moment,
    walked: { derived },
    site,
    step,
    steps,
    cast,
  } = looking;
  const after = moment.header;
  const before = moment.before ?? after;
  const entry = entryAt(looking);
  const rule = steps[step.index - 1];
  const isByRule = step.data.kind === 'nat' && step.data.by === 'rule' && rule?.data.kind === 'rule';
  const ruleLines =
    isByRule && rule.data.kind === 'rule'
      ? ruleLine(derived, site, { ref: rule.data.ref, said: 'yes', name: moment.pod?.name })
      : [];
  const director =
    step.data.kind === 'ipvs'
      ? serverLines(step.data, (text) => nameOfServer(cast, text, step.netns)).filter(({ said }) => said !== 'no')
      : [];
  const program = isProgramStep(step.data) ? lookupLines(step.data) : [];
  const lines = [...ruleLines, ...director, ...program, ...(entry && program.length === 0 ? [entry.line] : [])];
  if (isProgramStep(step.data))
    return { picture: { kind: 'header', before, after: toldHeader(looking) ?? after }, lines };
  if (entry) return { picture: { kind: 'header', before, after, entry: entry.entry }, lines };
  const isForgotten = step.data.kind === 'nat' && !isRemembered(looking.walked, steps, step);
  return {
    picture: { kind: 'header', before, after, ...(isForgotten ? { forgotten: true } : {}) },
    lines,
  };
}

/** What the process is told, where a program answers for the socket: the packet itself says something else. */
function toldHeader({ step, moment, cast }: LensInputs): Moment['header'] | undefined {
  if (step.data.kind !== 'ebpf' || step.data.did !== 'answered') return undefined;
  const asked = parseEndpoint(step.data.service ?? '');
  return asked && { ...moment.header, from: cast.endpoint(asked.address, asked.port, step.netns) };
}

/** The connection the packet of a moment belongs to, as its node has it by then. */
function entryAt({
  walked,
  step,
  steps,
  moment,
  cast,
}: LensInputs): { readonly entry: LensEntry; readonly line: LensLine } | undefined {
  const found = findRemembered(walked, steps, step);
  if (!found) return undefined;
  const { original } = found;
  // The source may be rewritten later: that is not remembered yet.
  const reply =
    moment.kind === 'rewritten' ? { ...found.reply, dst: original.src, dport: original.sport } : found.reply;
  const end = (tuple: Tuple, side: 'src' | 'dst') =>
    cast.endpoint(tuple[side], side === 'src' ? tuple.sport : tuple.dport, step.netns);
  const entry: LensEntry = {
    node: cast.title(step.netns),
    in: step.data.kind === 'ipvs' ? 'ipvs' : 'conntrack',
    sender: end(original, 'src'),
    askedFor: end(original, 'dst'),
    answersFrom: end(reply, 'src'),
    answersTo: end(reply, 'dst'),
  };
  return { entry, line: { source: 'conntrack', text: entryText(original, reply), lit: [] } };
}

function keptLens({ moment, walked: { derived }, site, step }: LensInputs): Lens {
  const lines = step.data.kind === 'rule' ? ruleLine(derived, site, { ref: step.data.ref, said: 'yes' }) : [];
  const looked = lines.length > 0 ? { mark: hex(step.data.mark) } : {};
  return { picture: { kind: 'kept', header: moment.header, ...looked }, lines };
}

function markLens({ moment, walked: { derived }, site, step, inside }: LensInputs): Lens {
  const before = step.data.kind === 'rule' ? (step.data.markBefore ?? 0) : 0;
  const rules = inside.flatMap(({ data }) => (data.kind === 'rule' ? [data.ref] : []));
  const picture: LensPicture = {
    kind: 'mark',
    before: hex(before),
    after: hex(step.data.mark),
    ...(moment.cause ? { why: moment.cause } : {}),
  };
  return { picture, lines: rules.flatMap((ref) => ruleLine(derived, site, { ref, said: 'yes' })) };
}

/** More routes than this are not drawn; the one that was chosen always is. */
const MOST_ROUTES = 4;

function routesLens({ walked, step, site, cast, inside }: LensInputs): Lens {
  const { derived } = walked;
  const netns = derived.network.netns.get(site.netns);
  const taken = step.data.kind === 'routing' ? step.data.route : undefined;
  const chosen = taken && routeText(findMultipathRoute(netns, taken)?.whole ?? taken);
  const all = netns
    ? listRoutes(netns).filter(
        ({ table, dst, type }) => dst.address.family === site.family && (table === 'main' || type !== 'local'),
      )
    : [];
  const texts = [...new Set(all.filter(({ type }) => type === 'unicast').map(routeText))];
  const others = texts.filter((text) => text !== chosen).slice(0, MOST_ROUTES - 1);
  const kept = chosen === undefined ? others : texts.filter((text) => text === chosen || others.includes(text));
  const shown = chosen === undefined || kept.includes(chosen) ? kept : [chosen, ...kept];
  const routes = shown.map((text) => ({ text, chosen: text === chosen }));
  const { dst } = step.data.packet;
  const holding = new Set(all.filter((route) => contains(route.dst, dst)).map(routeText));
  const lines = routes
    .toSorted((a, b) => Number(b.chosen) - Number(a.chosen))
    .map(({ text, chosen: isChosen }): LensLine => {
      const line: LensLine = { source: 'ip route', text, lit: isChosen ? [[0, text.length]] : [] };
      // One that holds the address, too, is only less specific: it did not say no.
      return isChosen ? { ...line, said: 'yes' } : holding.has(text) ? line : { ...line, said: 'no' };
    });
  return {
    picture: { kind: 'routes', node: cast.title(site.netns), routes },
    lines: [...lines, ...evaluatedLines(walked, inside)],
  };
}

function refusalLens(looking: LensInputs): Lens {
  const {
    moment,
    walked: { derived },
    site,
    inside,
  } = looking;
  const asked = moment.because.find((because) => because.kind === 'object');
  const service = asked && serviceNamed(looking, asked.object);
  const stop = inside.findLast(({ data }) => data.kind === 'stop')?.data;
  const rule = inside.findLast(
    ({ data }) => data.kind === 'rule' && ['REJECT', 'DROP'].includes(data.verdict.kind),
  )?.data;
  const policy = inside.findLast(({ data }) => data.kind === 'policy' && data.verdict.kind === 'DROP')?.data;
  const verdict = rule?.kind === 'rule' ? rule.verdict.kind : policy ? 'policy DROP' : undefined;
  const lines = evaluatedLines(looking.walked, inside);
  const own = inside.flatMap(({ data }) =>
    data.kind === 'rule' && (data === rule || looksUpNamedSet(data)) ? [ruleTextAt(derived, site, data.ref) ?? ''] : [],
  );
  const remark = /--comment "([^"]*)"/.exec(own[0] ?? '')?.[1];
  const why = asked?.why ?? (stop?.kind === 'stop' ? stop.reason : undefined);
  const picture: LensPicture = {
    kind: 'refusal',
    ...(asked ? { object: asked.object, field: asked.field } : {}),
    ...(service ? { selector: selectorText(service), ...lackingOf(looking, service, asked?.field ?? '') } : {}),
    ...(why ? { why } : {}),
    ...(verdict === undefined ? {} : { verdict }),
    ...placeOf(rule ?? policy),
    ...(remark === undefined ? {} : { remark }),
    ...(asked || verdict !== undefined ? {} : stoppedBy(looking)),
  };
  return { picture, lines };
}

/** The chain a rule or a policy stands in, and which of its rules it is. */
function placeOf(data: TraceStep | undefined): { readonly place: string; readonly number?: number } | undefined {
  if (data?.kind === 'policy') return { place: `${data.table} ${data.chain}` };
  if (data?.kind !== 'rule') return undefined;
  return { place: `${data.ref.table} ${data.ref.chain}`, number: data.ref.index + 1 };
}

/** No rule ended it: an answer that was never asked for, or a machine that takes it no further. */
function stoppedBy(looking: LensInputs): Pick<Extract<LensPicture, { kind: 'refusal' }>, 'asked' | 'stopped'> {
  const { inside, cast, step, moment } = looking;
  const asked = moment.kind === 'refused' && moment.role === 'reply' ? originalDestination(looking) : undefined;
  if (asked) return { asked };
  const where = cast.title(step.netns);
  const devices = inside.flatMap(({ netns, data }): LensDevice[] => {
    const at = { netns, where: cast.title(netns) };
    if (data.kind !== 'bridge') return [];
    const port = data.inPort === undefined ? [] : [{ ...at, device: data.inPort, kind: 'in' as const }];
    return [...port, { ...at, device: data.bridge, kind: 'bridge' }];
  });
  return { stopped: { where, devices } };
}

/** What of the Service made that rule: the sources it takes packets from, or how many endpoints it has, and has here. */
function lackingOf({ moment, walked, cast, step }: LensInputs, service: ServiceObject, field: string): Lacking {
  if (field.endsWith('loadBalancerSourceRanges'))
    return { ranges: service.spec.loadBalancerSourceRanges ?? [], source: moment.header.from.address };
  const behind = countBehind(walked, service, { step, to: moment.before?.to ?? moment.header.to });
  if (!behind) return {};
  const { ready, readyHere: here, waiting, waitingHere } = behind;
  if (ready === 0 || here > 0) return { endpoints: ready, waiting };
  // Where it has some, and refuses, it is as none of them is here.
  const node = cast.title(walked.derived.network.netns.get(step.netns)?.node ?? step.netns);
  return { endpoints: ready, waiting: waitingHere, here, node };
}

type Lacking = Partial<
  Pick<Extract<LensPicture, { kind: 'refusal' }>, 'ranges' | 'source' | 'endpoints' | 'waiting' | 'here' | 'node'>
>;

function serviceNamed(
  { walked: { derived } }: LensInputs,
  object: { readonly kind: string; readonly namespace?: string; readonly name?: string },
): ServiceObject | undefined {
  if (object.kind !== 'Service') return undefined;
  return derived.settled?.services.find(
    (each) => each.metadata.name === object.name && getNamespace(each) === object.namespace,
  );
}

function selectorText({ spec }: ServiceObject): string {
  return Object.entries(spec.selector ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}
