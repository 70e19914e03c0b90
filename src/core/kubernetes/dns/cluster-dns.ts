import { listClusterIPs, namespacedName, type ClusterObjects, type ServiceObject } from '../types';

type Services = Pick<ClusterObjects, 'services'>;

/** The Service kubelet's `--cluster-dns` is of: kube-dns, by its name or by the label every installer gives it. */
export function dnsServiceOf({ services }: Services): ServiceObject | undefined {
  return (
    services.find((service) => namespacedName(service) === 'kube-system/kube-dns') ??
    services.find(({ metadata, spec }) => metadata.labels?.['k8s-app'] === 'kube-dns' && spec.clusterIP !== 'None')
  );
}

/** Its addresses, as far as it has some. */
export function listClusterDNS(cluster: Services): readonly string[] {
  return listClusterIPs(dnsServiceOf(cluster));
}
