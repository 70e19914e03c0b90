import { findProtocol } from '../../xtables/syntax/protocols';
import { servicePort } from '../../xtables/syntax/service-names';
import { integerType, symbolType, type NftDatatype } from './datatype';

/** Names by getprotobynumber(), in the order of their numbers (/etc/protocols): `name:number`. */
const PROTOCOLS = `
ip:0 icmp:1 igmp:2 ggp:3 ipencap:4 st:5 tcp:6 egp:8 igp:9 pup:12 udp:17 hmp:20 xns-idp:22 rdp:27 iso-tp4:29 dccp:33
xtp:36 ddp:37 idpr-cmtp:38 ipv6:41 ipv6-route:43 ipv6-frag:44 idrp:45 rsvp:46 gre:47 esp:50 ah:51 skip:57 ipv6-icmp:58
ipv6-nonxt:59 ipv6-opts:60 rspf:73 vmtp:81 eigrp:88 ospf:89 ax.25:93 ipip:94 etherip:97 encap:98 pim:103 ipcomp:108
vrrp:112 l2tp:115 isis:124 sctp:132 fc:133 mobility-header:135 udplite:136 mpls-in-ip:137 manet:138 hip:139 shim6:140
wesp:141 rohc:142 ethernet:143 comp:108 icmpv6:58 hopopt:0`;

const NAMES: Readonly<Record<string, number>> = Object.fromEntries(
  PROTOCOLS.trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = '', number] = entry.split(':');
      return [name, Number(number)] as const;
    }),
);

const LISTED = symbolType('inet_proto', 8, NAMES, { perLine: 5 });
const PORTS = integerType('inet_service', 16, { perLine: 5 });

const bare = (word: string): string => (word.startsWith('"') ? word.slice(1, -1) : word);

/** A transport protocol: a number, or a name of /etc/protocols. */
export const INET_PROTO: NftDatatype = {
  ...LISTED,
  parse: (word) => LISTED.parse(word) ?? (/^\d/.test(word) ? undefined : findProtocol(bare(word))),
};

/** A port: a number, or a name of /etc/services; nft lists numbers. */
export const INET_SERVICE: NftDatatype = {
  ...PORTS,
  parse: (word) => PORTS.parse(word) ?? servicePort(bare(word)),
};
