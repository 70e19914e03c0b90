import type { KnownCause } from './known-cause';

/** Causes between a client, the API server or a proxy, and the server behind a Service. */
export const SERVER_CAUSES: readonly KnownCause[] = [
  {
    id: 'webhook-certificate',
    certainty: 'says',
    needs: [['webhook && x509', 'webhook && certificate signed by unknown']],
    source: 'kubernetes.io: Dynamic Admission Control, caBundle; cert-manager.io: ca-injector',
  },
  {
    id: 'webhook-refused',
    certainty: 'says',
    needs: [['webhook && connection refused']],
    source:
      'pkg/proxy/iptables/proxier.go: REJECT without endpoints; cert-manager.io: Webhook troubleshooting, connection refused',
  },
  {
    id: 'no-local-endpoint',
    certainty: 'says',
    needs: [
      [
        '"localendpoints": 0',
        '"localendpoints":0',
        'localendpoints = 0',
        'localendpoints: 0',
        'localendpoints=0',
        'has no local endpoints /',
      ],
    ],
    patches: { patch: `'{"spec":{"externalTrafficPolicy":"Cluster"}}'` },
    source: 'pkg/proxy/healthcheck/service_health.go: localEndpoints, 503 where it is 0',
  },
  {
    id: 'webhook-no-endpoint',
    certainty: 'says',
    needs: [['no endpoints available for service']],
    source: 'staging/src/k8s.io/apiserver/pkg/util/proxy: ResolveEndpoint',
  },
  {
    id: 'webhook-unreached',
    certainty: 'says',
    needs: [
      ['failed calling webhook', 'failed to call webhook'],
      [
        'deadline exceeded',
        'i/o timeout',
        'connection refused',
        'canceled while waiting',
        'connection timed out',
        'no route to host',
        'timeout exceeded',
      ],
    ],
    source: 'kubernetes.io: Dynamic Admission Control; cert-manager.io: Webhook troubleshooting',
  },
  {
    id: 'webhook-overlay',
    certainty: 'fits',
    needs: [['webhook'], ['eks', 'managed control plane'], ['calico', 'cilium', 'weave', 'overlay', 'vxlan']],
    signs: [['deadline exceeded', 'timeout', 'address is not allowed']],
    source: 'docs.aws.amazon.com: EKS, Alternate CNI plugins; cert-manager.io: Compatibility, AWS EKS',
  },
  {
    id: 'webhook-cloud-firewall',
    certainty: 'fits',
    needs: [
      ['webhook', 'control plane', 'control-plane', 'cert-manager', 'admission'],
      ['gke', 'private cluster', 'eks', 'security group'],
    ],
    signs: [
      ['deadline exceeded', 'timeout', 'timeouts', 'non-communication', 'timed out'],
      ['firewall', 'security group', 'private'],
      ['10260', '9443', '8443', '15017'],
    ],
    least: 2,
    source: 'cloud.google.com: Private clusters, firewall rules; cert-manager.io: Compatibility, GKE',
  },
  {
    id: 'api-service-unserved',
    certainty: 'says',
    needs: [
      [
        'faileddiscoverycheck',
        'unable to handle the request (get',
        'metrics api not available',
        'currently unable to handle the request',
      ],
    ],
    source: 'kube-aggregator: available controller; kubernetes.io: Configure the Aggregation Layer',
  },
  {
    id: 'scheme-mismatch',
    certainty: 'says',
    needs: [
      [
        'server gave http response to https client',
        'client sent an http request to an https server',
        'http request was sent to https port',
        'ssl routines && wrong version number',
      ],
    ],
    source: 'net/http of Go; nginx 400; OpenSSL: wrong version number',
  },
  {
    id: 'proxy-header',
    certainty: 'says',
    needs: [
      ['broken header && proxy protocol', 'proxy protocol && header', 'invalid proxy protocol', 'bad proxy protocol'],
    ],
    source: 'nginx: ngx_proxy_protocol.c; haproxy.org: PROXY protocol',
  },
  {
    id: 'ingress-no-endpoint',
    certainty: 'says',
    needs: [['does not have any active endpoint', 'no healthy upstream', 'no available server', 'subset not found']],
    reads: /\bexternalTrafficPolicy["'`]{0,2} ?[:=] ?["'`]{0,2}(Local)\b/i,
    patches: { patch: `'{"spec":{"externalTrafficPolicy":"Cluster"}}'` },
    source: 'ingress-nginx internal/ingress/controller; envoy: UH; traefik provider kubernetes: subset not found',
  },
  {
    id: 'privileged-port',
    certainty: 'says',
    needs: [['cannot bind && permission denied', 'bind: permission denied', 'bind() to && permission denied']],
    source: 'bind(2): EACCES; docs.cilium.io: Gateway API, Host network mode (keepCapNetBindService)',
  },
  {
    id: 'host-port-taken',
    certainty: 'says',
    needs: [
      [
        'port is already allocated',
        'ports are not available',
        'bind for 0.0.0.0',
        "didn't have free ports",
        'exit status 125 && publish',
        'publish && exit status 125',
      ],
    ],
    reads: /(?:0\.0\.0\.0:|--publish=\S{0,40}?:)(\d{1,5})/,
    source: 'moby portallocator; kube-scheduler NodePorts; nigelpoulton/TKB#9',
  },
  {
    id: 'node-port-range',
    certainty: 'says',
    needs: [['provided port is not in the valid range']],
    source: 'pkg/registry/core/service/portallocator: --service-node-port-range',
  },
  {
    id: 'address-allocated',
    certainty: 'says',
    needs: [
      [
        'provided ip is already allocated',
        'provided port is already allocated',
        'provided ip is not in the valid range',
      ],
    ],
    source: 'pkg/registry/core/service: ipallocator, portallocator',
  },
  {
    id: 'subnets-untagged',
    certainty: 'says',
    needs: [
      [
        "couldn't auto-discover subnets",
        'unable to resolve at least one subnet',
        'could not find any suitable subnets',
      ],
    ],
    source: 'kubernetes-sigs.github.io/aws-load-balancer-controller: Subnet Discovery',
  },
  {
    id: 'listens-on-itself',
    certainty: 'fits',
    needs: [
      ['127.0.0.1', 'localhost', '[::1]'],
      ['listen', ' bind', 'bind-address', '--host', 'running on http://127', 'serving on'],
      ['refused'],
    ],
    signs: [
      [
        'listening on 127.0.0.1',
        'listening on localhost',
        'running on http://127.0.0.1',
        'bind 127.0.0.1',
        'listen 127.0.0.1',
        'bind_addr: 127',
        'host: 127.0.0.1',
        '127.0.0.1:',
      ],
      ['port-forward', 'kubectl exec', 'inside the pod', 'inside pod'],
      ['service', 'clusterip', 'pod ip', 'endpoint'],
    ],
    least: 2,
    unless: ['0.0.0.0:', 'docker-desktop', 'kubectl config'],
    source: 'bind(2): INADDR_LOOPBACK; kubernetes/website#7281',
  },
  {
    id: 'one-long-connection',
    certainty: 'fits',
    needs: [
      ['grpc', 'http/2', 'http2', 'keep-alive', 'keepalive', 'persistent connection'],
      [
        'one pod',
        'same pod',
        'single pod',
        'uneven',
        'not balanced',
        'not load balanc',
        'unbalanced',
        'imbalance',
        'only goes to',
        'not distribut',
      ],
    ],
    signs: [['grpc'], ['clusterip', 'service'], ['scale', 'replica', 'new pod']],
    source:
      'kubernetes.io blog 2018-11-07: gRPC Load Balancing on Kubernetes; kube-proxy translates connections, not requests',
  },
  {
    id: 'internal-policy',
    certainty: 'fits',
    needs: [['internaltrafficpolicy: local', 'internaltrafficpolicy=local', 'internal traffic policy: local']],
    signs: [
      ['drop', 'refused', 'timeout', 'timed out', 'no endpoint', 'not reach'],
      ['node', 'daemonset'],
    ],
    least: 1,
    patches: { patch: `'{"spec":{"internalTrafficPolicy":"Cluster"}}'` },
    source: 'kubernetes.io: Service Internal Traffic Policy',
  },
  {
    id: 'shared-port',
    certainty: 'fits',
    needs: [['named port', 'port name'], ['multiple containers', 'two containers', 'both containers'], ['endpoint']],
    complaints: ['unreached', 'fewer'],
    patches: {
      ports: 'ports:\n- {name: a, port: 8080, targetPort: NAME-A}\n- {name: b, port: 8081, targetPort: NAME-B}',
    },
    source: 'pkg/api/v1/pod/util.go: FindPort; kubernetes#129838',
  },
  {
    id: 'azure-probe',
    certainty: 'fits',
    needs: [
      ['aks', 'azure'],
      ['ingress', 'gateway', 'traefik', 'loadbalancer', 'load balancer', 'istio'],
    ],
    signs: [
      ['health probe', 'healthz', 'probe', 'health check'],
      ['timeout', 'timed out', 'time out', 'unreachable', 'not reach', 'not accessible'],
      ['external ip', 'external-ip', 'public ip'],
      ['1.24', 'upgrad'],
    ],
    least: 2,
    unless: ['health-probe-request-path'],
    source: 'Azure/AKS#2903, #3210; cloud-provider-azure: Custom Load Balancer health probe',
  },
  {
    id: 'nlb-own-client',
    certainty: 'fits',
    needs: [
      ['nlb', 'network load balancer'],
      [
        'same node',
        'itself',
        'hairpin',
        'intermittent',
        'from inside',
        'from within',
        'loopback',
        'same instance',
        'preserve',
      ],
    ],
    signs: [
      ['timeout', 'timed out', 'fail', 'hang'],
      ['client ip', 'preserve', 'instance'],
    ],
    least: 1,
    source:
      'docs.aws.amazon.com: Troubleshoot your NLB (requests time out for connections from a target to its load balancer)',
  },
  {
    id: 'host-port-plugin',
    certainty: 'fits',
    needs: [['hostport'], ['refused', 'not work', "doesn't work", 'not reach', 'timeout', 'not listen']],
    signs: [['portmap'], ['cilium', 'calico', 'flannel', 'cni'], ['nftables', 'kubeproxyreplacement']],
    least: 1,
    source: 'containernetworking/plugins: meta/portmap; docs.cilium.io: Container HostPort Support, portmap',
  },
  {
    id: 'ping-of-service',
    certainty: 'fits',
    needs: [
      ['ping ', 'pingable'],
      [
        'clusterip',
        'cluster-ip',
        'cluster ip',
        'service ip',
        'vip',
        'loadbalancer ip',
        'external ip',
        'external-ip',
        'virtual ip',
      ],
      [
        '100% packet loss',
        'not ping',
        "can't ping",
        'cannot ping',
        'unable to ping',
        'no ping',
        'pinging',
        'ping fails',
        'try to ping',
        'destination host unreachable',
        'destination port unreachable',
        'not pingable',
        'not even pingable',
      ],
    ],
    signs: [['curl', 'telnet', 'wget'], ['icmp']],
    source: 'kubernetes.io: Virtual IPs and Service Proxies: rules match ports; docs.cilium.io: ICMP to Services',
  },
  {
    id: 'desktop-machine',
    certainty: 'fits',
    needs: [
      ['macos', 'darwin', 'windows', 'docker desktop', 'docker-desktop', 'wsl2', 'colima', 'podman machine'],
      ['kind', 'minikube', 'k3d', 'cloud-provider-kind'],
    ],
    signs: [
      ['metallb', 'loadbalancer', 'load balancer', 'external-ip', 'external ip', 'nodeport', 'cloud-provider-kind'],
      ['not reachable', 'unreachable', 'timeout', 'not access', 'refused', "can't access", 'cannot access'],
    ],
    least: 1,
    source:
      'kind.sigs.k8s.io: LoadBalancer, Mac and Windows support; cloud-provider-kind: README, --enable-lb-port-mapping',
  },
];
