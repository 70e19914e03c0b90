import type { Netns } from '../../linux/netns';
import { phrase } from '../../lib/phrase';
import { listChainTexts, type ChainRules } from './chain-texts';
import type { EvidenceFinding } from './evidence-finding';

const LOCAL_JUMP = /--dst-type LOCAL\b.*-j CNI-HOSTPORT-DNAT\b/;
const SERVICES_JUMP = /-j KUBE-SERVICES\b/;
const PORTS = /--dports? (\S+)/;
/** Chains of the portmap plugin (containernetworking/plugins plugins/meta/portmap/portmap.go). */
const OF_PORTMAP = /^CNI-(?:HOSTPORT-DNAT$|DN-)/;
/** So many ports are named. */
const MOST_PORTS = 6;

/** A machine that is asked. */
interface AskedMachine {
  /** How it is known that kube-proxy is in IPVS mode: by what the machine has, or by words alone. */
  readonly mode: 'shown' | 'said';
  /** Of several machines: which one. */
  readonly name?: string | undefined;
}

interface NatTable {
  readonly chains: ReadonlyMap<string, ChainRules>;
}

const listPorts = ({ chains }: NatTable): readonly string[] => [
  ...new Set(
    [...chains.values()]
      .filter(({ name }) => OF_PORTMAP.test(name))
      .flatMap(listChainTexts)
      .flatMap((text) => PORTS.exec(text)?.[1]?.split(',') ?? []),
  ),
];

function findInChain(chain: ChainRules, table: NatTable, of: AskedMachine): readonly EvidenceFinding[] {
  const { mode, name } = of;
  const rules = listChainTexts(chain);
  const taking = rules.findIndex((text) => LOCAL_JUMP.test(text));
  const serving = rules.findIndex((text) => SERVICES_JUMP.test(text));
  const rule = rules[taking];
  if (rule === undefined || (serving >= 0 && serving < taking)) return [];
  const ports = listPorts(table);
  const values = {
    machine: name ?? 'none',
    chain: chain.name,
    services: serving < 0 ? 'none' : 'after',
    ports: ports.length === 0 ? 'none' : ports.slice(0, MOST_PORTS).join(', '),
    mode,
  };
  return [
    {
      id: 'hostport-before-services',
      severity: mode === 'shown' ? 'error' : 'warning',
      says: phrase('evidence.hostport-before-services', values),
      next: phrase('evidence.next.hostport-before-services'),
      // Of several listings each may have such a line.
      ...(name === undefined ? { words: ['-A', chain.name, ...rule.trim().split(/\s+/)] } : {}),
    },
  ];
}

/**
 * A rule of the portmap plugin that takes what is for an address of the machine before kube-proxy's chain lets Services go, where kube-proxy is in
 * IPVS mode: every Service's address is one of the machine then (pkg/proxy/ipvs: kube-ipvs0; KUBE-SERVICES ends with ACCEPT for them).
 *
 * @param of undefined: nothing tells of IPVS, and in other modes Services have no address on the machine
 */
export function findHostPorts(
  { xtables }: Pick<Netns, 'xtables'>,
  of: AskedMachine | undefined,
): readonly EvidenceFinding[] {
  if (of === undefined) return [];
  const found = Object.values(xtables).flatMap(({ tables }) => {
    const nat = tables.get('nat');
    const hooks = ['PREROUTING', 'OUTPUT'].flatMap((name) => nat?.chains.get(name) ?? []);
    return nat ? hooks.flatMap((chain) => findInChain(chain, nat, of)) : [];
  });
  return found.slice(0, 1);
}
