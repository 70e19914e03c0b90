/** Words of the names of a cluster. */
export const NAMES_MESSAGES = {
  title: 'Names of the cluster',
  about:
    'What CoreDNS answers with the Corefile of kubeadm, worked out of the Services and their endpoints. Pods ask it at the Service kube-dns.',
  pasted: 'A pasted node has no Services to name. Open a cluster to see its names.',
  ask: 'Ask as a Pod does',
  pod: 'Pod',
  name: 'Name',
  noPods: 'There is no Pod that could ask.',
  conf: 'Its /etc/resolv.conf',
  askedTitle: 'What is asked, in order',
  records: 'Records',
  search: 'Names, types or addresses',
  found: '{count, plural, one {# record} other {# records}}',
  more: '{shown} of {count} are listed; type to find others.',
  none: 'No record has that.',
  columns: { name: 'Name', type: 'Type', value: 'Answer', ttl: 'TTL', why: 'Why' },
  rcode: { NOERROR: 'no such record', NXDOMAIN: 'NXDOMAIN', forwarded: 'asked outside' },
  failed: 'It could not be worked out: {message}',
  working: 'Working it out…',
} as const;
