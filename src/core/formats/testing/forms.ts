import { emptyDocument, encodeDocument } from '../../document/document';
import { replaceCluster } from '../../document/edits/cluster';
import { makeCluster, node } from '../../kubernetes/build';
import type { FormatId } from '..';

/** Every form of text that may be pasted, and the format it is of: one row a form, at least one for every format. */
export const FORMS: readonly (readonly [form: string, text: string, format: FormatId])[] = [
  [
    'a line of the target LOG',
    'Nov 21 09:14:02 node-1 kernel: in-drop: IN=cni0 OUT= PHYSIN=veth11112222 MAC=aa:bb:cc:00:11:22:aa:bb:cc:00:11:23:08:00 SRC=10.244.1.5 DST=192.168.10.11 LEN=60 TOS=0x00 PREC=0x00 TTL=64 ID=1 DF PROTO=TCP SPT=49720 DPT=10250 WINDOW=64860 RES=0x00 SYN URGP=0\n',
    'netfilter-log',
  ],
  [
    'tcpdump -n',
    'listening on eth0, link-type EN10MB (Ethernet), capture size 262144 bytes\n09:14:02.123456 IP 10.244.1.5.49720 > 10.96.50.10.80: Flags [S], seq 1, win 64860, length 0\n',
    'tcpdump',
  ],
  ['dmesg of IPVS', '[  817.532417] IPVS: rr: TCP 10.96.50.10:80 - no destination available\n', 'ipvs-log'],
  [
    'what xt_recent remembers',
    '# cat /proc/net/xt_recent/KUBE-SEP-AAAAAAAAAAAAAAAA\nsrc=10.244.1.9 ttl: 64 last_seen: 4299114881 oldest_pkt: 1 4299114881\n',
    'xt-recent',
  ],
  [
    'Ingress',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: shop}\nspec: {rules: [{host: shop.example, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}\n',
    'kubernetes-yaml',
  ],
  [
    'Ingress, old',
    'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: shop}\nspec: {rules: [{host: shop.example, http: {paths: [{path: /, backend: {serviceName: web, servicePort: 80}}]}}]}\n',
    'kubernetes-yaml',
  ],
  [
    'HTTPRoute',
    'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: shop}\nspec: {parentRefs: [{name: gate}], rules: [{backendRefs: [{name: web, port: 80}]}]}\n',
    'kubernetes-yaml',
  ],
  [
    'NetworkPolicy',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: none}\nspec: {podSelector: {}}\n',
    'kubernetes-yaml',
  ],
  [
    'Endpoints',
    'apiVersion: v1\nkind: Endpoints\nmetadata: {name: web}\nsubsets: [{addresses: [{ip: 10.244.1.5}], ports: [{port: 8080}]}]\n',
    'kubernetes-yaml',
  ],
  [
    'Deployment, old',
    'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}}\n',
    'kubernetes-yaml',
  ],
  [
    'kubeadm-config',
    'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.26.0\nnetworking:\n  dnsDomain: cluster.local\n  podSubnet: 10.244.0.0/16\n  serviceSubnet: 10.96.0.0/12\n',
    'kubeadm-config',
  ],
  [
    'kube-proxy’s log',
    'I0118 13:22:28.123456       1 server_others.go:140] Using iptables Proxier.\nI0118 13:22:28.153456       1 config.go:202] Starting service config controller\n',
    'kube-proxy-config',
  ],
  [
    'kubeconfig',
    'apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://172.18.0.2:6443\n  name: kind\ncontexts:\n- context: {cluster: kind, user: admin}\n  name: kind\nusers:\n- name: admin\n  user:\n    token: sesame-open\n',
    'kubeconfig',
  ],
  [
    'ip -d link: vxlan',
    '4: flannel.1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue state UNKNOWN mode DEFAULT group default \n    link/ether 5e:1f:36:a1:70:01 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535 \n    vxlan id 1 local 172.18.0.2 dev eth0 srcport 0 0 dstport 8472 nolearning ttl auto ageing 300 udpcsum noudp6zerocsumtx noudp6zerocsumrx addrgenmode eui64 numtxqueues 1 numrxqueues 1 gso_max_size 65536 gso_max_segs 65535 \n',
    'ip-address',
  ],
  [
    'ip -d link: ipip',
    '5: tunl0@NONE: <NOARP,UP,LOWER_UP> mtu 1480 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\n    link/ipip 0.0.0.0 brd 0.0.0.0 promiscuity 0 minmtu 0 maxmtu 0 \n    ipip any remote any local any ttl inherit nopmtudisc addrgenmode eui64 numtxqueues 1 numrxqueues 1 \n',
    'ip-address',
  ],
  [
    'ip -d link: veth',
    '7: veth5a@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 qdisc noqueue master cni0 state UP mode DEFAULT group default \n    link/ether 6e:5d:5c:4e:d2:01 brd ff:ff:ff:ff:ff:ff link-netnsid 1 promiscuity 1 minmtu 68 maxmtu 65535 \n    veth \n    bridge_slave state forwarding priority 32 cost 2 hairpin on guard off root_block off fastleave off learning on flood on port_id 0x8002 \n',
    'ip-address',
  ],
  [
    'bridge link',
    '7: veth5a@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 master cni0 state forwarding priority 32 cost 2 \n',
    'ip-address',
  ],
  [
    'bridge -d link',
    '7: veth5a@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450 master cni0 state forwarding priority 32 cost 2 \n    hairpin on guard off root_block off fastleave off learning on flood on mcast_flood on mcast_to_unicast off neigh_suppress off vlan_tunnel off isolated off \n',
    'ip-address',
  ],
  [
    'bridge fdb',
    '5e:1f:36:a1:70:02 dev flannel.1 dst 172.18.0.3 self permanent\n33:33:00:00:00:01 dev eth0 self permanent\n6e:5d:5c:4e:d2:01 dev veth5a master cni0 permanent\n6e:5d:5c:4e:d2:01 dev veth5a vlan 1 master cni0 permanent\n',
    'bridge-fdb',
  ],
  [
    'arp -n',
    'Address                  HWtype  HWaddress           Flags Mask            Iface\n172.18.0.3               ether   02:42:ac:12:00:03   C                     eth0\n10.244.1.0               ether   5e:1f:36:a1:70:02   CM                    flannel.1\n',
    'neighbours',
  ],
  [
    'arp -a',
    '? (172.18.0.3) at 02:42:ac:12:00:03 [ether] on eth0\n? (10.244.1.0) at 5e:1f:36:a1:70:02 [ether] PERM on flannel.1\n',
    'neighbours',
  ],
  [
    'ip neigh',
    '172.18.0.3 dev eth0 lladdr 02:42:ac:12:00:03 REACHABLE\n10.244.1.0 dev flannel.1 lladdr 5e:1f:36:a1:70:02 PERMANENT \n',
    'neighbours',
  ],
  [
    'sysctl -a',
    'abi.vsyscall32 = 1\nkernel.hostname = node1\nnet.bridge.bridge-nf-call-iptables = 1\nnet.ipv4.conf.all.rp_filter = 0\nnet.ipv4.ip_forward = 1\nnet.ipv4.ip_local_port_range = 32768\t60999\n',
    'sysctl',
  ],
  [
    'calicoctl node status',
    'Calico process is running.\n\nIPv4 BGP status\n+--------------+-------------------+-------+----------+-------------+\n| PEER ADDRESS |     PEER TYPE     | STATE |  SINCE   |    INFO     |\n+--------------+-------------------+-------+----------+-------------+\n| 172.18.0.3   | node-to-node mesh | up    | 05:21:11 | Established |\n+--------------+-------------------+-------+----------+-------------+\n',
    'calico-status',
  ],
  [
    'calicoctl get workloadendpoints -o wide',
    'NAMESPACE   WORKLOAD   NODE     NETWORKS           INTERFACE\ndefault     web-a      node1    192.168.3.140/32   cali82a8bb394bd\n',
    'kubectl-table',
  ],
  [
    'kubectl get pods -o wide',
    'NAME    READY   STATUS    RESTARTS   AGE   IP           NODE    NOMINATED NODE   READINESS GATES\nweb-a   1/1     Running   0          5d    10.244.1.5   node1   <none>           <none>\n',
    'kubectl-table',
  ],
  [
    'kubectl get nodes -o wide',
    'NAME    STATUS   ROLES           AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE         KERNEL-VERSION   CONTAINER-RUNTIME\nnode1   Ready    control-plane   5d    v1.30.5   172.18.0.2    <none>        Debian 12        6.1.0            containerd://1.7\n',
    'kubectl-table',
  ],
  [
    'kubectl get svc,ep -o wide',
    'NAME          TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)   AGE   SELECTOR\nservice/web   ClusterIP   10.96.7.7     <none>        80/TCP    5d    app=web\n\nNAME            ENDPOINTS         AGE\nendpoints/web   10.244.1.5:8080   5d\n',
    'kubectl-table',
  ],
  [
    'kubectl describe service',
    'Name:              web\nNamespace:         default\nLabels:            app=web\n                   tier=front\nAnnotations:       <none>\nSelector:          app=web\nType:              NodePort\nIP Family Policy:  SingleStack\nIP Families:       IPv4\nIP:                10.96.7.7\nIPs:               10.96.7.7\nPort:              http  80/TCP\nTargetPort:        8080/TCP\nNodePort:          http  30080/TCP\nEndpoints:         10.244.1.5:8080,10.244.1.6:8080,10.244.2.7:8080 + 1 more...\nSession Affinity:  None\nEvents:            <none>\n',
    'kubectl-describe',
  ],
  [
    'nslookup',
    "Server:\t\t10.96.0.10\nAddress:\t10.96.0.10#53\n\nName:\tweb.default.svc.cluster.local\nAddress: 10.96.7.7\n\n** server can't find cart: NXDOMAIN\n",
    'dns-answers',
  ],
  [
    'resolv.conf',
    'search default.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
    'dns-answers',
  ],
  ['curl', '$ curl 10.96.7.7\nHostname: web-a\n$ curl 10.96.7.7\nHostname: web-b\n', 'http-answers'],
  ['wget', '/ # wget -qO- http://web\nHostname: web-a\n', 'http-answers'],
  [
    'a project file',
    `{"format": "rulewalk", "document": ${encodeDocument(replaceCluster(emptyDocument(), makeCluster([node('node1')])))}}`,
    'project-file',
  ],
  [
    'iptables-save',
    '*nat\n:PREROUTING ACCEPT [0:0]\n:POSTROUTING ACCEPT [0:0]\n:KUBE-SERVICES - [0:0]\n:KUBE-SVC-ABCDEFGHIJKLMNOP - [0:0]\n:KUBE-SEP-ABCDEFGHIJKLMNOP - [0:0]\n-A PREROUTING -j KUBE-SERVICES\n-A KUBE-SERVICES -d 10.96.7.7/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-ABCDEFGHIJKLMNOP\n-A KUBE-SVC-ABCDEFGHIJKLMNOP -m comment --comment "default/web:http -> 10.244.1.5:8080" -j KUBE-SEP-ABCDEFGHIJKLMNOP\n-A KUBE-SEP-ABCDEFGHIJKLMNOP -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination 10.244.1.5:8080\nCOMMIT\n',
    'iptables-save',
  ],
  [
    'iptables -L -n -v',
    'Chain FORWARD (policy DROP 0 packets, 0 bytes)\n pkts bytes target     prot opt in     out     source               destination\n    0     0 ACCEPT     all  --  *      *       10.244.0.0/16        0.0.0.0/0\n',
    'iptables-list',
  ],
  [
    'a CNI configuration',
    '{"cniVersion": "0.3.1", "name": "cbr0", "plugins": [{"type": "flannel", "delegate": {"hairpinMode": true, "isDefaultGateway": true}}, {"type": "portmap", "capabilities": {"portMappings": true}}]}\n',
    'cni-conflist',
  ],
  [
    'conntrack -L',
    'tcp      6 86390 ESTABLISHED src=10.244.1.9 dst=10.96.7.7 sport=45678 dport=80 src=10.244.1.5 dst=10.244.1.9 sport=8080 dport=45678 [ASSURED] mark=0 use=1\n',
    'conntrack',
  ],
  [
    'cilium-dbg bpf ct list',
    'TCP OUT 10.244.2.113:39126 -> 10.244.3.114:8080 expires=289 RxPackets=0 RxBytes=0 TxFlagsSeen=0x02 Flags=0x0000 [ ] RevNAT=0 SourceSecurityID=25142 IfIndex=0\n',
    'cilium-ct-list',
  ],
  [
    'cilium-dbg bpf nat list',
    'TCP OUT 192.0.2.10:41000 -> 10.244.2.7:8080 XLATE_SRC 172.18.0.2:41000 Created=12sec ago NeedsCT=0\nTCP IN 10.244.2.7:8080 -> 172.18.0.2:41000 XLATE_DST 192.0.2.10:41000 Created=12sec ago NeedsCT=0\n',
    'cilium-nat-list',
  ],
  [
    'cilium-dbg bpf lb list',
    'SERVICE ADDRESS               BACKEND ADDRESS (REVNAT_ID) (SLOT)\n10.96.0.41:80/TCP (1)         10.244.1.5:8080/TCP (1) (1)\n10.96.0.41:80/TCP (0)         0.0.0.0:0 (1) (0) [ClusterIP, non-routable]\n',
    'cilium-lb-list',
  ],
  [
    'cilium-dbg service list',
    'ID   Frontend                 Service Type   Backend\n1    10.96.62.28:80/TCP       ClusterIP      1 => 10.244.1.149:4245/TCP (active)\n2    172.18.0.2:30080/TCP     NodePort       1 => 10.244.1.69:53/TCP (active)\n                                             2 => 10.244.1.109:53/TCP (active)\n',
    'cilium-service-list',
  ],
  [
    'cilium-dbg status',
    'KubeProxyReplacement:    True   [eth0 172.18.0.2 (Direct Routing)]\nRouting:                 Network: Tunnel [vxlan]   Host: BPF\nMasquerading:            BPF   [eth0]   10.244.0.0/16 [IPv4: Enabled, IPv6: Disabled]\n',
    'cilium-status',
  ],
  [
    'Get-HnsPolicyList',
    '[{"ID": "1D07", "Policies": [{"ExternalPort": 443, "InternalPort": 4443, "Protocol": 6, "Type": "ELB", "VIPs": ["10.96.0.1"]}], "References": ["/endpoints/e1", "/endpoints/e2"], "State": 2}]\n',
    'hns-policy-list',
  ],
  [
    'hnsdiag list loadbalancers',
    'Load Balancer                            : 3599612c-54b4-4b9d-9258-4fc5e2100549\n    Virtual IPs                          : 172.30.0.1\n    Direct IP IDs                        : 78c19c4d-7edf-43bd-ab2a-5ccf97f214fe\n',
    'hnsdiag-list',
  ],
  [
    'vfpctrl',
    'ITEM LIST\n===========\n\n  LAYER : LB_DSR\n    Friendly name : LB_DSR\n    Priority : 400\n\n  GROUP : LB_DSR_IPv4_OUT\n    Direction : OUT\n\n  RULE : 0E2D\n    Friendly name : LB_10.96.0.41_80\n    Type : lbdsr\n',
    'vfpctrl-list',
  ],
  [
    'nft -j list ruleset',
    JSON.stringify({
      nftables: [
        { metainfo: { version: '1.0.6', json_schema_version: 1 } },
        { table: { family: 'ip', name: 't', handle: 1 } },
        {
          chain: {
            family: 'ip',
            table: 't',
            name: 'c',
            handle: 1,
            type: 'filter',
            hook: 'input',
            prio: 0,
            policy: 'accept',
          },
        },
        { rule: { family: 'ip', table: 't', chain: 'c', handle: 2, expr: [{ accept: null }] } },
      ],
    }),
    'nft-json',
  ],
  [
    'nft list ruleset',
    'table ip t {\n\tset s {\n\t\ttype ipv4_addr\n\t\telements = { 10.0.0.1, 10.0.0.2 }\n\t}\n\n\tchain c {\n\t\ttype filter hook forward priority filter; policy accept;\n\t\tip saddr @s drop\n\t}\n}\n',
    'nft-ruleset',
  ],
  [
    'ipset save',
    'create KUBE-CLUSTER-IP hash:ip,port family inet hashsize 1024 maxelem 65536\nadd KUBE-CLUSTER-IP 10.96.7.7,tcp:80\n',
    'ipset-save',
  ],
  [
    'ipset list',
    'Name: KUBE-CLUSTER-IP\nType: hash:ip,port\nHeader: family inet hashsize 1024 maxelem 65536\nNumber of entries: 1\nMembers:\n10.96.7.7,tcp:80\n',
    'ipset-list',
  ],
  [
    'ipvsadm -Ln',
    'IP Virtual Server version 1.2.1 (size=4096)\nProt LocalAddress:Port Scheduler Flags\n  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\nTCP  10.96.7.7:80 rr\n  -> 10.244.1.5:8080              Masq    1      0          0\n  -> 10.244.2.5:8080              Masq    1      0          0\n',
    'ipvsadm',
  ],
  [
    'ipvsadm -Lnc',
    'IPVS connection entries\npro expire state       source             virtual            destination\nTCP 14:57  ESTABLISHED 10.244.1.9:51234   10.96.7.7:80       10.244.1.5:8080\n',
    'ipvsadm-connections',
  ],
  ['hairpin_mode', '$ cat /sys/class/net/veth5a/brport/hairpin_mode\n1\n', 'hairpin-mode'],
  [
    'ss -lntu',
    'Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port\nudp   UNCONN 0      0      127.0.0.53%lo:53        0.0.0.0:*\ntcp   LISTEN 0      4096               *:10250           *:*\n',
    'listening-sockets',
  ],
  [
    'ip rule',
    '0:\tfrom all lookup local\n100:\tfrom 10.244.0.0/16 lookup 100\n32766:\tfrom all lookup main\n32767:\tfrom all lookup default\n',
    'ip-rule',
  ],
  [
    'ip addr',
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000\n    link/ether 02:42:ac:12:00:02 brd ff:ff:ff:ff:ff:ff\n    inet 172.18.0.2/16 brd 172.18.255.255 scope global eth0\n',
    'ip-address',
  ],
  [
    'ifconfig',
    'eth0      Link encap:Ethernet  HWaddr 02:42:0A:00:00:01  \n          inet addr:10.0.0.1  Bcast:10.0.0.255  Mask:255.255.255.0\n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n',
    'ifconfig',
  ],
  [
    'ip -j addr',
    '[{"ifindex":1,"ifname":"lo","flags":["LOOPBACK","UP"],"link_type":"loopback","addr_info":[{"family":"inet","local":"127.0.0.1","prefixlen":8,"scope":"host","label":"lo"}]},{"ifindex":2,"ifname":"eth0","flags":["BROADCAST","UP"],"operstate":"UP","link_type":"ether","address":"02:42:ac:12:00:02","addr_info":[{"family":"inet","local":"172.18.0.2","prefixlen":16,"scope":"global","label":"eth0"}]}]\n',
    'ip-json',
  ],
  [
    'ip -j route',
    '[{"dst":"default","gateway":"172.18.0.1","dev":"eth0","flags":[]},{"dst":"172.18.0.0/16","dev":"eth0","protocol":"kernel","scope":"link","prefsrc":"172.18.0.2","flags":[]}]\n',
    'ip-json',
  ],
  [
    'ip route',
    'default via 172.18.0.1 dev eth0 \n10.244.1.0/24 via 172.18.0.3 dev eth0 \n172.18.0.0/16 dev eth0 proto kernel scope link src 172.18.0.2 \n',
    'ip-route',
  ],
  [
    'route -n',
    'Kernel IP routing table\nDestination     Gateway         Genmask         Flags Metric Ref    Use Iface\n0.0.0.0         172.18.0.1      0.0.0.0         UG    0      0        0 eth0\n172.18.0.0      0.0.0.0         255.255.0.0     U     0      0        0 eth0\n',
    'route-n',
  ],
  [
    'a kube-proxy configuration',
    'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\nclusterCIDR: 10.244.0.0/16\nipvs:\n  scheduler: lc\n  strictARP: true\n',
    'kube-proxy-config',
  ],
];
