import { phrase, type Phrase } from '../lib/phrase';
import { parseRule } from '../linux/xtables/rule-text';
import { makeChain } from '../linux/xtables/types';
import type { TableName } from '../linux/hooks';
import { formatIp, parseIp, type IpFamily } from '../net/ip';
import { type PastedChain, type PastedRuleset, type PastedTable, findJump } from './layers';
import type { KubeServicePort } from './kube-services';
import type { Assumption, Evidence, FlowEnds } from './pasted-types';
import { getHook } from './chain-hooks';
import { WRITER_JUMPS, type WriterJump } from './writer-jumps';

/** A rule that was put in where the text leaves no doubt that it is there. */
interface Addition {
  readonly table: TableName;
  readonly chain: string;
  readonly rules: readonly string[];
  readonly reason: Phrase;
  readonly evidence?: Evidence;
  /** Tells it from another addition to the same chain. */
  readonly of?: string;
}

export interface Completed {
  readonly ruleset: PastedRuleset;
  readonly assumptions: readonly Assumption[];
}

/** The rules kube-proxy writes in every release (spec of its iptables mode, chains and jumps). */
const MARK_MASQ = ['-j MARK --set-xmark 0x4000/0x4000'];
const POSTROUTING = [
  '-m comment --comment "kubernetes service traffic requiring SNAT" -m mark --mark 0x4000/0x4000 -j MASQUERADE',
];
/** The kubelet's until 1.27: what kube-proxy marks for it is dropped in filter (pkg/kubelet/kubelet_network_linux.go). */
const MARK_DROP = '0x8000/0x8000';
const FIREWALL = (mark: string): string =>
  `-m comment --comment "kubernetes firewall for dropping marked packets" -m mark --mark ${mark} -j DROP`;
/** How kube-proxy's userspace mode gets packets to its chains (pkg/proxy/userspace/proxier.go iptablesInit). */
const USERSPACE = {
  PORTALS: '-m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules"',
  NODEPORT:
    '-m addrtype --dst-type LOCAL -m comment --comment "handle service NodePorts; NOTE: this must be the last rule in the chain"',
} as const;
const NODE_PORTS =
  '-m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS';
const PORTALS = '-m comment --comment "kubernetes service portals" -j KUBE-SERVICES';

/**
 * Adds what an excerpt leaves out and what can be nothing else: the jumps from the built-in chains,
 * KUBE-MARK-MASQ, KUBE-POSTROUTING, endpoint chains whose content their name proves. Each is stated.
 * Chains that stay missing stay missing: a jump to one is unknown.
 */
export function completeKube(
  ruleset: PastedRuleset,
  family: IpFamily,
  services: readonly KubeServicePort[],
): Completed {
  const nat = ruleset.tables.get('nat');
  const additions = nat ? [...natAdditions(nat, services), ...dropAdditions(nat, ruleset.tables.get('filter'))] : [];
  const tables = new Map(ruleset.tables);
  const added = additions.map(({ table }) => table).filter((name) => !tables.has(name));
  for (const name of added) tables.set(name, { name, whole: false, chains: new Map() });
  for (const table of tables.values()) {
    const own = additions.filter((addition) => addition.table === table.name);
    if (own.length === 0) continue;
    const chains = new Map(table.chains);
    for (const each of own) chains.set(each.chain, prepended(each, chains.get(each.chain), family));
    tables.set(table.name, { ...table, chains });
  }
  const led = withWriterJumps({ tables }, family);
  return { ruleset: led.ruleset, assumptions: [...additions.map(makeAssumption), ...led.assumptions] };
}

function natAdditions(nat: PastedTable, services: readonly KubeServicePort[]): Addition[] {
  const dispatch = dispatchAdditions(nat, services);
  return [
    ...dispatch,
    ...frameAdditions(nat, dispatch.length > 0),
    ...userspaceAdditions(nat),
    ...endpointAdditions(nat, services),
  ];
}

/** Chains that a writer's jump was put in for lead on to others, so many times. */
const MOST_ROUNDS = 4;

/** Puts in the jumps that the writers of chains always write, where nothing in an excerpt leads to their chains. */
function withWriterJumps(ruleset: PastedRuleset, family: IpFamily): Completed {
  const tables = new Map(ruleset.tables);
  const additions: Addition[] = [];
  for (const table of ruleset.tables.values()) {
    if (table.whole) continue;
    const chains = new Map(table.chains);
    const now = { ...table, chains };
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const own = jumpsMissed(now, family);
      if (own.length === 0) break;
      for (const each of own.toReversed()) chains.set(each.chain, prepended(each, chains.get(each.chain), family));
      additions.push(...own);
    }
    tables.set(table.name, now);
  }
  return { ruleset: { tables }, assumptions: additions.map(makeAssumption) };
}

