/**
 * A machine outside that hands packets on. It never sends ICMP redirects: that takes `all` and the device, which has what
 * `default` said when it was made (`IN_DEV_TX_REDIRECTS`, include/linux/inetdevice.h).
 */
export const FORWARDS = {
  'net.ipv4.ip_forward': 1,
  'net.ipv6.conf.all.forwarding': 1,
  'net.ipv4.conf.all.send_redirects': 0,
  'net.ipv4.conf.default.send_redirects': 0,
} as const;
