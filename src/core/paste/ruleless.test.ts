import { describe, expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

function said(text: string): string[] {
  return networkOfPasted(pasted(text)).texts.flatMap(({ diagnostics }) =>
    diagnostics.map(({ message: { id, values = {} } }) => `${id} ${Object.values(values).join(' ')}`.trim()),
  );
}

describe('a text without anything to read says what it is', () => {
  it.each([
    [
      'a rule that the kernel refused',
      'E0101 10:00:00.1 1 x.go:9] "failed" err="/dev/stdin:3:1-60: Error: Could not process rule: No such file or directory"\n                 fib daddr type local numgen random mod 2 vmap @m',
      'analysis.text.refused-rule E0101 10:00:00.1 1 x.go:9] "failed" err="/dev/stdin:3:1-60: Error: Could not process rule: No such file or directory" fib: nft_fib, numgen: nft_numgen',
    ],
    [
      'a program’s own words on a connection that got no answer',
      '[ERROR] plugin/errors: 2 a.example. A: read udp 10.42.1.7:40321->10.1.2.3:53: i/o timeout\n[ERROR] plugin/errors: 2 b.example. A: read udp 10.42.1.7:40322->10.1.2.3:53: i/o timeout',
      'analysis.text.client-error udp 10.42.1.7:40321 10.1.2.3:53 timeout 2',
    ],
    [
      'one that was refused, at an address of IPv6',
      'Get "https://[fd00:10:96::1]:443/version": dial tcp [fd00:10:96::1]:443: connect: connection refused',
      'analysis.text.client-error tcp none [fd00:10:96::1]:443 refused 1',
    ],
    [
      'a program that crashed',
      'nft[1201]: segfault at 0 ip 00007f21 sp 00007ffe error 4',
      'analysis.text.crashed nft[1201]: segfault at 0 ip 00007f21 sp 00007ffe error 4 untold',
    ],
    [
      'an nft without JSON',
      'Error: JSON support not compiled-in',
      'analysis.text.no-json Error: JSON support not compiled-in',
    ],
    ['a log', 'time="2025-01-01T10:00:00Z" msg=a\ntime="2025-01-01T10:00:01Z" msg=b', 'analysis.text.log 2'],
    [
      'a report that quotes some lines of a log',
      `${'We looked at it again.\n'.repeat(15)}${'2025-01-01T10:00:00Z acked\n'.repeat(5)}`,
      'analysis.text.nothing',
    ],
    [
      'a command that somebody may not run',
      'iptables v1.8.9 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)',
      'analysis.text.failed-command iptables v1.8.9 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)',
    ],
    [
      'a command that failed otherwise',
      'error: unknown flag: --nope',
      'analysis.text.failed error: unknown flag: --nope',
    ],
    [
      'a command alone',
      'kubectl logs -f kube-proxy-x2 -n kube-system',
      'analysis.text.command kubectl logs -f kube-proxy-x2 -n kube-system 1',
    ],
    [
      'a command behind a prompt',
      '$ kubectl port-forward cart-1 8080:8080',
      'analysis.text.command kubectl port-forward cart-1 8080:8080 1',
    ],
    [
      'a command behind an assignment',
      'KEY="~/.ssh/lab"; ssh -i $KEY -J jump@192.0.2.4 ubuntu@192.0.2.5',
      'analysis.text.command ssh -i $KEY -J jump@192.0.2.4 ubuntu@192.0.2.5 1',
    ],
    [
      'prose with a command in it, which printed nothing of it',
      'What a Service is:\n  an address and a port\n\n$ iptables-save // shows them\nThree networks there are.',
      'analysis.text.nothing',
    ],
    [
      'two commands in a fence',
      '```sh\n# iptables-save\nsudo ipvsadm -Ln\n```',
      'analysis.text.command iptables-save 2',
    ],
    [
      'keepalived’s configuration',
      'global_defs {\n  router_id lb\n}\nvirtual_server 192.0.2.80 443 {\n  lb_algo wlc\n  lb_kind DR\n  real_server 192.0.2.81 443 {\n    weight 1\n  }\n}',
      'analysis.text.keepalived 1',
    ],
    [
      'keepalived’s configuration, with lines as ip route prints them',
      'vrrp_instance VI_1 {\n  interface bond0\n  virtual_ipaddress {\n    192.0.2.100/24 dev bond0\n    192.0.2.101 dev bond0 scope global\n  }\n}\nvirtual_server 192.0.2.100 6443 {\n  lb_algo wlc\n}',
      'analysis.text.keepalived 1',
    ],
    [
      'keepalived’s configuration, of an address that moves alone',
      '# cat /etc/keepalived/keepalived.conf\nvrrp_instance VI_6 {\n  state BACKUP\n  virtual_ipaddress {\n    fd00::80/64\n  }\n}',
      'analysis.text.keepalived 0',
    ],
    [
      'programs of CNI',
      'op@node-7:/opt/cni/bin$ ls\nbandwidth  bridge  host-local  loopback  portmap  weave-net',
      'analysis.text.cni-plugins bandwidth, bridge, host-local, loopback, portmap, weave-net',
    ],
    [
      'programs of CNI, each with its size',
      'total 4\n-rwxr-xr-x 1 root root 4028260 Jan  1  2024 bridge\n-rwxr-xr-x 1 root root 40 Jan  1  2024 loopback\n-rwxr-xr-x 1 root root 41 Jan  1  2024 ptp',
      'analysis.text.cni-plugins bridge, loopback, ptp',
    ],
    [
      'files of CNI',
      'op@node-7:/etc/cni/net.d$ ls\n05-lab.conflist  lab-kubeconfig',
      'analysis.text.cni-files 05-lab.conflist',
    ],
    [
      'an error of CNI',
      '# ./bridge\nCNI_COMMAND env variable missing\n{\n    "code": 4,\n    "msg": "environment missing"\n}',
      'analysis.text.cni-error environment missing',
    ],
    [
      'an error of iptables',
      '$ iptables -L\niptables v1.8.7 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)',
      'analysis.text.failed-command iptables v1.8.7 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)',
    ],
    [
      'a command that is not there',
      '# ipvsadm -Ln\nbash: ipvsadm: command not found',
      'analysis.text.failed-command bash: ipvsadm: command not found',
    ],
    [
      'what kubectl did',
      '$ kubectl expose deploy cart --port 80\nservice/cart exposed',
      'analysis.text.did service/cart exposed',
    ],
    [
      'sentences with names of programs of CNI in them are no listing',
      'The firewall of the node drops it.\nthe lab has flannel as its network\nIs it the bridge, flannel or the firewall?\nflannel is on the old release',
      'analysis.text.nothing',
    ],
    ['nothing', '\n\n', 'analysis.text.empty'],
    ['prose', 'The shop has been slow since Monday.', 'analysis.text.nothing'],
  ])('%s', (_, text, expected) => {
    expect(said(text)).toContain(expected);
  });

  it.each([
    [
      'NAME     READY   STATUS    RESTARTS   AGE\ncart-1   1/1     Running   0          2m',
      ['analysis.text.pods-unaddressed 1'],
    ],
    [
      'NAME     READY   STATUS    RESTARTS   AGE   IP           NODE\ncart-1   1/1     Running   0          2m    10.244.1.5   node-7',
      [],
    ],
  ])('Pods without addresses: %#', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});

describe('objects', () => {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'cart' },
    spec: { clusterIP: '10.96.7.7', ports: [{ port: 80 }] },
  };
  const many = (count: number): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: Array.from({ length: count }, (_, at) => ({ ...service, metadata: { name: `cart-${at}` } })),
    });

  it.each([
    ['a list on one line', many(3), 3],
    ['a list on one line that is longer than any tool else prints', many(200), 200],
    ['a list of a megabyte and a half on one line', many(11_000), 11_000],
    ['behind a command', `$ kubectl get svc -o json | jq -c .\n${many(2)}`, 2],
    [
      'one object a line',
      `${JSON.stringify(service)}\n${JSON.stringify({ ...service, metadata: { name: 'till' } })}`,
      2,
    ],
  ])('JSON is read: %s', (_, text, count) => {
    const [summary] = networkOfPasted(pasted(text)).texts;
    expect(summary?.pieces).toMatchObject([{ format: 'kubernetes-yaml', count }]);
  });

  it('type: None is explained, and such an object alone opens nothing', () => {
    const text = 'apiVersion: v1\nkind: Service\nmetadata: {name: cart}\nspec: {type: None, ports: [{port: 80}]}';
    expect(said(text)).toEqual(['formats.manifest.type-none Service default/cart']);
    expect(networkOfPasted(pasted(text)).texts[0]?.pieces).toMatchObject([
      { format: 'kubernetes-yaml', isFaulty: true },
    ]);
  });
});
