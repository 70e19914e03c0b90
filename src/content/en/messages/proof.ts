/** Words of the page that says what is proven. */
export const PROOF_MESSAGES = {
  title: 'What is proven',
  lead: 'Nothing here is a promise. The engine is replayed against recordings of a real kube-proxy and a real Linux kernel; each number is how many of them come out the same, down to the rule and the byte.',
  again: 'count again:',
  project: 'in the project',
  whole: 'all recordings',
  what: 'compared',
  sum: 'together',
  count: '{passed, number} of {total, number}',
  skipped: '{count, plural, one {# recording} other {# recordings}} left out: {reason}',
  windows: 'kernelspace (Windows)',
  windowsAbout:
    'As documented, not recorded. Policies: from the sources of kube-proxy 1.30.5 and the types of hcsshim. The path of packets: from what Microsoft and Kubernetes publish of VFP, the virtual switch and direct server return. Nothing was compared with a Windows kernel; what is not documented ends “unknown”, with its reason.',
  noMode: 'every mode',
  suite: {
    compiler: 'Rules',
    releases: 'Releases',
    'authors-tests': 'kube-proxy’s own tests',
    'live-nodeports': 'nodePorts asked from their node',
    ebpf: 'eBPF maps (Cilium)',
    kernel: 'Packets',
    flows: 'Connections',
    'ipvs-flows': 'Connections through IPVS',
    'ipvs-scenarios': 'Packets through IPVS',
    'ipvs-sched': 'IPVS schedulers',
    'ipvs-match': 'Matches that count and measure',
    modes: 'Modes beside each other',
    formats: 'Texts',
    'sync-runner': 'When kube-proxy syncs',
    other: 'Other',
  },
  source: {
    compiler:
      'Source: what kube-proxy 1.30.5 wrote for the same objects, line by line and in order. “Derived” ones were computed from the source of the other releases, not recorded.',
    releases:
      'Source: what kube-proxies of {count, number} other releases wrote for the same objects, line by line.{missing, select, none {} other { Not recorded: {missing}.}}',
    'authors-tests':
      'Source: the package tests of kube-proxy’s authors, with hooks: the text of every sync, packets and where they must end, virtual servers and sets, endpoints and categories, and the configurations that are refused, with the words.',
    'live-nodeports':
      'Source: requests from a node with real Pods to its nodePorts, on loopback and on each of its addresses: who answered, and which source it saw.',
    ebpf: "Source: with all recordings, what Cilium's own tests expect in the load balancer's maps for the same objects; in the project, a few made by hand. Releases are Cilium's. How packets go through its programs was read in sources; nothing of it was recorded on a kernel.",
    kernel:
      'Source: packets sent through a Linux 6.18 kernel with these rules, and its own trace. “verdict”: where the packet ended; “nat”: also its header, mark and conntrack entries; “trace”: also every rule in order; “all”: also what the router answered.',
    flows:
      'Source: connections between real sockets in the recorded clusters. The set of outcomes must be equal, and where chance decides, the recorded counts must lie within four sigma of the odds.',
    modes:
      'Source: the connections recorded in iptables mode, walked in the other modes. Each difference must be one of the known ones, named by its mechanism. IPVS itself is recorded apart; packets through the userspace proxy were not recorded.',
    'ipvs-flows':
      'Source: connections between real sockets in clusters whose nodes are in IPVS mode, Linux 6.1: outcome, walk, conntrack entries, and each pick that is called certain.',
    'ipvs-scenarios':
      'Source: packets through one router with IPVS, Linux 6.1: verdict, every rule, conntrack, the connections of IPVS and what is left of their time.',
    'ipvs-sched': 'Source: what each scheduler of Linux 6.1 picked while servers and connections came and went.',
    'ipvs-match':
      'Source: packets with their times through limits, quotas, counts and the like, Linux 6.18. Nothing that is not known may have had a say.',
    formats: 'Source: captured texts. Read and printed again, they must be the same.',
    'sync-runner':
      'Source: the runners of kube-proxy 1.30 and 1.36 with a clock of the recorder: the start and end of every sync, to the millisecond.',
    other: 'Source: recordings.',
  },
  extensions: 'How far each extension is simulated',
  extensionsAbout:
    'Everything below can be read. What is not simulated is never guessed: a rule that depends on it makes the verdict “unknown”, with the reason and both ways to go on.',
  registry: {
    matches: 'iptables matches',
    targets: 'iptables targets',
    ipsets: 'ipset types',
    schedulers: 'IPVS schedulers',
    nftExpressions: 'nftables expressions',
    nftStatements: 'nftables statements',
    other: 'Extensions',
  },
  level: {
    full: 'as the kernel does',
    partly: 'in part',
    irrelevant: 'decides nothing here (only logs, classifies or accounts)',
    no: 'read, not simulated',
    unread: 'anything else: kept as written, not read',
  },
} as const;
