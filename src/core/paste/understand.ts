import type { Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { Fence } from '../formats/fence';
import type { Diagnostic } from '../formats/format';
import { type Cidr, formatIp, type IpAddress, type IpFamily } from '../net/ip';
import type { NftTable } from '../linux/nftables/types';
import { separate, tablesOfOtherTool, type Backend, recoverEndpoints } from './backends';
import { ciliumBeside } from './cilium-beside';
import { getClues } from './clues';
import { completeKube } from './completions';
import { kubeServices, kubeServicesInSteps, type KubeServicePort } from './kube-services';
import { addMachineClues } from './machine/scan';
import { combineMachines } from './machine/combine';
import { disagreements, openQuestions, openRuleQuestions } from './disagreements';
import { machineShortName } from './machine/sections';
import { hashedPorts, withNames } from './machine/services';
import type { Machine } from './machine/types';
import { groupTexts, findNodeProxy, type NodeProxy } from './node-groups';
import { combineLayers, type Combined, type PastedRuleset, type TableLayer } from './layers';
import type { FamilyView } from './node/plan';
import { podHosts, speaksOf } from './told-families';
import { findUntoldMarks, sayUntoldMarks, type MarksByFamily } from './untold-marks';
import { endpointAddresses } from './node/pod-network';
import { addNftDevices } from './nft-devices';
import { iptablesOfNft } from './nft-tables';
import { ownerOfChain } from './owners';
import type { Assumption, PastedNode, PastedText } from './pasted-types';
import { namedPorts, readWithPorts, samePorts, withPorts, type PortFacts } from './ports';
import type { ReadPart } from './read-parts';
import type { FenceWatch } from '../lib/fence';
import { finished, within, type Steps } from '../lib/scan';
import { emptied } from './read-text';
import { capped, isSettled, listRemarks } from './said';
import { servicesOfMachine, userspaceServices } from './read-services';
import { addPacketClues } from './seen-flows';
import { resolveInterfaces } from './unlisted-interfaces';

import { guessedHere, nodeHere } from './which-node';

/** What does not depend on flows or corrections: kept as long as the texts stay the same. */
export interface MachineTexts {
  /** The machine's name where texts are of several. */
  readonly label?: string;
  /** What a person said of ports, by their names. */
  readonly ports: PortFacts;
  readonly texts: readonly ReadPart[];
  readonly machine: Machine;
  readonly hostname: string | undefined;
  readonly views: readonly FamilyView[];
  /** Undefined: nothing is of kube-proxy. */
  readonly proxy: NodeProxy | undefined;
  readonly rulesets: Readonly<Partial<Record<IpFamily, PastedRuleset>>>;
  /** Backend whose tables {@link rulesets} are, if the texts tell. */
  readonly backend?: Backend;
  /** Bits of marks that tables nobody pasted may have set. */
  readonly untoldMarks: MarksByFamily;
  /** Tables of the other iptables, which run at the same hooks. */
  readonly beside: readonly NftTable[];
  readonly unused: ReadonlySet<TableLayer>;
  /** Of texts with listings that hide interfaces: how many of their rules may have some that no writer's habit tells. */
  readonly open: ReadonlyMap<ReadPart, number>;
  readonly assumptions: readonly Assumption[];
  readonly diagnostics: readonly Diagnostic[];
  /** The texts could not be told apart by machine. */
  readonly hasFailed?: true;
}

/** Reads texts and puts those of one machine together, a machine each; the same texts are understood once. In slices. */
export function* readMachineTexts(
  { texts: pasted, facts, nodes }: PastedNode,
  memo: Memo,
): Steps<readonly MachineTexts[]> {
  // The machines understood last, by their texts.
  const kept = memo.valuesOf(readMachineTexts);
  const last = (kept.get('') ?? []) as readonly MachineTexts[];
  const ports: PortFacts = Object.assign(
    {},
    facts.ports,
    ...Object.values(nodes ?? {}).map((node) => node.facts.ports),
  );
  const read: ReadPart[] = [];
  for (const text of pasted) read.push(...(yield* within(readWithPorts(text, ports, memo), 0, 0)));
  const fence = new Fence(pasted, memo.watch);
  const groups = fence.once('machines', () => READING_STAGES.groupTexts(read), [{ texts: read, label: undefined }]);
  const all: MachineTexts[] = [];
  for (const { texts, label, apart } of groups) {
    const known = last.find(
      (each) => each.label === label && sameTexts(each.texts, texts) && samePorts(each.ports, ports),
    );
    const [from, to] = [all.length / groups.length, (all.length + 1) / groups.length];
    const made = known ?? (yield* within(understandTexts({ texts, label, ports }, memo.watch), from, to));
    all.push(apart === undefined || known ? made : { ...made, diagnostics: [...made.diagnostics, remark(apart)] });
  }
  const [first] = all;
  if (first && fence.hasFailed) {
    all[0] = { ...first, diagnostics: [...first.diagnostics, ...fence.diagnostics], hasFailed: true };
  }
  if (!fence.hasFailed && !all.some(isPartial)) kept.set('', all);
  return all;
}

/** What puts texts together; each in a fence of its own. */
export const READING_STAGES = { groupTexts, understandAll };

/** Did a reader fail? Then what is understood is not to be remembered. */
export const isPartial = ({ texts, hasFailed }: MachineTexts): boolean =>
  hasFailed === true || texts.some((text) => text.isPartial);

interface TextsOfMachine {
  readonly texts: readonly ReadPart[];
  readonly label: string | undefined;
  readonly ports: PortFacts;
}

/** Puts the texts of a machine together; those with which that fails are left aside. */
function* understandTexts({ texts, label, ports }: TextsOfMachine, watch: FenceWatch): Steps<MachineTexts> {
  const all = new Fence(textsOf(texts), watch);
  const made = yield* all.attempt('machine', () => READING_STAGES.understandAll(texts, label, ports));
  if (made.ok) return made.value;
  const kept: ReadPart[] = [];
  for (const text of texts) {
    const fence = new Fence(textsOf([text]), watch);
    const tried = (): Steps<MachineTexts> => READING_STAGES.understandAll([...kept, text], label, ports);
    const one = texts.length > 1 ? yield* fence.attempt('machine', tried) : made;
    if (!one.ok) fence.leave('machine', one.error);
    kept.push(one.ok ? text : emptied(text, fence));
  }
  return yield* understandAll(kept, label, ports);
}

const textsOf = (texts: readonly ReadPart[]): PastedText[] => texts.map(({ pasted }) => pasted);

/** A machine of whose texts nothing is used, for what `fence` says. */
export function bareMachine({ texts, label, ports }: MachineTexts, fence: Fence): MachineTexts {
  const said = texts.map((text, at) => emptied(text, at === 0 ? fence : new Fence([])));
  return finished(understandAll(said, label, ports));
}

function remark(message: Phrase): Diagnostic {
  return { severity: 'warning', code: 'assumed', message };
}

function sameTexts(a: readonly ReadPart[], b: readonly ReadPart[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** The tables of all texts; what `iptables -L` hides of an interface is taken from the habits of its writer. */
function makeLayers(texts: readonly ReadPart[]): {
  readonly layers: readonly TableLayer[];
  /** A layer that was completed, and what it was. */
  readonly original: ReadonlyMap<TableLayer, TableLayer>;
  /** Habits of writers that each completed layer was completed by. */
  readonly habits: ReadonlyMap<TableLayer, readonly Assumption[]>;
  readonly open: MachineTexts['open'];
} {
  const original = new Map<TableLayer, TableLayer>();
  const habits = new Map<TableLayer, readonly Assumption[]>();
  const open = new Map<ReadPart, number>();
  const layers = texts.flatMap((text) =>
    text.layers.map((layer) => {
      if (layer.format !== 'iptables-list') return layer;
      const resolved = resolveInterfaces(layer);
      original.set(resolved.layer, layer);
      open.set(text, (open.get(text) ?? 0) + resolved.open);
      habits.set(resolved.layer, resolved.owners.map(habit));
      return resolved.layer;
    }),
  );
  return { layers, original, habits, open };
}

function* understandAll(texts: readonly ReadPart[], label: string | undefined, ports: PortFacts): Steps<MachineTexts> {
  const { layers, original, habits, open } = makeLayers(texts);
  yield 0.05;
  const combined = combineBoth(layers);
  const used = [...habits].filter(([layer]) => !combined.unused.has(layer));
  const assumptions: Assumption[] = [...used.flatMap(([, own]) => own), ...combined.assumed];
  const usedLayers = new Set(layers.flatMap((each) => (combined.unused.has(each) ? [] : [original.get(each) ?? each])));
  for (const each of namedPorts(texts, (layer) => usedLayers.has(layer), ports)) assumptions.push(each);
  yield 0.1;
  const { machine, diagnostics: doubts } = yield* within(
    combineMachines(
      texts.map((text) => text.machine),
      () => podAddresses(combined.rulesets),
    ),
    0.1,
    0.2,
  );
  yield 0.2;
  const { hostname, guess } = chooseHostname(texts, machine, label);
  if (guess) assumptions.push(guess);
  const rulesets: Partial<Record<IpFamily, PastedRuleset>> = {};
  const views: FamilyView[] = [];
  for (const family of ['ipv4', 'ipv6'] as const) {
    const ruleset = combined.rulesets[family] ?? (speaksOf(machine, family) ? NO_RULES : undefined);
    if (!ruleset) continue;
    const [from, to] = family === 'ipv4' ? [0.2, 0.5] : [0.5, 0.8];
    const completed = yield* within(understandFamily(ruleset, family, { machine, hostname, ports }), from, to);
    if (ruleset !== NO_RULES) rulesets[family] = completed.ruleset;
    views.push(completed.view);
    for (const each of completed.assumptions) assumptions.push(each);
  }
  yield 0.8;
  const untoldMarks = findUntoldMarks(rulesets, { machine, texts });
  const proxy = findNodeProxy(machine, combined.rulesets, hostname);
  const hasRules = Object.keys(rulesets).length > 0;
  assumptions.push(...sayUntoldMarks(untoldMarks), ...openQuestions(machine, views, { hasRules, proxy }));
  const services = views.flatMap((view) => view.services);
  assumptions.push(...disagreements(machine, services));
  yield 0.9;
  for (const each of [...twoModes(machine, views), ...ciliumBeside(machine, views)]) assumptions.push(each);
  const unused = new Set([...combined.unused].map((layer) => original.get(layer) ?? layer));
  const ofTexts = texts.flatMap((text) => listRemarks(text, text.diagnostics, { rulesets, open }));
  const ofMachine = [...combined.diagnostics, ...doubts].filter((each) => !isSettled(each, rulesets));
  return {
    ...(label === undefined ? {} : { label }),
    ports,
    texts,
    machine,
    hostname,
    views,
    proxy,
    rulesets,
    untoldMarks,
    ...combined.kernel,
    unused,
    open,
    assumptions: unique(assumptions),
    diagnostics: capped([...ofTexts, ...ofMachine]),
  };
}

interface Both extends Combined {
  readonly kernel: Pick<MachineTexts, 'beside' | 'backend'>;
  readonly assumed: readonly Assumption[];
}

/** The tables most is told of, and those of the other iptables beside them. */
function combineBoth(layers: readonly TableLayer[]): Both {
  const { main, beside, backend } = separate(layers);
  const [own, other] = [combineLayers(main), combineLayers(beside)];
  const tables = tablesOfOtherTool(other.rulesets, backend === 'legacy' ? 'nft' : 'legacy');
  return {
    rulesets: own.rulesets,
    unused: new Set([...own.unused, ...other.unused]),
    diagnostics: [...own.diagnostics, ...other.diagnostics],
    kernel: { ...(backend === undefined ? {} : { backend }), beside: tables },
    assumed: tables.length > 0 ? [twoBackends(backend)] : [],
  };
}

/** Of equal priority the kernel asks first what was registered last (`nf_hook_entries_grow`): no listing tells which. */
function twoBackends(main: Backend | undefined): Assumption {
  return {
    id: 'table:backends',
    about: 'table',
    value: 'iptables-legacy, iptables-nft',
    evidence: [],
    reason: phrase('analysis.table.two-backends', { first: main === 'nft' ? 'iptables-nft' : 'iptables-legacy' }),
  };
}

const NO_RULES: PastedRuleset = { tables: new Map() };

/** The endpoints in the rules. */
function podAddresses(rulesets: MachineTexts['rulesets']): ReadonlySet<string> {
  const services = Object.values(rulesets).flatMap((ruleset) => kubeServices(ruleset));
  return new Set(endpointAddresses(services).map(formatIp));
}

/** Texts that a prompt says to be of the machine: tables of the cluster stand beside any prompt. */
function ofLabel(texts: readonly ReadPart[], label: string | undefined): readonly ReadPart[] {
  const own = texts.filter(({ hostname }) => hostname !== undefined && machineShortName(hostname) === label);
  return own.length > 0 ? own : texts;
}

/** What the machine is called: as a person, a prompt or its listings say, else as may be guessed, which is stated. */
function chooseHostname(
  texts: readonly ReadPart[],
  machine: Machine,
  label: string | undefined,
): { readonly hostname: string | undefined; readonly guess?: Assumption } {
  const told =
    texts.find(({ pasted }) => pasted.node)?.pasted.node ?? findHostname(ofLabel(texts, label), machine) ?? label;
  const known = told ?? nodeHere(machine);
  const guess = known === undefined ? guessedHere(machine) : undefined;
  return guess ? { hostname: guess.value, guess } : { hostname: known };
}

/** The machine's name: on a prompt, else in kube-proxy's configuration, else before the one host's lines of LOG. */
function findHostname(texts: readonly ReadPart[], { kubeProxy, seen }: Machine): string | undefined {
  const prompt = texts.find((text) => text.hostname !== undefined)?.hostname;
  const told = prompt ?? kubeProxy.find(({ value }) => value.hostname !== undefined)?.value.hostname;
  return told ?? (seen.hosts.length === 1 ? seen.hosts[0] : undefined);
}

/** Rules of the iptables mode beside virtual servers: leftovers of one mode, or texts of two machines. Its configuration tells. */
function twoModes({ ipvs, kubeProxy }: Machine, views: readonly FamilyView[]): Assumption[] {
  const isConfigured = kubeProxy.some(({ value }) => value.config.mode !== undefined);
  const hasChains = views.some(({ services }) => services.some(({ chain }) => chain !== undefined));
  if (!ipvs || isConfigured || !hasChains) return [];
  return [
    {
      id: 'mode:ipvs',
      about: 'mode',
      value: 'iptables + ipvs',
      evidence: [ipvs.evidence],
      reason: phrase('analysis.machine.two-modes'),
      settledBy: 'kubectl -n kube-system get configmap kube-proxy -o yaml',
    },
  ];
}

function habit(owner: string): Assumption {
  const reason = phrase('analysis.listing.habit', { owner });
  return {
    id: `interfaces:${owner}`,
    about: 'interfaces',
    value: owner,
    evidence: [],
    reason,
    settledBy: 'iptables-save',
  };
}

function unique(assumptions: readonly Assumption[]): Assumption[] {
  return [...new Map(assumptions.map((each) => [each.id, each])).values()];
}

interface FamilyResult {
  readonly ruleset: PastedRuleset;
  readonly view: FamilyView;
  readonly assumptions: readonly Assumption[];
}

/** Services first, then what they prove: recovered endpoints and the rules around them. */
function* understandFamily(
  ruleset: PastedRuleset,
  family: IpFamily,
  { machine, hostname, ports }: Pick<MachineTexts, 'machine' | 'hostname' | 'ports'>,
): Steps<FamilyResult> {
  const listed = (machine.nft && iptablesOfNft(machine.nft, family)) ?? ruleset;
  const told = ruleset.tables.get('nat')?.chains.has('KUBE-SERVICES') ? ruleset : listed;
  const own = yield* within(kubeServicesInSteps(told, hashedPorts(machine)), 0, 0.5);
  const named = withNames(machine, own);
  const numbered = withPorts(machine, [...named, ...servicesOfMachine(machine, family, ruleset)], ports);
  const first = merged(numbered.services, userspaceServices(ruleset, machine));
  yield 0.5;
  const clues = yield* within(getClues(ruleset, family, ownerOfChain), 0.5, 0.5);
  yield 0.6;
  if (machine.nft) yield* within(addNftDevices(clues, machine.nft), 0.6, 0.6);
  addMachineClues(clues, machine, hostname);
  addPacketClues(clues, machine, ruleset);
  const networks = [...podHosts(machine, family), ...[...clues.podNetworks.values()].map(({ value }) => value)];
  const recovered = recoverEndpoints({ ports: first, networks });
  const services = recovered.size === 0 ? first : first.map((port) => withRecovered(port, recovered));
  yield 0.7;
  const completed = completeKube(ruleset, family, services);
  yield 0.8;
  const unsaid = openRuleQuestions(ruleset, family, { machine, services });
  yield 0.9;
  const endpoints = withPods(endpointAddresses(services), podHosts(machine, family));
  const view = { family, clues, services, endpoints, taken: new Set(endpoints.map(formatIp)) };
  return {
    ruleset: completed.ruleset,
    view,
    assumptions: [...numbered.assumptions, ...completed.assumptions, ...unsaid],
  };
}

function withPods(endpoints: readonly IpAddress[], pods: readonly Cidr[]): IpAddress[] {
  const all = [...endpoints, ...pods.map(({ address }) => address)];
  return [...new Map(all.map((address) => [formatIp(address), address])).values()];
}

/** A Service may stand in the rules of two modes: then it is named once. */
function merged(services: readonly KubeServicePort[], others: readonly KubeServicePort[]): KubeServicePort[] {
  const known = new Set(services.map(({ name, protocol }) => `${name} ${protocol}`));
  return [...services, ...others.filter(({ name, protocol }) => !known.has(`${name} ${protocol}`))];
}

function withRecovered(port: KubeServicePort, recovered: ReadonlyMap<string, string>): KubeServicePort {
  const endpoints = port.endpoints.map((endpoint) => {
    const place = endpoint.place === undefined ? recovered.get(endpoint.chain) : undefined;
    return place === undefined ? endpoint : ({ ...endpoint, place, proof: 'hash' } as const);
  });
  return { ...port, endpoints };
}
