import type { PhraseBook } from '../../phrases/phrase-book';

/** What the DNS server of a cluster says, and why. */
export const DNS_PHRASES = {
  'kubernetes.dns.cluster-ip': 'The clusterIP of Service {service}.',
  'kubernetes.dns.headless':
    'Service {service} is headless: the addresses of its endpoints that are ready, each with each port ({count}).',
  'kubernetes.dns.headless-empty':
    'Service {service} is headless and no endpoint of it is ready: then there is no such name.',
  'kubernetes.dns.endpoint':
    'An endpoint of Service {service} is called {label}: by its hostname, or by its address with dashes.',
  'kubernetes.dns.no-endpoint':
    'No endpoint of Service {service} that is ready is called {label}. A Pod has a name of its own only with hostname and subdomain; without them its address with dashes is its name.',
  'kubernetes.dns.port': 'Service {service} has a port named {port}.',
  'kubernetes.dns.no-port': 'Service {service} has no port named {port} of protocol {protocol}.',
  'kubernetes.dns.no-ports': 'Service {service} has no port, so its name says nothing.',
  'kubernetes.dns.alias': 'An ExternalName is another name for {target}.',
  'kubernetes.dns.alias-loop': 'The aliases never end; at {target} CoreDNS gives up.',
  'kubernetes.dns.no-alias':
    'The ExternalName of {service} is “{target}”: an address is no name, and an ExternalName has no endpoints.',
  'kubernetes.dns.pod':
    'The address {address} stands in the name; whether a Pod has it is not looked up (pods insecure).',
  'kubernetes.dns.no-pod-address': '{name} is no address with dashes; Pods have no other names here.',
  'kubernetes.dns.no-service': 'There is no Service {service}.',
  'kubernetes.dns.no-namespace': 'There is no namespace {namespace}.',
  'kubernetes.dns.no-data': '{name} is there, but it has no {type} record.',
  'kubernetes.dns.apex': '{name} only leads to other names.',
  'kubernetes.dns.version': 'The version of the DNS specification.',
  'kubernetes.dns.too-long': '{name} has a form that no name below {domain} has.',
  'kubernetes.dns.forwarded':
    '{name} is not below {domain}: CoreDNS asks the name server of its node, whose answer is not known here.',
  'kubernetes.dns.reverse': 'Whose address {address} is: that of a Service first, else of every endpoint that has it.',
  'kubernetes.dns.reverse-nobody':
    'No Service and no endpoint has {address}: CoreDNS asks the name server of its node.',
  'kubernetes.dns.no-reverse':
    'Of names for addresses the cluster answers only PTR, and only of a whole address: CoreDNS asks the name server of its node for {name} {type}.',
} as const satisfies PhraseBook;

/** Why nothing can be sent to a name. */
export const NAME_PHRASES = {
  'document.name.of-node':
    '{from} has the resolv.conf of its node, whose name server does not know {domain} and is not in the picture. For names of the cluster a Pod needs dnsPolicy ClusterFirst, with hostNetwork ClusterFirstWithHostNet.',
  'document.name.node-asks':
    '{from} asks the name server of its own resolv.conf, which does not know {domain} and is not in the picture. Send from a Pod, or to an address.',
  'document.name.outside-asks':
    'Who is outside the cluster does not ask its DNS server: names below {domain} mean nothing there. Send from a Pod, or to an address.',
  'document.name.no-dns':
    '{from} asks kube-dns for names, and this cluster has no such Service. Add a Service kube-system/kube-dns with Pods that listen on port 53.',
  'document.name.no-server': 'The resolv.conf of {from} names no server: dnsPolicy None needs dnsConfig.nameservers.',
  'document.name.stranger':
    '{from} asks {server} first, which is not the DNS server of this cluster: what it would say is not known here.',
  'document.name.outside':
    '{name} leads to {target}, which is outside the cluster: which address it has is not known here. Send to an address instead.',
  'document.name.not-inside':
    'The cluster has no {names}. At last {name} itself is asked, which its DNS server passes on outside: that answer is not known here. Look at the names of the cluster for one that is there, or send to an address.',
  'document.name.nowhere':
    'The name {name} has no address: kube-dns would be asked for {names}, and {count, plural, one {that name is not there} other {none of them is there}}. Look at the names of the cluster for one that is.',
} as const satisfies PhraseBook;

/** A question for a name, its answer, and what is sent then. */
export const NAME_STEPS = {
  'step.asksName.caption':
    '{from} asks {to}{service, select, none {} other {, the address of Service {service},}} for the name {name}.',
  'step.asksName.trace': '{from} asks for {name}',
  'step.asksName.card': 'asked by {from}',
  'step.asksName.line': '{from} asks for {name}',
  'step.tellsName.caption': '{from} answers to {to}.',
  'step.tellsName.trace': '{from} answers',
  'step.tellsName.card': 'answered by {from}',
  'step.tellsName.line': 'by {from}',
  'step.sendsToName.caption':
    '{from} sends to {to}{service, select, none {} other {, the address of Service {service}}}{about, select, none {} other {, a chance of {about}}}.',
  'step.sendsToName.trace': '{from} sends a packet',
  'step.sendsToName.card': 'sent by {from}',
  'step.sendsToName.line': 'by {from}',
} as const satisfies PhraseBook;
