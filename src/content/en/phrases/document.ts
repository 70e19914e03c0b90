import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of documents: names, manifests, links, files, flows that cannot be sent. */
export const DOCUMENT_PHRASES = {
  'document.codec.not-json': 'This is not a saved bench: it is not JSON. Nothing was changed.',
  'document.codec.not-document': 'This is not a saved bench. Nothing was changed.',
  'document.codec.not-project':
    'This file is not a Rulewalk project. Choose one that was downloaded here (.rulewalk.json).',
  'document.codec.no-version': 'This has no document version, so it cannot be read. Nothing was changed.',
  'document.codec.no-upgrader':
    'A document of version {found} cannot be read any more. Open it with an older release and save it again.',
  'document.codec.newer':
    'This was made by a newer Rulewalk (document version {found}; this page knows {known}). Reload the page to get the newest one, then open it again.',
  'document.codec.invalid':
    'This is not a bench that can be opened: {path} should be {expected}, but is {received}. Nothing was changed.',

  'document.mode.other-release':
    'kube-proxy {wanted} has no {mode} mode. Now its rules are those of {release}, the nearest release that has it.',
  'document.mode.not-mixed':
    'A node cannot be in mode {mode} where the cluster is in mode {common}: Cilium takes the place of kube-proxy on all nodes. Choose the mode for the cluster.',
  'document.mode.missing':
    'There is no proxy mode {mode} here: it was made elsewhere, or by a newer Rulewalk. The modes are {known}. Reload the page to get the newest one, or choose one of them.',

  'document.flow.failed':
    'The walk of this flow could not be computed ({message}), which is a fault of this page. Everything else is answered; please report it with the document.',
  'document.flow.none': 'There is no such flow any more. Choose or add another one.',
  'document.flow.other-subject':
    'This flow belongs to what is not shown now: switch between the built cluster and the pasted node, or add another flow.',
  'document.flow.no-pod':
    'There is no Pod {name}{others, select, none {, and no other one. Undo brings Pods back, as does a Deployment that is scaled up} other {. Choose another Pod in the flow}}.',
  'document.flow.pod-without-ip':
    'Pod {name} has no IP address: it is not running on any node. Add or uncordon a node, or choose another Pod.',
  'document.flow.no-node': 'There is no node {name}. Choose another node in the flow.',
  'document.flow.node-without-ip': 'Node {name} has no InternalIP. Give it one in its status.addresses.',
  'document.flow.no-client': 'There is no client outside: the cluster has no node yet. Add a node first.',
  'document.flow.no-doors':
    'No request is led to {name} here: the cluster has none, or this view does not walk through controllers.',
  'document.flow.no-route': 'There is no {name} here.',
  'document.flow.no-service': 'There is no Service {name}. Choose another Service in the flow.',
  'document.flow.no-port': 'Service {name} has no {protocol} port {port}. Choose one of its ports in the flow.',
  'document.flow.no-node-port':
    'Service {name} has no node port. Make it a NodePort or LoadBalancer Service, or use its clusterIP.',
  'document.flow.no-external-ip': 'Service {name} has no externalIPs. Add one, or use its clusterIP.',
  'document.flow.no-load-balancer':
    'Service {name} is not of type LoadBalancer. Change its type, or use its clusterIP.',
  'document.flow.load-balancer-pending':
    'The load balancer of Service {name} has no IP address yet. Put one into status.loadBalancer.ingress.',
  'document.flow.no-cluster-ip':
    'Service {name} has no clusterIP: the range may be used up. Look at the findings of the cluster.',
  'document.flow.headless':
    'Service {name} is headless: DNS answers with the addresses of its Pods and nothing is translated. Send to one of its Pods instead.',
  'document.flow.external-name':
    'Service {name} is an ExternalName: DNS answers with the name {target}, and no packet is ever sent to the Service. Send to an address instead.',
  'document.flow.bad-address': '"{address}" is not an IP address. Write it as 10.0.0.1 or fd00::1.',
  'document.flow.other-family':
    '{from} has no address of the family of the target. Choose a target of the same IP family.',
  'document.flow.nothing-pasted': 'No node is known yet. Paste the output of iptables-save first.',
  'document.flow.no-device':
    'The node has no interface {device}. Choose one of its interfaces, or add it to the assumptions.',
  'document.flow.no-source':
    'A packet that comes in by an interface needs a source address. Write one, for example 10.0.0.1.',

  'document.link.broken': 'The link is damaged: a part of it is missing or was changed on its way. Ask for it again.',
  'document.link.slow':
    'Reading this document took too long and was ended. Nothing else was changed. Ask whoever sent it for a smaller one.',
  'document.link.too-large': 'This is far too much for a link. Download it as a file instead.',
  'document.link.too-long':
    'This is too much for a link ({length} characters, at most {limit}). Download it as a file instead.',
  'document.speaker.blocked':
    'The browser did not open a second window. Allow this page to open windows, then press s again.',
  'document.autosave.failed': 'This browser does not let the page save. Download the project before you close the tab.',
  'document.edit.failed': 'This change could not be made ({message}). Nothing was changed.',
  'document.start.hung':
    'What was on the bench last did not finish opening, so it was not opened again. It is kept among “Your documents” on the start page.',
  'document.history.failed': 'This browser had no room to keep what was on the bench before: undo brings it back.',
  'document.history.gone': 'This document is not kept here any more.',
  'document.forgotten.elsewhere': 'Everything kept here was forgotten in another tab. This tab was emptied, too.',
} as const satisfies PhraseBook;
