import { describe, expect, it } from 'vitest';
import { networkOfPasted } from '../paste/pasted';

/** Every form of text a person may paste beside rules, and what it is taken for: one row a form. */
const FORMS: readonly (readonly [form: string, text: string, pieces: string])[] = [
  [
    'Ingress',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: shop}\nspec: {rules: [{host: shop.example, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}\n',
    'kubernetes-yaml 1',
  ],
  [
    'Ingress, old',
    'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: shop}\nspec: {rules: [{host: shop.example, http: {paths: [{path: /, backend: {serviceName: web, servicePort: 80}}]}}]}\n',
    'kubernetes-yaml 1',
  ],
  [
    'HTTPRoute',
    'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: shop}\nspec: {parentRefs: [{name: gate}], rules: [{backendRefs: [{name: web, port: 80}]}]}\n',
    'kubernetes-yaml 1',
  ],
  [
    'NetworkPolicy',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: none}\nspec: {podSelector: {}}\n',
    'kubernetes-yaml 1',
  ],
  [
    'Endpoints',
    'apiVersion: v1\nkind: Endpoints\nmetadata: {name: web}\nsubsets: [{addresses: [{ip: 10.244.1.5}], ports: [{port: 8080}]}]\n',
    'kubernetes-yaml 1',
  ],
  [
    'Deployment, old',
    'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}}\n',
    'kubernetes-yaml 1',
  ],
  [
    'kubeadm-config',
    'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.26.0\nnetworking:\n  dnsDomain: cluster.local\n  podSubnet: 10.244.0.0/16\n  serviceSubnet: 10.96.0.0/12\n',
    'kubeadm-config 1',
  ],
  [
    'kube-proxy’s log',
    'I0118 13:22:28.123456       1 server_others.go:140] Using iptables Proxier.\nI0118 13:22:28.153456       1 config.go:202] Starting service config controller\n',
    'kube-proxy-config 1',
  ],
  [
    'kubeconfig',
    'apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://172.18.0.2:6443\n  name: kind\ncontexts:\n- context: {cluster: kind, user: admin}\n  name: kind\nusers:\n- name: admin\n  user:\n    token: sesame-open\n',
    'kubeconfig 1',
  ],
  [
    'ip -d link: vxlan',
    '4: flannel.1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UNKNOWN mode DEFAULT group default \n    link/ether 5e:1f:36:a1:70:01 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535 \n    vxlan id 1 local 172.18.0.2 dev eth0 srcport 0 0 dstport 8472 nolearning ttl auto ageing 300 udpcsum noudp6zerocsumtx noudp6zerocsumrx addrgenmode eui64 numtxqueues 1 numrxqueues 1 gso_max_size 65536 gso_max_segs 65535 \n',
    'ip-address 1',
  ],
  [
    'ip -d link: ipip',
    '5: tunl0@NONE: <NOARP,UP,LOWER_UP> mtu 1480 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\n    link/ipip 0.0.0.0 brd 0.0.0.0 promiscuity 0 minmtu 0 maxmtu 0 \n    ipip any remote any local any ttl inherit nopmtudisc addrgenmode eui64 numtxqueues 1 numrxqueues 1 \n',
    'ip-address 1',
  ],
  [
    'ip -d link: veth',
    '7: veth5a@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue master cni0 state UP mode DEFAULT group default \n    link/ether 6e:5d:5c:4e:d2:01 brd ff:ff:ff:ff:ff:ff link-netnsid 1 promiscuity 1 minmtu 68 maxmtu 65535 \n    veth \n    bridge_slave state forwarding priority 32 cost 2 hairpin on guard off root_block off fastleave off learning on flood on port_id 0x8002 \n',
    'ip-address 1',
  ],
  [
    'bridge link',
    '7: veth5a@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 master cni0 state forwarding priority 32 cost 2 \n',
    'ip-address 1',
  ],
  [
    'bridge -d link',
    '7: veth5a@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 master cni0 state forwarding priority 32 cost 2 \n    hairpin on guard off root_block off fastleave off learning on flood on mcast_flood on mcast_to_unicast off neigh_suppress off vlan_tunnel off isolated off \n',
    'ip-address 1',
  ],
  [
    'bridge fdb',
    '5e:1f:36:a1:70:02 dev flannel.1 dst 172.18.0.3 self permanent\n33:33:00:00:00:01 dev eth0 self permanent\n6e:5d:5c:4e:d2:01 dev veth5a master cni0 permanent\n6e:5d:5c:4e:d2:01 dev veth5a vlan 1 master cni0 permanent\n',
    'bridge-fdb 4',
  ],
  [
    'arp -n',
    'Address                  HWtype  HWaddress           Flags Mask            Iface\n172.18.0.3               ether   02:42:ac:12:00:03   C                     eth0\n10.244.1.0               ether   5e:1f:36:a1:70:02   CM                    flannel.1\n',
    'neighbours 2',
  ],
  [
    'arp -a',
    '? (172.18.0.3) at 02:42:ac:12:00:03 [ether] on eth0\n? (10.244.1.0) at 5e:1f:36:a1:70:02 [ether] PERM on flannel.1\n',
    'neighbours 2',
  ],
  [
    'ip neigh',
    '172.18.0.3 dev eth0 lladdr 02:42:ac:12:00:03 REACHABLE\n10.244.1.0 dev flannel.1 lladdr 5e:1f:36:a1:70:02 PERMANENT \n',
    'neighbours 2',
  ],
  [
    'sysctl -a',
    'abi.vsyscall32 = 1\nkernel.hostname = node1\nnet.bridge.bridge-nf-call-iptables = 1\nnet.ipv4.conf.all.rp_filter = 0\nnet.ipv4.ip_forward = 1\nnet.ipv4.ip_local_port_range = 32768\t60999\n',
    'sysctl 6',
  ],
  [
    'calicoctl node status',
    'Calico process is running.\n\nIPv4 BGP status\n+--------------+-------------------+-------+----------+-------------+\n| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |    INFO     |\n+--------------+-------------------+-------+----------+-------------+\n| 172.18.0.3   | node-to-node mesh | up    | 05:21:11 | Established |\n+--------------+-------------------+-------+----------+-------------+\n',
    'calico-status 1',
  ],
  [
    'calicoctl get workloadendpoints -o wide',
    'NAMESPACE   WORKLOAD   NODE     NETWORKS           INTERFACE\ndefault     web-a      node1    192.168.3.140/32   cali82a8bb394bd\n',
    'kubectl-table 1',
  ],
  [
    'kubectl get pods -o wide',
    'NAME    READY   STATUS    RESTARTS   AGE   IP           NODE    NOMINATED NODE   READINESS GATES\nweb-a   1/1     Running   0          5d    10.244.1.5   node1   <none>           <none>\n',
    'kubectl-table 1',
  ],
  [
    'kubectl get nodes -o wide',
    'NAME    STATUS   ROLES           AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE         KERNEL-VERSION   CONTAINER-RUNTIME\nnode1   Ready    control-plane   5d    v1.30.5   172.18.0.2    <none>        Debian 12        6.1.0            containerd://1.7\n',
    'kubectl-table 1',
  ],
  [
    'kubectl get svc,ep -o wide',
    'NAME          TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)   AGE   SELECTOR\nservice/web   ClusterIP   10.96.7.7     <none>        80/TCP    5d    app=web\n\nNAME            ENDPOINTS         AGE\nendpoints/web   10.244.1.5:8080   5d\n',
    'kubectl-table 2',
  ],
  ['curl', '$ curl 10.96.7.7\nHostname: web-a\n$ curl 10.96.7.7\nHostname: web-b\n', 'http-answers 2'],
  ['wget', '/ # wget -qO- http://web\nHostname: web-a\n', 'http-answers 1'],
];

