import { sha256Hex } from '../../lib/sha';
import { parseIp } from '../../net/ip';
import { ruleDevice, printableName } from '../validation/printable';
import { stepsIn, type RuleWriter } from './writer';

const CHAIN = 'KUBE-HOSTPORTS';

/**
 * kubelet's own hostPorts, as dockershim and kubenet had them up to 1.23 (pkg/kubelet/dockershim/network/hostport): a
 * chain a port. Its jumps are appended: whoever inserts his, as kube-proxy does, is asked first. The id of a sandbox,
 * which the names of chains follow from, is told by no object: it is made up.
 */
export const HOST_PORTS: RuleWriter<'hostports'> = {
  id: 'hostports',
  start: ({ family, site }) => {
    const ports = (site?.hostPorts ?? []).flatMap(({ pod, protocol, hostPort, containerPort }) => {
      const address = pod.ips.find((text) => isOfFamily(text, family));
      if (address === undefined) return [];
      const chain = `KUBE-HP-${sha256Hex(`${pod.namespace}/${pod.name} ${hostPort} ${protocol}`).slice(0, 16).toUpperCase()}`;
      const words = `-m comment --comment "${printableName(`${pod.name}_${pod.namespace}`)} hostport ${hostPort}"`;
      const to = family === 'ipv6' ? `[${address}]:${containerPort}` : `${address}:${containerPort}`;
      return [{ protocol, hostPort, chain, words, from: `${address}/${family === 'ipv6' ? 128 : 32}`, to }];
    });
    if (ports.length === 0) return [];
    const portals = `-m comment --comment "kube hostport portals" -m addrtype --dst-type LOCAL -j ${CHAIN}`;
    const loopback = family === 'ipv6' ? '::1/128' : '127.0.0.0/8';
    const words = '-m comment --comment "SNAT for localhost access to hostports"';
    const snat =
      site?.bridge === undefined ? [] : [`-s ${loopback} -o ${ruleDevice(site.bridge)} ${words} -j MASQUERADE`];
    return stepsIn(
      'nat',
      [CHAIN, 'KUBE-MARK-MASQ', ...ports.map(({ chain }) => chain)],
      [
        ['append', 'PREROUTING', portals],
        ['append', 'OUTPUT', portals],
        ...snat.map((text) => ['append', 'POSTROUTING', text] as const),
        ...ports.flatMap(
          ({ protocol, hostPort, chain, words, from, to }) =>
            [
              ['insert', CHAIN, `-p ${protocol} ${words} -m ${protocol} --dport ${hostPort} -j ${chain}`],
              ['append', chain, `-s ${from} ${words} -j KUBE-MARK-MASQ`],
              ['append', chain, `-p ${protocol} ${words} -m ${protocol} -j DNAT --to-destination ${to}`],
            ] as const,
        ),
      ],
    );
  },
};

function isOfFamily(text: string, family: 'ipv4' | 'ipv6'): boolean {
  const parsed = parseIp(text);
  return parsed.ok && parsed.value.family === family;
}
