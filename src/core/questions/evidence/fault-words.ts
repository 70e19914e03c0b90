/** Aspects that are said not to work. */
export const FAILS = [
  'not reach',
  'not access',
  'unable to',
  'not able to',
  'cannot',
  "can't",
  'can not',
  'can’t',
  "couldn't",
  "doesn't work",
  'does not work',
  'not work',
  'not working',
  'is not ok',
  'is not possible',
  'inaccessible',
  'unreachable',
  'timeout',
  'timed out',
  'time out',
  'times out',
  'timing out',
  'refused',
  'fails',
  'failed',
  'failing',
  'hangs',
  'no response',
  'not respond',
  'only get',
] as const;
/** The first address of the Service range, which the API server’s own Service has, as distributions set it, with its port. */
export const API_ADDRESSES = [
  // kubeadm, kind, minikube; k3s and RKE2; EKS (two); AKS; MicroK8s; Kubespray; OpenShift; Kubernetes The Hard Way.
  '10.96.0.1:443',
  '10.43.0.1:443',
  '10.100.0.1:443',
  '172.20.0.1:443',
  '10.0.0.1:443',
  '10.152.183.1:443',
  '10.233.0.1:443',
  '172.30.0.1:443',
  '10.32.0.1:443',
] as const;
/** Words that only a report on a cluster has. */
export const OF_CLUSTER = ['kube', 'k8s', 'k3s', 'minikube', 'pod', 'clusterip', 'nodeport', 'loadbalancer'] as const;
