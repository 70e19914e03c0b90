import { ip } from '../../net/ip';
import { stepsIn, type RuleWriter } from './writer';

const NETWORK = '172.17.0.0/16';
const FIRST_STAGE = 'DOCKER-ISOLATION-STAGE-1';
const SECOND_STAGE = 'DOCKER-ISOLATION-STAGE-2';

const FILTER = stepsIn(
  'filter',
  ['DOCKER', FIRST_STAGE, SECOND_STAGE, 'DOCKER-USER'],
  [
    ['append', FIRST_STAGE, `-i docker0 ! -o docker0 -j ${SECOND_STAGE}`],
    ['append', FIRST_STAGE, '-j RETURN'],
    ['append', SECOND_STAGE, '-o docker0 -j DROP'],
    ['append', SECOND_STAGE, '-j RETURN'],
    ['append', 'DOCKER-USER', '-j RETURN'],
    ['insert', 'FORWARD', '-i docker0 -o docker0 -j ACCEPT'],
    ['insert', 'FORWARD', '-i docker0 ! -o docker0 -j ACCEPT'],
    ['insert', 'FORWARD', '-o docker0 -j DOCKER'],
    ['insert', 'FORWARD', '-o docker0 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT'],
    ['insert', 'FORWARD', `-j ${FIRST_STAGE}`],
    ['insert', 'FORWARD', '-j DOCKER-USER'],
  ],
);

const NAT = stepsIn(
  'nat',
  ['DOCKER'],
  [
    ['append', 'DOCKER', '-i docker0 -j RETURN'],
    ['append', 'PREROUTING', '-m addrtype --dst-type LOCAL -j DOCKER'],
    ['append', 'OUTPUT', '! -d 127.0.0.0/8 -m addrtype --dst-type LOCAL -j DOCKER'],
    ['insert', 'POSTROUTING', `-s ${NETWORK} ! -o docker0 -j MASQUERADE`],
  ],
);

/**
 * Docker Engine 20.10 with its usual bridge and no container of its own (libnetwork/iptables, drivers/bridge): FORWARD
 * drops what nobody accepts, its own chains stand in front. IPv6 it leaves alone.
 */
export const DOCKER: RuleWriter<'docker'> = {
  id: 'docker',
  start: ({ family }) =>
    family === 'ipv6' ? [] : [...NAT, ...FILTER, { op: 'policy', table: 'filter', chain: 'FORWARD', policy: 'DROP' }],
  devices: [{ name: 'docker0', kind: 'bridge', up: true, addresses: [{ address: ip('172.17.0.1'), prefix: 16 }] }],
};
