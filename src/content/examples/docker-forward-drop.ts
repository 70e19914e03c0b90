import { emptyDocument } from '../../core/document/document';
import { addFlow } from '../../core/document/edits/cluster';
import { addPasted, setFacts } from '../../core/document/edits/pasted';
import { type Example, exampleWords } from './example';

/** `iptables-save` of node1, where Docker was installed beside kubelet; no CNI plugin accepts in FORWARD. */
const DUMP = `*filter
:INPUT ACCEPT [0:0]
:FORWARD DROP [0:0]
:OUTPUT ACCEPT [0:0]
:DOCKER - [0:0]
:DOCKER-ISOLATION-STAGE-1 - [0:0]
:DOCKER-ISOLATION-STAGE-2 - [0:0]
:DOCKER-USER - [0:0]
:KUBE-EXTERNAL-SERVICES - [0:0]
:KUBE-FORWARD - [0:0]
:KUBE-SERVICES - [0:0]
-A INPUT -m conntrack --ctstate NEW -m comment --comment "kubernetes externally-visible service portals" -j KUBE-EXTERNAL-SERVICES
-A FORWARD -j DOCKER-USER
-A FORWARD -j DOCKER-ISOLATION-STAGE-1
-A FORWARD -o docker0 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A FORWARD -o docker0 -j DOCKER
-A FORWARD -i docker0 ! -o docker0 -j ACCEPT
-A FORWARD -i docker0 -o docker0 -j ACCEPT
-A FORWARD -m comment --comment "kubernetes forwarding rules" -j KUBE-FORWARD
-A FORWARD -m conntrack --ctstate NEW -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A OUTPUT -m conntrack --ctstate NEW -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A DOCKER-ISOLATION-STAGE-1 -i docker0 ! -o docker0 -j DOCKER-ISOLATION-STAGE-2
-A DOCKER-ISOLATION-STAGE-1 -j RETURN
-A DOCKER-ISOLATION-STAGE-2 -o docker0 -j DROP
-A DOCKER-ISOLATION-STAGE-2 -j RETURN
-A DOCKER-USER -j RETURN
-A KUBE-FORWARD -m conntrack --ctstate INVALID -j DROP
-A KUBE-FORWARD -m comment --comment "kubernetes forwarding rules" -m mark --mark 0x4000/0x4000 -j ACCEPT
-A KUBE-FORWARD -m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
COMMIT
*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:DOCKER - [0:0]
:KUBE-EXT-CDGGSHYLG3RE2FKL - [0:0]
:KUBE-MARK-MASQ - [0:0]
:KUBE-NODEPORTS - [0:0]
:KUBE-POSTROUTING - [0:0]
:KUBE-SEP-UIQK3OSOSTRHRPBX - [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-CDGGSHYLG3RE2FKL - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A PREROUTING -m addrtype --dst-type LOCAL -j DOCKER
-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A OUTPUT ! -d 127.0.0.0/8 -m addrtype --dst-type LOCAL -j DOCKER
-A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING
-A POSTROUTING -s 172.17.0.0/16 ! -o docker0 -j MASQUERADE
-A DOCKER -i docker0 -j RETURN
-A KUBE-EXT-CDGGSHYLG3RE2FKL -m comment --comment "masquerade traffic for default/web:http external destinations" -j KUBE-MARK-MASQ
-A KUBE-EXT-CDGGSHYLG3RE2FKL -j KUBE-SVC-CDGGSHYLG3RE2FKL
-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000
-A KUBE-NODEPORTS -p tcp -m comment --comment "default/web:http" -m tcp --dport 30080 -j KUBE-EXT-CDGGSHYLG3RE2FKL
-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN
-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0
-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully
-A KUBE-SEP-UIQK3OSOSTRHRPBX -s 10.244.1.2/32 -m comment --comment "default/web:http" -j KUBE-MARK-MASQ
-A KUBE-SEP-UIQK3OSOSTRHRPBX -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination 10.244.1.2:8080
-A KUBE-SERVICES -d 10.96.98.173/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-CDGGSHYLG3RE2FKL
-A KUBE-SERVICES -m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-SVC-CDGGSHYLG3RE2FKL ! -s 10.244.0.0/16 -d 10.96.98.173/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ
-A KUBE-SVC-CDGGSHYLG3RE2FKL -m comment --comment "default/web:http -> 10.244.1.2:8080" -j KUBE-SEP-UIQK3OSOSTRHRPBX
COMMIT
`;

const FACTS = {
  interfaces: [
    { name: 'eth0', addresses: ['172.18.0.2/16'] },
    { name: 'cni0', addresses: ['10.244.0.1/24'], kind: 'bridge' },
    { name: 'docker0', addresses: ['172.17.0.1/16'], kind: 'bridge' },
  ],
  routes: [{ dst: '10.244.1.0/24', via: '172.18.0.3', dev: 'eth0' }],
} as const;

const POD = { kind: 'interface', device: 'cni0', address: '10.244.0.9' } as const;
const CLIENT = { kind: 'interface', device: 'eth0', address: '172.18.0.250' } as const;
const to = (address: string) => ({ kind: 'address', address }) as const;

const ID = 'docker-forward-drop';
const WORDS = exampleWords(ID);

/** A pasted node: the one verdict nobody wrote a rule for. */
export const DOCKER_FORWARD_DROP: Example = {
  id: ID,
  ...WORDS,
  document: (locale = 'en') => {
    const pasted = setFacts(addPasted(emptyDocument(WORDS.title[locale]), [{ title: 'node1', text: DUMP }]), FACTS);
    return [
      { from: POD, to: to('10.96.98.173'), protocol: 'tcp', port: 80 } as const,
      { from: POD, to: to('10.244.1.2'), protocol: 'tcp', port: 8080 } as const,
      { from: CLIENT, to: to('172.18.0.2'), protocol: 'tcp', port: 30_080 } as const,
    ].reduce(addFlow, pasted);
  },
};
