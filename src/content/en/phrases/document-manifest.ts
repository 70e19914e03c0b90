import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on pasted objects, and on the cluster made of them. */
export const MANIFEST_PHRASES = {
  'document.manifest.too-deep':
    'This nests deeper than 100 levels; no Kubernetes object does. Remove the extra brackets or indentation here.',
  'document.manifest.too-long':
    '{name}: longer than {most} kB of YAML, so it is left out. If it is needed, paste it as kubectl get -o json, or several objects as documents of their own.',
  'document.manifest.yaml': 'This is not valid YAML: {detail}. Correct it here.',
  'document.manifest.indented-separator':
    'The line “---” that separates two objects is indented here, so YAML reads it as part of the object above. Move it to the beginning of its line.',
  'document.manifest.key': 'A key must be a plain text. Put a name before the colon.',
  'document.manifest.duplicate-key': 'The key "{key}" appears twice in the same map. Remove one of them.',
  'document.manifest.no-kind': 'This object has no kind. Add apiVersion and kind, for example "kind: Service".',
  'document.manifest.kind-by-shape': '{name} does not say its kind: it is read as a {kind}, since it has {field}.',
  'document.manifest.not-object': 'This is not a Kubernetes object. An object begins with "apiVersion:" and "kind:".',
  'document.manifest.type':
    '{name}: {field} should be {expected}, but is {received}. Nothing is made of the object until it is corrected.',
  'document.manifest.twice': '{name} appears more than once; the last one counts.',
  'document.manifest.states': '{name} appears more than once, in different states; the last one counts.',
  'document.manifest.times':
    '{name} stands at lines {first} and {second}, as two times of one object. {by, select, command {“{command}” was run between: the second, how it is since, is opened} break {By line {line} the second does not work: it is opened} other {By line {line} the first does not work: it is opened}}.',
  'document.manifest.other-kind': '{name} has no part in how Services reach Pods here; it is kept and printed back.',
  'document.manifest.endpoints': 'Endpoints {name} was read as EndpointSlices, as the mirroring controller does.',
  'document.manifest.endpoints-unused':
    'Endpoints {name} is not used: the EndpointSlices of the same Service say the same and are what kube-proxy reads.',

  'document.opened.left-out':
    '{count, plural, one {One object cannot be read and was} other {# objects cannot be read and were}} left out: {names}. The others were opened.',
  'document.opened.guessed':
    'Guessed, as no object tells it: {cidr, select, none {} other {clusterCIDR {cidr}, on which masquerading hangs; }}{mode, select, none {} other {kube-proxy’s mode {mode}; }}{pods, select, bridge {a bridge cni0 for the Pods of each node, and the names of their devices; } other {}}{cilium, select, beside {unknown is what Cilium’s programs translate for Pods beside kube-proxy; } other {}}{ports, select, untold {containers that declare no port listen on the one their Service sends to (ss -lntu in the Pod tells); } other {}}{config, select, told {"kubectl get -o yaml" tells more.} other {the ConfigMap kube-proxy and CNI’s .conflist tell.}}',
  'document.opened.added':
    'The text does not hold all that a packet needs. Made up beside it: Nodes {nodes}, Services {services}, Pods {pods}{placed, plural, =0 {} other { (# of them for endpoints or workloads that are told)}}, EndpointSlices {slices}.',
} as const satisfies PhraseBook;
