import { describe, expect, it } from 'vitest';
import { decodeDocument } from '../../core/document/codec';
import { emptyDocument, type Document } from '../../core/document/document';
import { FORMATS } from '../../core/formats';
import { FORMS } from '../../core/formats/testing/forms';
import { PROJECT_FILE } from '../../core/formats/project-file';
import { Memo } from '../../core/lib/memo';
import { finished } from '../../core/lib/scan';
import { formatCidr } from '../../core/net/ip';
import { networkOfPasted } from '../../core/paste/pasted';
import { readTextInSteps, type ReadText } from '../../core/paste/read-text';
import { openManifest } from '../../core/document/open-manifest';

type Counts = Readonly<Record<string, number>>;

/** `devices 2, routes 3`: what there is some of. */
function told(counts: Counts): string {
  return Object.entries(counts)
    .flatMap(([what, count]) => (count > 0 ? [`${what} ${count}`] : []))
    .join(', ');
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

function objectsOf({ machine }: ReadText): Counts {
  const lists = machine.objects.map(({ value }) => value);
  const others = lists.flatMap(({ others = [] }) => others.map(({ kind }) => kind));
  return {
    Nodes: sum(lists.map(({ nodes }) => nodes.length)),
    Pods: sum(lists.map(({ pods }) => pods.length)),
    Deployments: sum(lists.map(({ deployments }) => deployments.length)),
    Services: sum(lists.map(({ services }) => services.length)),
    EndpointSlices: sum(lists.map(({ endpointSlices }) => endpointSlices.length)),
    ...Object.fromEntries([...new Set(others)].map((kind) => [kind, others.filter((each) => each === kind).length])),
  };
}

/** What stands in a text, counted by what it is. */
function broughtBy(read: ReadText): string {
  const { layers, machine } = read;
  const { cilium, windows } = machine;
  const chains = layers.flatMap((layer) => [...layer.chains.values()]);
  const tables = machine.nft.flatMap(({ value }) => [...value.tables.values()]);
  return told({
    ...objectsOf(read),
    chains: chains.length,
    rules: sum(chains.map(({ length }) => length)),
    'nft chains': sum(tables.map((table) => table.chains.size)),
    'nft rules': sum(tables.flatMap((table) => [...table.chains.values()].map(({ length }) => length))),
    'nft sets': sum(tables.map((table) => table.sets.size)),
    sets: machine.sets.length + machine.partial.length,
    members: sum(machine.sets.map(({ value }) => value.members.length)),
    'virtual servers': sum(machine.ipvs.map(({ value }) => value.services.length)),
    servers: sum(machine.ipvs.flatMap(({ value }) => value.services.map(({ servers }) => servers.length))),
    devices: machine.links.length,
    'hairpin modes': machine.ports.length,
    routes: machine.routes.length,
    'policy rules': machine.rules.length,
    neighbours: machine.neighbours.length,
    'forwarding entries': machine.forwarding.length,
    sysctls: machine.sysctls.length,
    sockets: sum(machine.listening.map(({ value }) => value.sockets.length)),
    connections: machine.connections.length + machine.directed.length,
    'table rows': sum(machine.tables.map(({ value }) => value.rows.length)),
    'kube-proxy configurations': machine.kubeProxy.length,
    'kubeadm configurations': machine.kubeadm.length,
    'CNI configurations': machine.cni.length,
    'Cilium statuses': cilium.statuses.length,
    'Cilium services': cilium.services.length,
    'Cilium entries': cilium.entries.length + cilium.connections.length + cilium.translations.length,
    'HNS policies': windows.policies.length + windows.objects.length,
    'VFP items': windows.items.length,
    packets: machine.seen.packets.length,
    'complaints of IPVS': machine.seen.services.length,
    'remembered clients': machine.seen.clients.length,
  });
}

function standing({ cluster, flows }: Document): string {
  const { nodes, pods, services, others = [] } = cluster;
  return told({
    nodes: nodes.length,
    pods: pods.length,
    services: services.length,
    others: others.length,
    flows: flows.length,
  });
}

const readWhole = (text: string): ReadText => finished(readTextInSteps({ id: 't', title: '', text }, new Memo()));

/** What stands on the bench when it was opened: the cluster of objects, else the machine, without what was assumed. */
function opened(text: string): string {
  const project = PROJECT_FILE.detect(text) > 0 ? PROJECT_FILE.parse(text) : undefined;
  if (project?.ok) {
    const read = decodeDocument(JSON.stringify(project.value.value.document));
    return read.ok ? standing(read.value) : 'broken';
  }
  const { machine } = readWhole(text);
  const { document } = finished(openManifest({ document: emptyDocument(), texts: [text] }));
  if (document && machine.objects.length > 0) return standing(document);
  const { network, assumptions, found } = networkOfPasted({ texts: [{ id: 't', title: '', text }], facts: {} });
  const node = network.netns.get('node');
  const guessed = new Set(assumptions.map(({ id }) => id));
  const isTold = (what: string): boolean => !guessed.has(what);
  const devices = (node?.devices ?? []).filter(({ name }) => name !== 'lo' && isTold(`interface:${name}`));
  return told({
    machines: [...network.netns.values()].filter(({ kind }) => kind === 'node').length,
    pods: [...network.netns.values()].filter(({ kind }) => kind === 'pod').length,
    devices: devices.length,
    tunnels: devices.filter(({ tunnel }) => tunnel !== undefined).length,
    'hairpin ports': devices.filter(({ hairpin }) => hairpin).length,
    routes: (node?.routes ?? []).filter(({ dst }) => isTold(`route:${dst.prefix === 0 ? 'default' : formatCidr(dst)}`))
      .length,
    'policy rules': node?.rules?.length ?? 0,
    sysctls: Object.keys(node?.sysctls ?? {}).filter((name) => isTold(`sysctl:${name}`)).length,
    sets: node?.ipsets?.size ?? 0,
    sockets: node?.sockets.length ?? 0,
    services: found.length,
    endpoints: sum(found.map(({ endpoints }) => endpoints.length)),
  });
}

/** The ids of what is said of a text. */
function said(text: string): readonly string[] {
  const { diagnostics } = networkOfPasted({ texts: [{ id: 't', title: '', text }], facts: {} });
  return diagnostics.map(({ message: { id } }) => id);
}

/** Of each form: what stands in it, what stands on the bench when it is opened alone, and what is said. */
const TOLD: Readonly<Record<string, readonly [brings: string, opens: string, says: readonly string[]]>> = {
  Ingress: ['Ingress 1', 'nodes 2, pods 3, services 2, others 1, flows 3', ['analysis.text.kubernetes']],
  'Ingress, old': ['Ingress 1', 'nodes 2, pods 3, services 2, others 1, flows 3', ['analysis.text.kubernetes']],
  HTTPRoute: ['HTTPRoute 1', 'nodes 2, pods 3, services 2, others 1, flows 3', ['analysis.text.kubernetes']],
  NetworkPolicy: ['NetworkPolicy 1', 'nodes 2, services 1, others 1, flows 1', ['analysis.text.kubernetes']],
  Endpoints: ['EndpointSlices 1', 'nodes 2, pods 1, services 2, flows 2', ['analysis.text.kubernetes']],
  'Deployment, old': ['Deployments 1', 'nodes 2, pods 1, services 1, flows 1', ['analysis.text.kubernetes']],
  'kubeadm-config': ['kubeadm configurations 1', 'machines 1', []],
  'kube-proxy’s log': ['kube-proxy configurations 1', 'machines 1', []],
  kubeconfig: ['', 'machines 1', ['formats.kubeconfig.keys']],
  'ip -d link: vxlan': ['devices 1', 'machines 1, devices 1', []],
  'ip -d link: ipip': ['devices 1', 'machines 1, devices 1', []],
  'ip -d link: veth': ['devices 1', 'machines 1, devices 1, hairpin ports 1', []],
  'bridge link': ['devices 1', 'machines 1, devices 1', []],
  'bridge -d link': ['devices 1', 'machines 1, devices 1, hairpin ports 1', []],
  'bridge fdb': ['forwarding entries 4', 'machines 1', ['formats.bridge-fdb.read']],
  'arp -n': ['neighbours 2', 'machines 1', ['formats.neighbours.read']],
  'arp -a': ['neighbours 2', 'machines 1', ['formats.neighbours.read']],
  'ip neigh': ['neighbours 2', 'machines 1', ['formats.neighbours.read']],
  'sysctl -a': ['sysctls 6', 'machines 1, sysctls 4', []],
  'calicoctl node status': ['', 'machines 1', ['formats.calico-status.read']],
  'calicoctl get workloadendpoints -o wide': ['table rows 1', 'machines 1, pods 1, devices 1, routes 1', []],
  'kubectl get pods -o wide': ['table rows 1', 'machines 1, pods 1, devices 1, hairpin ports 1', []],
  'kubectl get nodes -o wide': ['table rows 1', 'machines 1', []],
  'kubectl describe service': [
    'Services 1, EndpointSlices 1',
    'nodes 2, pods 3, services 2, flows 2',
    ['formats.kubectl-table.more', 'analysis.text.kubernetes'],
  ],
  'kubectl get svc,ep -o wide': ['table rows 2', 'machines 1', []],
  nslookup: ['', 'machines 1', ['formats.dns-answers.read']],
  'resolv.conf': ['', 'machines 1', ['formats.dns-answers.resolv-conf']],
  curl: ['', 'machines 1', ['formats.http-answers.read']],
  wget: ['', 'machines 1', ['formats.http-answers.one-pod']],
  'a project file': ['', 'nodes 1, services 1', []],
  'iptables-save': ['chains 7, rules 4', 'machines 2, pods 1, services 1, endpoints 1', []],
  'iptables -L -n -v': ['chains 1, rules 1', 'machines 1', []],
  'a CNI configuration': ['CNI configurations 1', 'machines 1', []],
  'conntrack -L': ['connections 1', 'machines 1', []],
  'cilium-dbg bpf ct list': ['Cilium entries 1', 'machines 1', []],
  'cilium-dbg bpf nat list': ['Cilium entries 2', 'machines 1', []],
  'cilium-dbg bpf lb list': ['Cilium entries 2', 'machines 1', []],
  'cilium-dbg service list': ['Cilium services 2', 'machines 1', []],
  'cilium-dbg status': ['Cilium statuses 1', 'machines 1', []],
  'Get-HnsPolicyList': ['HNS policies 1', 'machines 1, sysctls 1, services 1, endpoints 2', []],
  'hnsdiag list loadbalancers': ['HNS policies 1', 'machines 1, sysctls 1, services 1, endpoints 1', []],
  vfpctrl: ['VFP items 3', 'machines 1, sysctls 1', []],
  'nft -j list ruleset': ['nft chains 1, nft rules 1', 'machines 1', []],
  'nft list ruleset': ['nft chains 1, nft rules 1, nft sets 1', 'machines 1', []],
  'ipset save': ['sets 1, members 1', 'machines 1, sets 1, services 1', []],
  'ipset list': ['sets 1, members 1', 'machines 1, sets 1, services 1', []],
  'ipvsadm -Ln': ['virtual servers 1, servers 2', 'machines 2, pods 2, services 1, endpoints 2', []],
  'ipvsadm -Lnc': ['connections 1', 'machines 1', []],
  hairpin_mode: ['hairpin modes 1', 'machines 1', []],
  'ss -lntu': ['sockets 2', 'machines 1, sockets 2', []],
  'ip rule': ['policy rules 4', 'machines 1, policy rules 7', []],
  'ip addr': ['devices 2', 'machines 1, devices 1', []],
  'ip -j addr': ['devices 2', 'machines 1, devices 1', []],
  'ip -j route': ['routes 2', 'machines 1, routes 2', []],
  ifconfig: ['devices 1', 'machines 1, devices 1', []],
  'ip route': ['routes 3', 'machines 1, routes 3', []],
  'route -n': ['routes 2', 'machines 1, routes 2', []],
  'a line of the target LOG': ['packets 1', 'machines 1', []],
  'tcpdump -n': ['packets 1', 'machines 1', []],
  'dmesg of IPVS': ['complaints of IPVS 1', 'machines 1', ['formats.ipvs-log.no-destination']],
  'what xt_recent remembers': ['remembered clients 1', 'machines 1', ['formats.xt-recent.read']],
  'a kube-proxy configuration': ['kube-proxy configurations 1', 'machines 1', []],
};

describe('what each form of text brings into the document, and what is said of it', () => {
  it('every registered format has a form, and every form a row', () => {
    const tried = new Set<string>(FORMS.map(([, , format]) => format));
    expect(FORMATS.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
    expect(Object.keys(TOLD).toSorted()).toEqual(FORMS.map(([form]) => form).toSorted());
  });

  it.each(FORMS)('%s', (form, text) => {
    expect([broughtBy(readWhole(text)), opened(text), said(text)]).toEqual(TOLD[form]);
  });
});