function jumpsMissed(table: PastedTable, family: IpFamily): Addition[] {
  const led = new Set(listJumps(table));
  const open = [...table.chains.values()].filter((chain) => chain.length > 0 && !led.has(chain.name));
  const own = WRITER_JUMPS.filter((jump) => jump.table === table.name && fits(jump, family));
  return own.flatMap(({ chain: pattern, from, test = '' }) =>
    open.flatMap(({ name }) => {
      if (!pattern.test(name)) return [];
      const rule = `${test} -j ${name}`.trim();
      return from.map((hook): Addition => {
        const reason = phrase('analysis.rule.filter-jump', { hook, chain: name });
        return { table: table.name, chain: hook, rules: [rule], reason, of: name };
      });
    }),
  );
}

/** An address of IPv4 is no test of IPv6. */
const fits = ({ test = '' }: WriterJump, family: IpFamily): boolean => family === 'ipv4' || !/ -d \d/.test(test);

function* listJumps({ chains }: PastedTable): Generator<string> {
  for (const chain of chains.values()) {
    for (let index = 0; index < chain.length; index++) {
      const target = findJump(chain.rule(index));
      if (target !== undefined && target !== chain.name) yield target;
    }
  }
}

function makeAssumption({ table, chain, rules, reason, evidence, of }: Addition): Assumption {
  const value = rules.map((rule) => `-A ${chain} ${rule}`).join('\n');
  const id = `rule:${table} ${chain}${of === undefined ? '' : ` ${of}`}`;
  return {
    id,
    about: 'rule',
    value,
    evidence: evidence ? [evidence] : [],
    reason,
    settledBy: `iptables-save -t ${table}`,
  };
}

/** Added rules stand first: kube-proxy inserts its jumps at the top. */
function prepended({ chain, rules }: Addition, before: PastedChain | undefined, family: IpFamily): PastedChain {
  const parsed = rules.map((text) => parseRule(text, family).rule);
  const added = makeChain(chain, parsed);
  if (!before) return { ...added, text: (index) => rules[index] };
  const { length } = parsed;
  const at = (index: number): number => index - length;
  return {
    ...before,
    length: length + before.length,
    rule: (index) => (index < length ? added.rule(index) : before.rule(at(index))),
    line: (index) => (index < length ? undefined : before.line(at(index))),
    text: (index) => (index < length ? rules[index] : before.text?.(at(index))),
  };
}

function jumpsTo(chain: PastedChain | undefined, target: string): boolean {
  for (let index = 0; index < (chain?.length ?? 0); index++) {
    if (chain && findJump(chain.rule(index)) === target) return true;
  }
  return false;
}

function isReferenced(nat: PastedTable, target: string): boolean {
  return [...nat.chains.values()].some((chain) => jumpsTo(chain, target));
}

/** A Service's chain is in the text and says its own address, but the rule that leads to it is not. */
function dispatchAdditions(nat: PastedTable, services: readonly KubeServicePort[]): Addition[] {
  if (nat.whole) return [];
  const dispatcher = nat.chains.get('KUBE-SERVICES');
  const rules = services.flatMap(({ name, protocol, clusterIP, port, chain = '' }) => {
    const known = clusterIP !== undefined && port !== undefined && nat.chains.has(chain);
    if (!known || jumpsTo(dispatcher, chain)) return [];
    const comment = `-m comment --comment "${name} cluster IP"`;
    return [`-d ${clusterIP} -p ${protocol} ${comment} -m ${protocol} --dport ${port} -j ${chain}`];
  });
  if (rules.length === 0) return [];
  return [{ table: 'nat', chain: 'KUBE-SERVICES', rules, reason: phrase('analysis.rule.dispatch') }];
}

/** The fixed parts around the Services; only where the table was not pasted whole. */
function frameAdditions(nat: PastedTable, dispatches: boolean): Addition[] {
  if (nat.whole) return [];
  const additions: Addition[] = [];
  const add = (chain: string, rules: readonly string[], reason: Phrase): number =>
    additions.push({ table: 'nat', chain, rules, reason });
  const nodePorts = nat.chains.has('KUBE-NODEPORTS') && !isReferenced(nat, 'KUBE-NODEPORTS');
  if (nodePorts) add('KUBE-SERVICES', [NODE_PORTS], phrase('analysis.rule.nodeports'));
  if (dispatches || nodePorts || nat.chains.has('KUBE-SERVICES')) {
    for (const hook of ['PREROUTING', 'OUTPUT']) {
      if (!jumpsTo(nat.chains.get(hook), 'KUBE-SERVICES'))
        add(hook, [PORTALS], phrase('analysis.rule.portals', { hook }));
    }
  }
  const marks = isReferenced(nat, 'KUBE-MARK-MASQ');
  if (marks && !nat.chains.has('KUBE-MARK-MASQ'))
    add('KUBE-MARK-MASQ', MARK_MASQ, phrase('analysis.rule.mark-masq', { chain: 'KUBE-MARK-MASQ' }));
  const shown = nat.chains.has('KUBE-POSTROUTING');
  if (marks && !shown) add('KUBE-POSTROUTING', POSTROUTING, phrase('analysis.rule.postrouting'));
  if ((marks || shown) && !jumpsTo(nat.chains.get('POSTROUTING'), 'KUBE-POSTROUTING')) {
    const jump = '-m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING';
    add('POSTROUTING', [jump], phrase('analysis.rule.postrouting-jump'));
  }
  return additions;
}

