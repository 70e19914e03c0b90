/** Rules and chains of iptables-save, ipset, ipvsadm -S; rows of `iptables -L` with a comment or counters. */
const RULE =
  /^\s*(?:\$ |# )?(?:-[AIND] [A-Z][\w-]{0,40}\b|:[A-Z][\w-]{0,40} |\*(?:nat|filter|mangle|raw|security)\b|add [A-Z][\w-]{0,40} |COMMIT\b|Chain \S{1,60} \()|\/\*.{0,300}\*\/|^\s*(?:\d+\s+)?(?:\d+[KMG]?\s+\d+[KMG]?\s+)?[A-Z][\w-]{2,40}\s+(?:all|tcp|udp|icmp|sctp|\d{1,3})\s+(?:--|opt)\s/;
/** Lines of `nft list ruleset`. */
const NFT =
  /^\s*(?:(?:ip6?|inet) )?(?:table|chain|set|map)\s[\w ./-]{1,120}\{\s*$|^\s*(?:ip6? [sd]addr|meta (?:l4proto|mark)|(?:tcp|udp|th) [sd]port|ct (?:state|mark|status)|[io]ifname|fib [sd]addr|type (?:filter|nat) hook|elements = \{|comment ")/;
/** `NAME   TYPE   CLUSTER-IP`, `target prot opt source destination`, `Prot LocalAddress:Port Scheduler Flags`. */
const HEADER =
  /^\s*(?:[A-Z][A-Z()/-]{0,30}(?: [A-Z]{2,20})?(?:\s{2,}|\s*$)){2,}$|^\s*(?:num\s+)?(?:pkts\s+bytes\s+)?target\s+prot\s+opt\b|^\s*Prot\s+LocalAddress:Port\b/;
const LONGEST = 600;

/**
 * Is a line a rule, what stands around rules, or the header of a table? The words in it are those of whoever wrote the rules and the tools: they
 * tell what is there, and nothing of what somebody complains of.
 */
export const isPrintedRule = (line: string): boolean =>
  line.length > LONGEST ? /^\s*-A |\/\*/.test(line) : RULE.test(line) || NFT.test(line) || HEADER.test(line);