describe('every form that may be pasted', () => {
  it.each(FORMS)('%s is recognised, alone and between others', (_, text, wanted) => {
    const piecesOf = (...texts: readonly string[]): readonly string[] => {
      const made = networkOfPasted({
        texts: texts.map((each, at) => ({ id: `${at}`, title: '', text: each })),
        facts: {},
      });
      return made.texts.flatMap(({ pieces = [] }) => pieces.map(({ format, count }) => `${format} ${count}`));
    };
    expect(piecesOf(text)).toEqual([wanted]);
    const routes = 'default via 172.18.0.1 dev eth0 \n';
    expect(piecesOf(`${routes}\n${text}`)).toContain(wanted);
  });

  it.each([
    ['kube-proxy’s log', 'kube-proxy log'],
    ['kubeadm-config', 'kubeadm configuration'],
    ['bridge link', 'ip addr / link'],
    ['arp -n', 'ip neigh / arp'],
    ['calicoctl get workloadendpoints -o wide', 'calicoctl get -o wide'],
    ['kubectl get pods -o wide', 'kubectl get -o wide'],
    ['wget', 'curl / wget'],
  ])('%s is called by what prints it: %s', (form, title) => {
    const [, text = ''] = FORMS.find(([name]) => name === form) ?? [];
    const { texts } = networkOfPasted({ texts: [{ id: 't', title: '', text }], facts: {} });
    expect(texts.flatMap(({ pieces = [] }) => pieces.map((piece) => piece.title))).toEqual([title]);
  });

  it('a kubeconfig is kept out: nothing of it is shown, and it is said that it holds keys', () => {
    const [, text = ''] = FORMS.find(([form]) => form === 'kubeconfig') ?? [];
    const made = networkOfPasted({ texts: [{ id: 't', title: 't', text }], facts: {} });
    const { texts, diagnostics, assumptions, found } = made;
    expect(diagnostics.map(({ message }) => message.id)).toContainEqual(expect.stringContaining('kubeconfig'));
    expect(JSON.stringify({ texts, diagnostics, assumptions, found })).not.toContain('sesame-open');
  });
});
