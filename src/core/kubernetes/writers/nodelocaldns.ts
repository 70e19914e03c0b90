import { stepsIn, type RuleWriter } from './writer';

/** Where node-local-dns listens on every node; its manifest and its documentation have this address. */
export const LOCAL_DNS = '169.254.20.10';

const SKIP = '-m comment --comment "NodeLocal DNS Cache: skip conntrack" -j NOTRACK';
const ALLOW = '-m comment --comment "NodeLocal DNS Cache: allow DNS traffic" -j ACCEPT';

/** As `iptables-save` prints them; each is put in front of those before (`EnsureRule` with Prepend). */
type Rule = readonly [table: 'raw' | 'filter', chain: 'PREROUTING' | 'INPUT' | 'OUTPUT', text: string];

function rulesOf(ip: string): readonly Rule[] {
  const to = (protocol: string, port = 53): string => `-d ${ip}/32 -p ${protocol} -m ${protocol} --dport ${port}`;
  const from = (protocol: string, port = 53): string => `-s ${ip}/32 -p ${protocol} -m ${protocol} --sport ${port}`;
  const both = ['tcp', 'udp'] as const;
  return [
    ...both.map((each): Rule => ['raw', 'PREROUTING', `${to(each)} ${SKIP}`]),
    ...both.map((each): Rule => ['filter', 'INPUT', `${to(each)} ${ALLOW}`]),
    ...both.map((each): Rule => ['raw', 'OUTPUT', `${from(each)} ${SKIP}`]),
    ...both.map((each): Rule => ['filter', 'OUTPUT', `${from(each)} ${ALLOW}`]),
    ...both.map((each): Rule => ['raw', 'OUTPUT', `${to(each)} ${SKIP}`]),
    ['raw', 'OUTPUT', `${to('tcp', 8080)} ${SKIP}`],
    ['raw', 'OUTPUT', `${from('tcp', 8080)} ${SKIP}`],
  ];
}

/**
 * The DNS cache of a node (cmd/node-cache/app/cache_app.go of kubernetes/dns, cluster/addons/dns/nodelocaldns): what is
 * asked of it, and what it answers, is not tracked, so no rule of kube-proxy translates it. It listens on addresses of
 * one family: here IPv4. Where IPVS has the clusterIP of kube-dns on kube-ipvs0, on its own address alone.
 */
export const NODE_LOCAL_DNS: RuleWriter<'nodelocaldns'> = {
  id: 'nodelocaldns',
  start: ({ family, site, ipvs = false }) => {
    if (family !== 'ipv4' || !site) return [];
    const ips = [LOCAL_DNS, ...(ipvs ? [] : site.clusterDNS)];
    return ips.flatMap(rulesOf).flatMap(([table, chain, text]) => stepsIn(table, [], [['insert', chain, text]]));
  },
};
