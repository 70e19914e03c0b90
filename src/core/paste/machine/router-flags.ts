/** What flags of kube-router say, those with their defaults in which no release differs (kube-router docs/user-guide.md, pkg/options). */
export interface RouterFlags {
  /** Services are carried by it, by IPVS. */
  readonly isProxy: boolean;
  /** BGP is spoken. */
  readonly isRouter: boolean;
  /** NetworkPolicies are carried out. */
  readonly isFirewall: boolean;
  /** Services of type LoadBalancer get their addresses of it. */
  readonly isAllocator: boolean;
  /** Ranges of these addresses. */
  readonly ranges: readonly string[];
  /** Kinds of addresses that it announces of every Service. */
  readonly announced: readonly ('clusterIP' | 'externalIP' | 'loadBalancerIP')[];
  /** Each node tells every other. */
  readonly isMesh: boolean;
  /** Routers outside of the cluster that it tells. */
  readonly peers: readonly string[];
  /** The first line with a flag that only kube-router has. */
  readonly line: string;
}

/** Flags that no other program has. */
const OWN =
  /--run-(?:service-proxy|router|firewall|loadbalancer)\b|--(?:peer-router-ips|nodes-full-mesh|loadbalancer-ip-range)\b/;
const FLAG = /--([a-z][a-z-]{2,40}[a-z])(?:=["']?([^\s"'\]<>{}]{0,400}))?/g;
/** A text that asks for the default of a flag, or lists all of them, sets none. */
const USAGE = /\(default \S{1,40}\)/;
const LONGEST = 4000;
const MOST_LINES = 20_000;

const isTrue = (value: string | undefined, otherwise: boolean): boolean =>
  value === undefined ? otherwise : value === '' || /^(?:true|t|1)$/i.test(value);

/** `a,b` of a flag; a comma at its end belongs to the list that the flag stands in. */
const listed = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => value.split(',')).filter((value) => /^[\da-fA-F.:]+(?:\/\d{1,3})?$/.test(value));

const ANNOUNCED = [
  ['clusterIP', 'advertise-cluster-ip'],
  ['externalIP', 'advertise-external-ip'],
  ['loadBalancerIP', 'advertise-loadbalancer-ip'],
] as const;

/** The flags of a text, in their order; none of one that names none that kube-router alone has. */
function collectFlags(text: string) {
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST && !USAGE.test(line));
  const line = lines.find((each) => OWN.test(each));
  if (line === undefined) return undefined;
  const flags = new Map<string, string[]>();
  for (const [, name = '', value = ''] of lines.flatMap((each) => [...each.matchAll(FLAG)])) {
    flags.set(name, [...(flags.get(name) ?? []), value.replace(/,$/, '')]);
  }
  return { flags, line };
}

/** Reads how kube-router is started, by its flags in a manifest, a process list or somebody’s words; undefined: none of its own is there. */
export function readRouterFlags(text: string): RouterFlags | undefined {
  if (!OWN.test(text)) return undefined;
  const { flags, line } = collectFlags(text) ?? {};
  if (!flags || line === undefined) return undefined;
  const is = (name: string, otherwise: boolean): boolean => isTrue(flags.get(name)?.at(-1), otherwise);
  return {
    isProxy: is('run-service-proxy', true),
    isRouter: is('run-router', true),
    isFirewall: is('run-firewall', true),
    isAllocator: is('run-loadbalancer', false),
    ranges: listed(flags.get('loadbalancer-ip-range') ?? []),
    announced: ANNOUNCED.flatMap(([kind, name]) => (is(name, false) ? [kind] : [])),
    isMesh: is('nodes-full-mesh', true),
    peers: listed(flags.get('peer-router-ips') ?? []),
    line,
  };
}
