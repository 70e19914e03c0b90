import { listClusterIPs, namespacedName, type ClusterObjects, type ServiceObject } from '../types';

type Services = Pick<ClusterObjects, 'services'>;

/** The Service kubelet's `--cluster-dns` is of: kube-dns, by its name or by the label every installer gives it. */
export function dnsServiceOf({ services }: Services): ServiceObject | undefined {
  return (
    services.find((service) => namespacedName(service) === 'kube-system/kube-dns') ??
    services.find(({ metadata, spec }) => metadata.labels?.['k8s-app'] === 'kube-dns' && spec.clusterIP !== 'None')
  );
}

/** Addresses of the cluster's DNS Service; empty without one. */
export function listClusterDNS(cluster: Services): readonly string[] {
  return listClusterIPs(dnsServiceOf(cluster));
}
