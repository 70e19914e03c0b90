import { goesByTurns } from '../linux/ipvs/scheduler';
import type { RuleRef } from '../linux/hooks';
import { formatIp } from '../net/ip';
import { parseEndpoint } from '../net/packet';
import { isProgramStep, type IpvsStep, type ProgramStep } from '../sim/trace';
import type { Cast } from './cast';
import {
  endpointOfChain,
  endpointOfRung,
  isKeptClient,
  listAffinityRules,
  collectDrawRules,
  numberDrawn,
  type DrawRule,
} from './draws';
import { nftChainAt, ruleTextAt, type NetnsFamily, ruleLine, serverLines } from './ruleset-lines';
import type { Lens, LensCell, LensLine, LensPicture } from './lens';
import type { Moment, StoryEnd } from './moment';
import type { StoryWalk, WalkStep } from './walk';

/** A moment while its lens is made. */
export interface LensInputs {
  readonly walked: StoryWalk;
  readonly steps: readonly WalkStep[];
  readonly moment: Moment;
  readonly cast: Cast;
  readonly step: WalkStep;
  readonly site: NetnsFamily;
  readonly inside: readonly WalkStep[];
}

/** Name of a server of IPVS: `10.244.1.3:8080` -> `web-fd6gp`. */
export function nameOfServer(cast: Cast, server: string, netns: string): string {
  const parsed = parseEndpoint(server);
  return parsed ? cast.endpoint(parsed.address, parsed.port, netns).name : server;
}

/** Addresses a choice offered that no packet of the walk has. */
export function offeredAt({ derived }: StoryWalk, steps: readonly WalkStep[], { kind, at }: Moment): readonly string[] {
  const step = steps[at];
  if (kind !== 'chosen' || !step) return [];
  const site = { netns: step.netns, family: step.data.packet.family };
  const endpoints = [
    ...collectDrawRules(derived, site, step).map((rung) => endpointOfRung(derived, site, rung)),
    ...listCells(derived, site, step).map(({ to }) => to),
  ];
  const proxied = [...proxyEndpoints(derived, step)];
  return [...endpoints, ...proxied].flatMap((end) => (end ? [formatIp(end.address)] : []));
}

/** The lens of a choice: rules that draw, a scheduler, a number, a process, or an affinity entry. */
export function chosenLens(looking: LensInputs): Lens {
  const {
    walked: { derived },
    step,
    site,
    moment,
  } = looking;
  const { data } = step;
  if (data.kind === 'ipvs') return serversLens(looking, data);
  if (isProgramStep(data)) return slotsLens(looking, data);
  if (data.kind === 'originate') return processLens(looking);
  if (data.kind !== 'rule') return { picture: { kind: 'ladder', rungs: [] }, lines: [] };
  const drawn = numberDrawn(step, ruleTextAt(derived, site, data.ref));
  if (drawn) {
    const cells = listCells(derived, site, step).map(({ number, to }): LensCell => {
      const end = findEnd(looking, to);
      return { number, drawn: number === drawn.number, ...(end ? { end } : {}) };
    });
    const lines = ruleLine(derived, site, { ref: data.ref, said: 'yes', name: moment.pod?.name });
    return {
      picture: { kind: 'map', ...drawn, cells },
      lines: [...lookedLines(looking), ...lines.map((line) => ({ ...line, lit: litDraw(line.text, drawn.number) }))],
    };
  }
  if (isKeptClient(derived, site, step)) {
    const picture = {
      kind: 'affinity',
      client: moment.header.from,
      ...(moment.pod ? { end: moment.pod } : {}),
    } as const;
    return { picture, lines: keptLines(looking, data.ref) };
  }
  return ladderLens(looking, collectDrawRules(derived, site, step));
}

/** The draw of a rule, and the cell it fell on. */
function litDraw(text: string, number: number): LensLine['lit'] {
  const draw = /numgen \S+ mod \d+/.exec(text);
  const cell = new RegExp(`\\b${number} : (?:goto|jump) [^\\s,}]+`).exec(text);
  return [draw, cell].flatMap((found) => (found ? [[found.index, found.index + found[0].length] as const] : []));
}

function ladderLens(looking: LensInputs, ladder: readonly DrawRule[]): Lens {
  const {
    walked: { derived },
    site,
  } = looking;
  const rungs = ladder.map((each) => {
    const { chain: _chain, ...rung } = each;
    const end = findEnd(looking, endpointOfRung(derived, site, each));
    return { ...rung, ...(end ? { end } : {}) };
  });
  const looked = lookedLines(looking);
  const lines = rungs.flatMap(({ ref, said, end }) => ruleLine(derived, site, { ref, said, name: end?.name }));
  const picture = { kind: 'ladder', rungs, ...(looked.length > 0 ? { looked: looked.length } : {}) } as const;
  return { picture, lines: [...looked, ...lines] };
}

/** The rules that looked for the client before anything was drawn. */
function lookedLines({ walked: { derived }, steps, step, site }: LensInputs): readonly LensLine[] {
  return listAffinityRules(derived, steps, step).flatMap((ref) => ruleLine(derived, site, { ref, said: 'no' }));
}

/** The rule that knew the client between those before it and the draws that were not asked any more. */
function keptLines(looking: LensInputs, ref: RuleRef): readonly LensLine[] {
  const { walked, step, site, moment } = looking;
  const { derived } = walked;
  const kept = ruleLine(derived, site, { ref, said: 'yes', name: moment.pod?.name });
  const draws = collectDrawRules(derived, site, step).flatMap((rung) => {
    const name = findEnd(looking, endpointOfRung(derived, site, rung))?.name;
    return ruleLine(derived, site, { ref: rung.ref, said: 'not asked', name });
  });
  return [...lookedLines(looking), ...kept, ...draws];
}

