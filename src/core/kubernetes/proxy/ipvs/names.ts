/** The chains kube-proxy owns in this mode (pkg/proxy/ipvs/proxier.go). */
export const KUBE_SERVICES = 'KUBE-SERVICES';
export const KUBE_POSTROUTING = 'KUBE-POSTROUTING';
/** In nat: which nodePorts are masqueraded. In filter: the health check ports. */
export const KUBE_NODE_PORT = 'KUBE-NODE-PORT';
export const KUBE_LOAD_BALANCER = 'KUBE-LOAD-BALANCER';
export const KUBE_MARK_MASQ = 'KUBE-MARK-MASQ';
/** Up to 1.24, in nat: source ranges of load balancers. (kubelet has a chain of this name in filter.) */
export const KUBE_FIREWALL = 'KUBE-FIREWALL';
export const KUBE_FORWARD = 'KUBE-FORWARD';
export const KUBE_PROXY_FIREWALL = 'KUBE-PROXY-FIREWALL';
export const KUBE_SOURCE_RANGES_FIREWALL = 'KUBE-SOURCE-RANGES-FIREWALL';
export const KUBE_IPVS_FILTER = 'KUBE-IPVS-FILTER';
export const KUBE_IPVS_OUT_FILTER = 'KUBE-IPVS-OUT-FILTER';

/** The dummy interface that makes Service addresses local: it stays DOWN. */
export const DUMMY_INTERFACE = 'kube-ipvs0';
