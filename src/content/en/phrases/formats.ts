import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of pasted texts as a whole. */
export const FORMATS_PHRASES = {
  'formats.manifest.kubeconfig': 'A kubeconfig holds keys and is no object of the cluster: it was left out.',
  'formats.manifest.secret': '{name}: what it holds was taken out, so that no link carries it; its name is kept.',
  'formats.iptables-list.no-chain':
    'No line "Chain NAME (…)" was found. Paste the output of iptables -L -n -v, or better of iptables-save.',
  'formats.iptables-list.no-interfaces':
    'This listing was made without -v, so it does not show -i and -o. Rules that may have them count as "may match". Paste iptables-save, or iptables -L -n -v, to settle it.',
  'formats.iptables-list.not-a-row':
    'This line stands inside a listing, but its columns are not those of a rule. It is left aside.',
  'formats.iptables-list.rows-elided':
    'Rows of {chain} are left out here. What they do with a packet is not known: only the rows that are there are walked. Paste the complete listing.',
  'formats.iptables-list.name-read':
    'The listing was made without -n and prints the name {name}; it is read as {address}.',
  'formats.iptables-list.name-unknown':
    'The listing prints the name {name} where the rule has an address. The rule counts as "may match". Run the command again with -n.',
  'formats.iptables-list.option-unlisted':
    'A listing leaves out an option that {name} cannot be without, so that the rule counts as "may match". iptables-save prints it in full.',
  'formats.iptables-list.words-unknown':
    '"{words}" is not known here: the rule is kept and shown, and counts as "may match". iptables-save prints it in full.',
  'formats.iptables-save.nothing-read':
    'No rule, chain or table was found. Paste the output of iptables-save or iptables -S.',
  'formats.iptables-save.no-commit': 'The table {table} has no COMMIT line: the listing may be cut off here.',
  'formats.iptables-save.edit-not-applied':
    '{edit} changes rules that are already there: this line is kept in the text but not carried out.',
  'formats.iptables-save.ignored': 'Lines {from} to {to} are no part of a table and are left aside.',
  'formats.iptables-save.more-alike':
    '{count, plural, one {# more of the same kind is} other {# more of the same kind are}} not listed.',
  'formats.iptables-save.not-checked':
    'The text has {rules} rules: each is read when it is shown or walked, and what is odd is said then.',
  'formats.iptables-save.table-assumed':
    'No line says which table the rules from line {line} on are in: {table} is assumed from their chains and targets.',
  'formats.iptables-save.table-twice':
    'The table {table} of line {first} comes again at line {line}, with other rules or policies: the later one is used.',
  'formats.iptables-save.state':
    'The table {table} of line {first} comes again here, with other rules or policies: another machine, or another time. It is read as a machine of its own, called {name}; its rules and policies are not mixed with those above.',
  'formats.iptables-save.same-again':
    'The table {table} of line {first} comes again at line {line}, with the same rules.',
  'formats.iptables-save.left-aside':
    'The lines from {line} on do not fit the complete {table} table of line {first} and are left aside. Paste them alone to see them.',
  'formats.nft-json.unreadable':
    'This object of nft -j is not whole JSON and is left out. Paste the output again, uncut.',
  'formats.nft-json.deep': 'This object nests deeper than anything nft prints and is left out.',
  'formats.nft-json.cut':
    'The JSON of nft -j breaks off here. What came before is read; paste the whole output to see the rest.',
  'formats.iptables-save.repeated': 'Line {line} is the rule of line {first} again; it stands once in the table.',
  'formats.iptables-save.policy-assumed': 'The policy of {chains} in {table} is not in the text: ACCEPT is assumed.',
  'formats.iptables-save.chain-missing':
    'The chain {chain} is not in the table {table}: what happens behind this jump is not known. Paste the complete listing.',
  'formats.lines.nothing-read': 'No line of {command} was found. Paste its output as the terminal shows it.',
  'formats.fence.threw':
    '{title, select, none {} other {“{title}”: }}Reading {reader, select, dressing {what mails and terminals put around it} machines {which machines it is of} backends {which iptables printed it} remarks {remarks on its lines} hostname {the name of its machine} machine {what its machine is} network {what is around its machine} document {a saved document} other {{reader}}} failed ({error}). Lines {from} to {to} are left aside by that reader, and everything else is read. This is a fault of Rulewalk: please report it with these lines.',
  'formats.fence.slow':
    '{title, select, none {} other {“{title}”: }}Reading {reader, select, dressing {what mails and terminals put around it} machines {which machines it is of} backends {which iptables printed it} remarks {remarks on its lines} hostname {the name of its machine} machine {what its machine is} network {what is around its machine} document {a saved document} other {{reader}}} took too long and was ended. Lines {from} to {to} are left aside by that reader, and everything else is read. Paste less of it, or only the output you need.',
  'formats.lines.misnamed':
    'The heading “{heading}” stands above an output of {title}: headings may have been swapped. What stands there is read, whatever it is called.',
  'formats.lines.acting':
    'Letters that do something instead of being shown stand on {more, plural, =0 {these lines} other {these lines, and # more}}: {lines}. They are read as they came; what you see here may stand in another order there.',
  'formats.lines.ignored': 'Lines {from} to {to} are something else and are left aside.',
  'formats.ip-address.bad-address':
    '"{address}" is no address with a prefix length: this line is left aside. Paste the line as ip addr prints it.',
  'formats.ip-route.bad-prefix':
    '"{prefix}" cannot be read: this line is left aside. Paste the line as ip route or ip rule prints it.',
  'formats.ip-rule.not-simulated':
    'What this rule asks is read but not simulated: {rule}. A flow it may decide has no certain route.',
  'formats.ipset-list.incomplete':
    'The set {set} shows {members} members of {told}: what is not listed cannot be told. Run `ipset save {set}` and paste it whole.',
  'formats.ipset-list.miscounted':
    'The set {set} says “Number of entries: {told}” and lists {members}. ipset prints what the kernel counts, so the text was put together or edited; all {members} are used.',
  'formats.ipvsadm.forward': '"{word}" is no way of forwarding that Linux IPVS has: this server is left out.',
  'formats.ipvsadm.counters':
    'Counters of {services, plural, one {# virtual service} other {# virtual services}}: they name servers, but no scheduler, weight or way of forwarding, so no packet is sent by them. Run `ipvsadm -Ln` and paste it beside this.',
  'formats.ipvsadm.no-service':
    'No virtual service stands above the server {word}: it is left out. Paste the listing from its first line on.',
  'formats.ipvsadm-connections.bad-place':
    '"{word}" is no address with a port: this line is left out. Run `ipvsadm -Lnc`, which prints numbers only.',
  'formats.ipvsadm.bad-place':
    '"{word}" is no address with a port: this line is left out. Run `ipvsadm -Sn`, which prints numbers only.',
  'formats.conntrack.placeholder':
    '“{words}” stands where an address does: {address}, an address of examples, is taken in its place.',
  'formats.conntrack.bad-address': 'This connection has no readable addresses and is left out: {line}',
  'formats.kubectl-table.more':
    '{count, plural, one {# endpoint of {name} is} other {# endpoints of {name} are}} not shown here. Run `kubectl get endpointslices -o yaml` and paste that.',
  'formats.kubectl-table.broken':
    'From here on {count, plural, one {one line looks like part of a row} other {# lines look like parts of rows}} that a terminal broke, and which cell stands in which column is not certain: {count, plural, one {it is} other {they are}} left out. Run the command again with `> table.txt` behind it and drop that file here.',
  'formats.kubectl-table.cut':
    'This line may be the rest of line {line} that a terminal broke, and that is not certain: the last cell of that line is left out. Run the command again with `> table.txt` behind it and drop that file here.',
  'formats.kubectl-table.no-header':
    'This table has no header, and its cells do not tell what its columns are: its rows are left out. Run `{command}` and paste what it prints.',
  'formats.cni-conflist.bad-subnet': '"{subnet}" is no subnet: it is left out. Paste the file as it is on the node.',
  'formats.hns.bad-port':
    '"{value}" is no port: it is left out. Run `hnsdiag list loadbalancers -d` and paste what it prints.',
  'formats.hns.bad-vip':
    '"{value}" is no address: it is left out. Run `hnsdiag list loadbalancers -d` and paste what it prints.',
  'formats.hns.hidden-vips':
    'PowerShell hides the addresses of this policy. `Get-HnsPolicyList | ConvertTo-Json -Depth 10` shows them.',
  'formats.hns.hidden-endpoints':
    'PowerShell shows only some endpoints of this policy. `Get-HnsPolicyList | ConvertTo-Json -Depth 10` shows all.',
  'formats.hns.unknown-fields':
    'What these fields of the policy mean is not known here; they are kept as they are: {names}',
  'formats.hns.unknown-flags': 'What these bits of Flags mean is not known here: {flags}',
  'formats.manifest.cut-off':
    '{kind}: the object stops before its name (metadata), as if it were cut off here. It is left out.',
  'formats.manifest.type-none':
    '{name}: there is no type None. clusterIP: None makes a Service headless; its type stays ClusterIP. The object is left out.',
  'formats.manifest.other-policy':
    '{name} is kept, but not evaluated here: packets that it stops are not stopped in this picture. Only NetworkPolicies of networking.k8s.io are.',
  'formats.manifest.unknown-field':
    '{name}: {field} is a field of no kube-proxy from 1.16 on and is left aside. Look for a misspelling.',
  'formats.manifest.kind-meant':
    '{name}: the API has no kind {kind}, so the object is left out. {meant} is meant? Correct it and read it again.',
  'formats.manifest.field-meant':
    '{name}: the API has no field {field}, and the API server drops it with a warning. {meant} is meant? Correct it and read it again.',
  'formats.manifest.node-port-range':
    '{name}: nodePort {port} is outside {range}, and an API server without a --service-node-port-range of its own refuses the Service. It is walked as if the range held it.',
  'formats.manifest.leading-zeros':
    '{name}: {field} is written {text}. It is read as {read}, as kube-proxy reads it: numbers with zeros in front are decimal. Other tools may refuse it or read it as octal; write {read}.',
  'formats.manifest.no-namespaces':
    '{name} chooses Namespaces by their labels, and no Namespace is in the text: they are taken to have their names alone. Add “kubectl get namespaces -o yaml”.',
  'formats.manifest.refused-workload':
    '{name}: its selector does not find the Pods of its own template. The API server refuses that, and no Pods are made of it.',
  'formats.manifest.workload':
    '{name}: where it came without its Pods, they were made of its template, once. Its controller does not run here.',
  'formats.kubeconfig.keys':
    'This is a kubeconfig with {count, plural, one {# key that opens} other {# keys that open}} a cluster: remove it here and do not share it. It tells nothing of rules.',
  'formats.neighbours.read':
    '{count, plural, one {# neighbour} other {# neighbours}} on {devices, plural, one {# device} other {# devices}}{silent, plural, =0 {} one {; # does not answer} other {; # do not answer}}. With bridge fdb they say where a VXLAN device sends; who answers on other wires is worked out from addresses here, not read.',
  'formats.bridge-fdb.read':
    '{count, plural, one {# hardware address} other {# hardware addresses}}{hosts, plural, =0 {} one {, behind # other host of an overlay} other {, behind # other hosts of an overlay}}. With ip neigh they say where a VXLAN device sends; on other wires frames are not walked by hardware address here.',
  'formats.dns-answers.read':
    'A name server answered for {count, plural, one {one name} other {# names}}: {names}. What stands at these addresses goes by these names here; lookups are answered from the records of the cluster.',
  'formats.dns-answers.resolv-conf':
    'A resolver that asks {servers}, and tries names with fewer than {ndots, plural, one {one dot} other {# dots}} under {search, select, none {nothing else} other {{search}}} first. Here each Pod has the one its dnsPolicy gives it: compare it in the records of the cluster.',
  'formats.http-answers.read':
    '{asked}: {count, plural, one {# answer} other {# answers}} from {pods} different Pods: {names}. So its connections do not all go to one endpoint.',
  'formats.http-answers.one-pod':
    '{asked}: {count, plural, one {one answer} other {# answers, all}} from the Pod {pod}. {count, plural, one {One answer} other {Answers of one Pod}} cannot tell how connections are spread.',
  'formats.calico-status.read':
    '{count, plural, one {# BGP peer} other {# BGP peers}}{down, plural, =0 {, all established} one {, # not established: the Pods behind it have no route} other {, # not established: the Pods behind them have no route}}. The routes themselves: "ip route".',
  'formats.kubeconfig.taken-out':
    'This is a kubeconfig. {count, plural, =0 {It holds no key} one {Its key was taken out as the text came in and is kept nowhere} other {Its # keys were taken out as the text came in and are kept nowhere}}; it tells nothing of rules and can be removed.',
  'formats.nft-ruleset.table-told':
    '{name} stands here without its table{table, select, untold {, and nothing tells it: its hook is not known, either} other {: it is read as one of {table}, by the command above or by its name}}.',
  'formats.nft-ruleset.refused':
    '{error} This is said of what was given to nft from line {from} on: it is one transaction, so nothing of it is in force, and its lines are left aside.',
  'formats.ipvs-log.no-destination':
    'The kernel had no server for {service} ({protocol}): none was listed, or each had weight 0. The packet it complained of is offered.',
  'formats.xt-recent.read':
    'Rules of recent remember {count, plural, one {# client} other {# clients}} here ({lists}): kube-proxy’s session affinity. When they came is not told: a rule with --seconds may or may not know them. Say of the packet when its client came, and it does.',
  'formats.kube-proxy-config.bad-value':
    '{field} cannot be {value}: kube-proxy would refuse it, so it is left out. Check the field.',
} as const satisfies PhraseBook;