/** The kubelet's chains that drop what kube-proxy marks to be dropped, where rules jump there. */
function dropAdditions(nat: PastedTable, filter: PastedTable | undefined): Addition[] {
  if (!isReferenced(nat, 'KUBE-MARK-DROP')) return [];
  const own = nat.chains.get('KUBE-MARK-DROP');
  const isTold = own !== undefined || nat.whole;
  const marks: Addition = {
    table: 'nat',
    chain: 'KUBE-MARK-DROP',
    rules: [`-j MARK --set-xmark ${MARK_DROP}`],
    reason: phrase('analysis.rule.mark-drop'),
  };
  if (filter?.whole || filter?.chains.has('KUBE-FIREWALL')) return isTold ? [] : [marks];
  const mark = /--(?:set-xmark|or-mark) (0x[\da-f]{1,8})/i.exec(own?.text?.(0) ?? '')?.[1];
  const rules = [FIREWALL(mark === undefined ? MARK_DROP : `${mark}/${mark}`)];
  const reason = phrase('analysis.rule.firewall');
  const drops: Addition = { table: 'filter', chain: 'KUBE-FIREWALL', rules, reason };
  return isTold ? [drops] : [marks, drops];
}

/** The jumps of the userspace mode: from the network by the CONTAINER chains, from the node itself by the HOST ones. */
function userspaceAdditions(nat: PastedTable): Addition[] {
  if (nat.whole) return [];
  return (['CONTAINER', 'HOST'] as const).flatMap((from): Addition[] => {
    const hook = from === 'CONTAINER' ? 'PREROUTING' : 'OUTPUT';
    const rules = (['PORTALS', 'NODEPORT'] as const).flatMap((kind) => {
      const chain = `KUBE-${kind}-${from}`;
      const isWanted = nat.chains.has(chain) && !jumpsTo(nat.chains.get(hook), chain);
      return isWanted ? [`${USERSPACE[kind]} -j ${chain}`] : [];
    });
    const reason = phrase('analysis.rule.userspace', { hook });
    return rules.length === 0 ? [] : [{ table: 'nat', chain: hook, rules, reason, of: 'userspace' }];
  });
}

/** Endpoint chains that are not in the text, but whose endpoint is known. */
function endpointAdditions(nat: PastedTable, services: readonly KubeServicePort[]): Addition[] {
  const seen = new Set<string>();
  return services.flatMap(({ name, hashed = name, protocol, endpoints }) =>
    endpoints.flatMap(({ chain, place, shown, proof, evidence }): Addition[] => {
      if (shown || place === undefined || nat.chains.has(chain) || seen.has(chain)) return [];
      seen.add(chain);
      const host = place.slice(0, place.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
      const rules = [
        `-s ${host} -m comment --comment "${hashed}" -j KUBE-MARK-MASQ`,
        `-p ${protocol} -m comment --comment "${hashed}" -m ${protocol} -j DNAT --to-destination ${place}`,
      ];
      const values = { chain, place };
      const reason =
        proof === 'hash'
          ? phrase('analysis.rule.endpoint-hash', values)
          : phrase('analysis.rule.endpoint-comment', values);
      return [{ table: 'nat', chain, rules, reason, ...(evidence ? { evidence } : {}) }];
    }),
  );
}

/**
 * Puts packets into chains that nothing in the text leads to, where their hook would ask them: a rule for just that
 * packet stands first, so that no other one is led there.
 */
export function enterChains(ruleset: PastedRuleset, family: IpFamily, flows: readonly FlowEnds[]): Completed {
  const tables = new Map(ruleset.tables);
  const assumptions: Assumption[] = [];
  for (const flow of flows) {
    const [name, chain = ''] = (flow.from.enters ?? '').split(' ');
    const table = [...tables.values()].find((each) => each.name === name);
    const shown = table?.chains.get(chain);
    const rule = shown && table ? entryRule(flow, chain) : undefined;
    if (!rule || !shown || !table) continue;
    const hook = getHook(table.name, shown);
    const at = flow.from.device === undefined && hook === 'PREROUTING' ? 'OUTPUT' : hook;
    const reason = phrase('analysis.rule.entered', { chain, hook: at });
    const addition: Addition = { table: table.name, chain: at, rules: [rule], reason, of: chain };
    const made = prepended(addition, table.chains.get(at), family);
    tables.set(table.name, { ...table, chains: new Map(table.chains).set(at, made) });
    assumptions.push(makeAssumption(addition));
  }
  return { ruleset: { tables }, assumptions };
}

/** The tests of one packet, and no other's. */
function entryRule({ from, to, protocol, port }: FlowEnds, chain: string): string | undefined {
  const [src, dst] = [parseIp(from.address ?? ''), parseIp(to.address ?? '')];
  if (!src.ok || !dst.ok || src.value.family !== dst.value.family) return undefined;
  const ports = protocol === 'icmp' ? '' : ` -m ${protocol} --dport ${port}`;
  const name = protocol === 'icmp' && src.value.family === 'ipv6' ? 'ipv6-icmp' : protocol;
  return `-s ${formatIp(src.value)} -d ${formatIp(dst.value)} -p ${name}${ports} -j ${chain}`;
}
