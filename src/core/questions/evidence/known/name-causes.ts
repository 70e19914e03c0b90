import type { KnownCause } from './known-cause';

/** Causes by which names of a cluster, or beyond it, are not resolved. */
export const NAME_CAUSES: readonly KnownCause[] = [
  {
    id: 'talos-host-dns',
    certainty: 'fits',
    needs: [['169.254.116.108', 'forwardkubednstohost'], ['cilium']],
    signs: [['i/o timeout', 'timeout'], ['1.16.5', '1.17', '1.18', '1.19', '1.20'], ['talos']],
    least: 1,
    unless: ['hostlegacyrouting: true', 'hostlegacyrouting=true'],
    patches: { patch: `'[{"op":"add","path":"/machine/features/hostDNS/forwardKubeDNSToHost","value":false}]'` },
    source: 'docs.cilium.io: Installation on Talos Linux (cilium#36852, #36737); siderolabs/talos#10002',
  },
  {
    id: 'dns-rights',
    certainty: 'says',
    needs: [
      ['endpointslices.discovery.k8s.io is forbidden', 'endpointslices" in api group "discovery.k8s.io'],
      ['coredns', 'kube-dns'],
    ],
    patches: {
      patch: `'[{"op":"add","path":"/rules/-","value":{"apiGroups":["discovery.k8s.io"],"resources":["endpointslices"],"verbs":["list","watch"]}}]'`,
    },
    source: 'coredns plugin/kubernetes: EndpointSlices; coredns/helm#135; kubeadm: system:coredns',
  },
  {
    id: 'search-wildcard',
    certainty: 'fits',
    needs: [['ndots', 'search domain', 'search path', 'wildcard', 'search .']],
    signs: [
      ['wildcard', '*.'],
      ['resolves to', 'resolved to', 'wrong ip', 'wrong address', 'public ip', 'instead of'],
      ['ndots', '/etc/resolv.conf', 'search domain'],
      ['alpine', 'musl'],
    ],
    least: 2,
    source: 'resolv.conf(5): search, ndots; kubernetes.io: DNS for Services and Pods, Pod’s DNS Config',
  },
  {
    id: 'dns-five-seconds',
    certainty: 'fits',
    needs: [
      ['dns', 'lookup', 'resolve', 'nslookup'],
      ['5 seconds', '5s ', '5 sec', '5-second', 'five seconds', ' 5.0'],
    ],
    signs: [
      ['intermittent', 'sometimes', 'random', 'delay', 'slow', 'latency'],
      ['conntrack', 'insert_failed', 'race'],
      ['aaaa', 'glibc', 'alpine', 'musl', 'single-request'],
    ],
    least: 1,
    source: 'weave#3287; kubernetes#56903; kubernetes.io: NodeLocal DNSCache; resolv.conf(5): single-request-reopen',
  },
  {
    id: 'stale-udp',
    certainty: 'fits',
    needs: [['udp', 'sctp', 'dns', 'syslog', 'statsd', 'sip '], ['conntrack']],
    reads: /\b(sctp)\b/i,
    signs: [
      ['stale', 'old pod', 'old ip', 'old endpoint', 'deleted pod', 'terminated pod', 'unreplied'],
      ['restart', 'rollout', 'recreat', 'rescheduled', 'redeploy'],
      ['conntrack -d', 'flush'],
    ],
    least: 1,
    source: 'pkg/proxy/conntrack: cleanup; kubernetes#126130, #130170',
  },
  {
    id: 'own-address-of-cache',
    certainty: 'fits',
    needs: [
      ['node-local-dns', 'nodelocaldns', 'nodelocal dns', 'node local dns', 'node-cache'],
      ['cilium', 'ipvs'],
    ],
    signs: [
      ['169.254.20.10', 'link-local'],
      ['localredirect', 'lrp', 'redirect'],
      ['clusterdns', 'cluster-dns'],
    ],
    least: 1,
    // A resolv.conf or a flow that has a link-local address shows that Pods do ask it.
    unless: ['nameserver 169.254.', '-> 169.254.'],
    reads: /\b(169\.254\.(?!169\.254\b|1\.1\b)\d{1,3}\.\d{1,3})\b/,
    source: 'kubernetes.io: Using NodeLocal DNSCache; docs.cilium.io: Local Redirect Policy, Node-local DNS cache',
  },
  {
    id: 'resolver-failed',
    certainty: 'says',
    needs: [['lookup && server misbehaving']],
    reads: /lookup (\S{1,200}) on \S{1,60}: server misbehaving/,
    source: 'net of Go: errServerMisbehaving (SERVFAIL, REFUSED); systemd-resolved(8)',
  },
  {
    id: 'stateful-name',
    certainty: 'fits',
    needs: [
      ['statefulset'],
      ['headless', 'clusterip: none', 'servicename'],
      [
        'nxdomain',
        'no such host',
        'not resolve',
        'resolve ',
        'bad address',
        'unknown host',
        'name or service not known',
      ],
    ],
    signs: [
      ['servicename'],
      ['-0.', 'pod name', 'subdomain'],
      ['not ready', '0/1', 'publishnotreadyaddresses', 'startup'],
    ],
    least: 1,
    patches: { patch: `'{"spec":{"publishNotReadyAddresses":true}}'` },
    source: 'kubernetes.io: StatefulSet, Stable Network ID; coredns#6210; kubernetes#72891, #74950',
  },
  {
    id: 'k3d-names',
    certainty: 'fits',
    needs: [['k3d'], ['5.7.0'], ['resolve', 'dns', 'lookup']],
    source: 'k3d#1462, #1466 (5.7.1)',
  },
];
