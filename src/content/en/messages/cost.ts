/** Words of the cost view. */
export const COST_MESSAGES = {
  title: 'What grows with the number of Services',
  about:
    'Clusters of each size are compiled and a packet is sent through them, in this browser: these are counts, not estimates.',
  open: 'Cost',
  openHint: 'How rules, bytes and the work for a packet grow with the number of Services',
  measure: 'What is counted',
  endpoints: 'Endpoints of each Service',
  sizes: 'Services',
  working: 'Compiling and sending… {percent, number, percent}',
  failed: 'It could not be computed: {message}',
  measures: {
    packet: 'First packet',
    answer: 'Its answer',
    kernel: 'In the kernel',
    start: 'First sync',
    change: 'One change',
    calls: 'Calls',
  },
  unit: {
    packet:
      'rules tested and tables looked up for the first packet of a connection from a Pod, to the Service that is written last',
    answer:
      'rules tested and tables looked up for the packet that answers it: conntrack knows the connection, nat is not asked',
    kernel: 'rules, set and map elements, virtual and real servers, and open sockets on one node',
    start:
      'bytes of text handed to iptables-restore, nft or iptables when kube-proxy starts; IPVS sends its servers by netlink, which is not text',
    change: 'bytes of text handed over when one Service gets one more endpoint',
    calls: 'programs started and netlink messages sent when kube-proxy starts',
  },
  chart: 'Chart: {measure}, by number of Services, both axes logarithmic. The table below has the same numbers.',
  table: 'The same as numbers',
  mode: 'Mode',
  law: 'Growth',
  laws: {
    flat: 'O(1): does not grow',
    linear: 'O(n): grows with the Services',
    between: 'grows more slowly than the Services',
  },
  own: 'your cluster: {services, number}',
  also: 'A whole exchange, whatever the size',
  crossings:
    '{count, plural, =0 {never leaves the kernel} one {crosses into a process once} other {crosses the kernel’s border # times}}',
  rewrites: '{count, plural, one {# header rewritten} other {# headers rewritten}}',
  undrawn: '{modes}: not drawn. The packet did not arrive, so there is nothing to compare.',
  undelivered: 'The packet did not arrive in this mode; its counts end where it ended.',
  release: '{program} {release}',
} as const;