type Endpoint = ReturnType<typeof parseEndpoint>;

function findEnd({ cast, step }: LensInputs, endpoint: Endpoint): StoryEnd | undefined {
  return endpoint && cast.endpoint(endpoint.address, endpoint.port, step.netns);
}

function serversLens({ cast, step }: LensInputs, ipvs: IpvsStep): Lens {
  const { service: server, scheduler, candidates, chosen, odds, reason } = ipvs;
  const servers = candidates.flatMap((candidate) => {
    const parsed = parseEndpoint(candidate.server);
    if (!parsed) return [];
    const end = cast.endpoint(parsed.address, parsed.port, step.netns);
    const { weight, activeConnections: active, inactiveConnections: inactive } = candidate;
    return [{ end, weight, active, inactive, chosen: candidate.server === chosen }];
  });
  const picture: LensPicture = {
    kind: 'servers',
    server,
    scheduler,
    turns: goesByTurns(scheduler),
    reason,
    servers,
    ...(odds === undefined ? {} : { odds }),
  };
  return { picture, lines: serverLines(ipvs, (text) => nameOfServer(cast, text, step.netns)) };
}

/** The slots of a frontend, and the one the program took; the endpoints of a policy, and the one the hash picked. */
function slotsLens({ cast, step }: LensInputs, data: ProgramStep): Lens {
  const { candidates = [], chosen, count = 0, odds } = data;
  const cells = candidates.map((candidate, at): LensCell => {
    const parsed = parseEndpoint(candidate);
    const end = parsed && cast.endpoint(parsed.address, parsed.port, step.netns);
    return { number: at + 1, drawn: candidate === chosen, ...(end ? { end } : {}) };
  });
  const number = cells.find(({ drawn }) => drawn)?.number ?? 0;
  const of = data.kind === 'vfp' ? 'endpoints' : 'slots';
  const picture: LensPicture = { kind: 'map', of, number, size: count, odds: odds ?? '', cells };
  return { picture, lines: lookupLines(data) };
}

/** A program's lookups in its maps, a line each, with the key lit that was found; of VFP those among policies and flows. */
export function lookupLines({ kind, lookups }: ProgramStep): readonly LensLine[] {
  return lookups.map(({ map, key, value }): LensLine => ({
    source: kind === 'vfp' ? 'hns' : 'bpf',
    text: `${map} ${key}${value === undefined ? '' : ` -> ${value}`}`,
    said: value === undefined ? 'no' : 'yes',
    lit: value === undefined ? [] : [[map.length + 1, map.length + 1 + key.length]],
  }));
}

type Derived = StoryWalk['derived'];

/** Where the process that dials at a step may go. */
function proxyEndpoints({ network }: Derived, { netns, data }: WalkStep): readonly NonNullable<Endpoint>[] {
  if (data.kind !== 'originate' || data.reason === undefined) return [];
  if (data.candidates) return data.candidates.flatMap((text) => parseEndpoint(text) ?? []);
  const sockets = network.netns.get(netns)?.sockets ?? [];
  const text = formatIp(data.packet.dst);
  const isIt = ({ address }: NonNullable<Endpoint>): boolean => formatIp(address) === text;
  return sockets.find(({ owner, proxy }) => owner === data.by && proxy?.endpoints.some(isIt))?.proxy?.endpoints ?? [];
}

/**
 * Odds of the endpoint a process passes to: present where it reads requests and draws for each; one that goes round has
 * a turn.
 */
function oddsOf({ data }: WalkStep): { readonly odds?: string } {
  return data.kind === 'originate' && data.http === 'passed' && data.odds !== undefined ? { odds: data.odds } : {};
}

function processLens(looking: LensInputs): Lens {
  const {
    walked: { derived },
    steps,
    step,
    moment,
    cast,
  } = looking;
  const process = step.data.kind === 'originate' ? cast.process(step.data.by) : '';
  const accepted = steps.findLast(
    ({ index, data, netns, role }) =>
      index < step.index && role === 'request' && data.kind === 'deliver' && netns === step.netns,
  );
  const accepts = accepted ? cast.header(accepted.data.packet, accepted.netns) : moment.header;
  const endpoints = proxyEndpoints(derived, step).map(({ address, port }) => {
    const end = cast.endpoint(address, port, step.netns);
    return { end, chosen: end.text === moment.header.to.text };
  });
  const lines = endpoints.map(({ end, chosen }): LensLine => ({
    source: 'kube-proxy',
    text: end.text,
    said: chosen ? 'yes' : 'no',
    lit: chosen ? [[0, end.text.length]] : [],
    name: end.name,
  }));
  const picture = { kind: 'process', process, accepts, dials: moment.header, endpoints, ...oddsOf(step) } as const;
  return { picture, lines };
}

/** Cells of the map a number is looked up in, as the rule has them (`numgen random mod 3 vmap { 0 : goto … }`). */
function listCells(
  derived: Derived,
  site: NetnsFamily,
  step: WalkStep,
): readonly { readonly number: number; readonly to: Endpoint }[] {
  if (step.data.kind !== 'rule') return [];
  const { ref } = step.data;
  const chain = nftChainAt(derived, site, ref);
  const text = chain && ref.index < chain.length ? chain.text(ref.index) : '';
  if (!numberDrawn(step, text)) return [];
  return [...text.matchAll(/(\d+) : (?:goto|jump) ([^\s,}]+)/g)].map(([, number = '', to = '']) => ({
    number: Number(number),
    to: endpointOfChain(derived, site, { ...ref, chain: to }),
  }));
}
