import { UNNAMED_ENDPOINTS } from '../../kubernetes/unnamed-endpoints';

/** A field's value as the API has it, before it is checked. */
type Value = Readonly<Record<string, unknown>>;

/** Without the fields that were not told. */
function told(fields: Value): Value {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

/** What is described, told by the fields that no other kind has (pkg/describe/describe.go of kubectl). */
const KINDS: readonly (readonly [has: readonly string[], make: (fields: Description) => readonly Value[]])[] = [
  [['Type', 'Session Affinity'], (fields) => [makeService(fields), ...endpointsOfService(fields)]],
  [['Subsets'], (fields) => [makeEndpoints(fields)]],
  [['AddressType'], (fields) => [makeSlice(fields)]],
  [['Node', 'Containers'], (fields) => [makePod(fields)]],
  // Cut off before its containers: what it says of the Pod up to there.
  [['Node', 'Labels', 'Status'], (fields) => [makePod(fields)]],
  [['Roles', 'Addresses'], (fields) => [makeNode(fields)]],
  // A Service cut off before its end: no kind that is left has a type with an address, or asks for families.
  [['Type', 'IP'], (fields) => [makeService(fields), ...endpointsOfService(fields)]],
  [['Type', 'IP Families'], (fields) => [makeService(fields), ...endpointsOfService(fields)]],
];

/** The objects of the API that a description tells of; none: it describes something else. */
export function objectsDescribed(fields: Description): readonly Value[] {
  return KINDS.find(([has]) => has.every((key) => fields.has(key)))?.[1](fields) ?? [];
}

function metadataIn(fields: Description): Value {
  const labels = pairs(fields.values('Labels'));
  return told({
    name: fields.get('Name'),
    namespace: fields.get('Namespace'),
    labels: Object.keys(labels).length > 0 ? labels : undefined,
  });
}

/** `http  80/TCP`, `<unset>  80/TCP`, `8080/TCP`: name, number or name of a port, protocol. */
function readPort(text: string | undefined): { name?: string; port?: string; protocol?: string } {
  const [, name, port, protocol] = /^(?:(\S+)\s+)?([\w-]+)\/(TCP|UDP|SCTP)$/.exec(text ?? '') ?? [];
  return told({ name: known(name), port, protocol });
}

function makeService(fields: Description): Value {
  const addresses = [...new Set([fields.get('IP'), ...listed(fields.get('IPs'))])].filter(Boolean);
  const selector = pairs(fields.values('Selector'));
  const ingress = listed(fields.get('LoadBalancer Ingress')).map((word) => {
    const [, place = '', ipMode] = /^(\S+)(?: \((VIP|Proxy)\))?/.exec(word) ?? [];
    return /^[\d.]+$|:/.test(place) ? told({ ip: place, ipMode }) : { hostname: place };
  });
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataIn(fields),
    spec: told({
      type: fields.get('Type'),
      selector: Object.keys(selector).length > 0 ? selector : undefined,
      clusterIP: addresses[0],
      clusterIPs: addresses,
      ipFamilies: listed(fields.get('IP Families')),
      ipFamilyPolicy: fields.get('IP Family Policy'),
      ports: fields.runs('Port').filter(tellsPort).map(makeServicePort),
      externalIPs: listed(fields.get('External IPs')),
      externalName: fields.get('External Name'),
      loadBalancerIP: fields.get('Desired LoadBalancer IP'),
      loadBalancerSourceRanges: listed(fields.get('LoadBalancer Source Ranges')),
      sessionAffinity: fields.get('Session Affinity'),
      externalTrafficPolicy: fields.get('External Traffic Policy'),
      internalTrafficPolicy: fields.get('Internal Traffic Policy'),
      trafficDistribution: fields.get('Traffic Distribution'),
      healthCheckNodePort: number(fields.get('HealthCheck NodePort')),
    }),
    ...(ingress.length > 0 ? { status: { loadBalancer: { ingress } } } : {}),
  };
}

/** A port whose line was cut off tells none. */
const tellsPort = (fields: Description): boolean => number(readPort(fields.get('Port')).port) !== undefined;

function makeServicePort(fields: Description): Value {
  const { name, port, protocol } = readPort(fields.get('Port'));
  const target = readPort(fields.get('TargetPort')).port;
  const nodePort = number(readPort(fields.get('NodePort')).port);
  return told({ name, port: number(port), protocol, targetPort: number(target) ?? target, nodePort });
}

/** The annotation of a listing that was cut short; nothing of one that was not. */
const noteUnnamed = (count: number): Value =>
  count === 0 ? {} : { annotations: { [UNNAMED_ENDPOINTS]: String(count) } };

/** How many endpoints of a Service a description leaves out: of more than three it shows three. */
export function countMore(fields: Description): number {
  const more = fields.runs('Port').map((port) => /\+ (\d+) more\.\.\./.exec(port.get('Endpoints') ?? '')?.[1]);
  return Math.max(0, ...more.map(Number).filter((count) => count > 0));
}

/** The ready endpoints that a Service is described with: one subset a port, since each has its own list. */
function endpointsOfService(fields: Description): readonly Value[] {
  const subsets = fields.runs('Port').flatMap((port) => {
    const { name, protocol } = readPort(port.get('Port'));
    const places = listed(port.get('Endpoints')?.replace(/\+ \d+ more\.\.\./, ''));
    const found = places.flatMap((place) => {
      const [, ip, number] = /^\[?([\d.]+|[\da-f:.]+)\]?:(\d+)$/i.exec(place) ?? [];
      return ip === undefined ? [] : [{ ip, port: Number(number) }];
    });
    const ports = new Set(found.map((each) => each.port));
    return [...ports].map((number) => ({
      addresses: found.filter((each) => each.port === number).map(({ ip }) => ({ ip })),
      ports: [told({ name, port: number, protocol })],
    }));
  });
  if (subsets.length === 0) return fields.has('Endpoints') ? [emptySlice(fields)] : [];
  return [
    {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { ...metadataIn(fields), ...noteUnnamed(countMore(fields)) },
      subsets,
    },
  ];
}

/** `Endpoints: <none>`: that there are none is told. */
function emptySlice(fields: Description): Value {
  const [name, namespace] = [fields.get('Name'), fields.get('Namespace')];
  const metadata = told({ name: `${name}-none`, namespace, labels: { 'kubernetes.io/service-name': name } });
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata,
    addressType: 'IPv4',
    endpoints: [],
    ports: [],
  };
}

/** Rows of a table of ports: `http  8080  TCP`. */
function portRows(fields: Description): readonly Value[] {
  return fields.all.flatMap(({ key, value }) => {
    const [, name, port, protocol] = (key === '' ? /^(\S+)\s+(\d+)\s+(TCP|UDP|SCTP)$/.exec(value) : null) ?? [];
    return port === undefined ? [] : [told({ name: known(name), port: Number(port), protocol })];
  });
}

function makeEndpoints(fields: Description): Value {
  const subsets = fields
    .below('Subsets')
    .runs('Addresses')
    .map((subset) => {
      const addresses = (key: string): readonly Value[] => listed(subset.get(key)).map((ip) => ({ ip }));
      const [ready, notReady] = [addresses('Addresses'), addresses('NotReadyAddresses')];
      return told({ addresses: ready, notReadyAddresses: notReady, ports: portRows(subset) });
    });
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: metadataIn(fields), subsets };
}

function makeSlice(fields: Description): Value {
  const endpoints = fields
    .below('Endpoints')
    .runs('- Addresses')
    .map((endpoint) => {
      const [kind, name] = endpoint.get('TargetRef')?.split('/') ?? [];
      const ready = endpoint.get('Ready');
      return told({
        addresses: listed(endpoint.get('- Addresses')),
        conditions: ready === undefined ? undefined : { ready: ready === 'true' },
        hostname: endpoint.get('Hostname'),
        nodeName: endpoint.get('NodeName') ?? endpoint.get('kubernetes.io/hostname'),
        zone: endpoint.get('Zone'),
        targetRef: name === undefined ? undefined : { kind, name, namespace: fields.get('Namespace') },
      });
    });
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: metadataIn(fields),
    addressType: fields.get('AddressType'),
    ports: portRows(fields.below('Ports')),
    endpoints,
  };
}

/** `8080/TCP (http), 9090/TCP`; a host port of 0 is none. */
function containerPorts(container: Description): readonly Value[] {
  const portsIn = (key: string): readonly (RegExpExecArray | null)[] =>
    listed(container.get(key) ?? container.get(`${key}s`)).map((word) =>
      /^(\d+)\/(TCP|UDP|SCTP)(?: \(([\w-]+)\))?$/.exec(word),
    );
  const host = portsIn('Host Port');
  return portsIn('Port').flatMap((found, at) => {
    if (!found) return [];
    const [, port, protocol, name] = found;
    const hostPort = Number(host[at]?.[1] ?? 0);
    return [told({ name, containerPort: Number(port), protocol, hostPort: hostPort > 0 ? hostPort : undefined })];
  });
}

function makePod(fields: Description): Value {
  const [nodeName, hostIP] = fields.get('Node')?.split('/') ?? [];
  const podIP = fields.get('IP');
  const podIPs = fields.below('IPs').all.flatMap(({ key, value }) => (key === 'IP' ? [{ ip: value }] : []));
  const below = fields.below('Containers');
  const outermost = Math.min(...below.all.map(({ depth }) => depth));
  const names = below.all.filter(({ depth, value }) => depth === outermost && value === '').map(({ key }) => key);
  const containers = names.map((name) => {
    const [own] = below.runs(name);
    const rest = own!.all.slice(1);
    const end = rest.findIndex(({ depth }) => depth === outermost);
    return told({ name, ports: containerPorts(new Description(rest.slice(0, end < 0 ? undefined : end))) });
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadataIn(fields),
    spec: told({
      nodeName,
      // It is not printed; a Pod with the address of its host is on its network.
      hostNetwork: podIP !== undefined && podIP === hostIP ? true : undefined,
      containers,
    }),
    status: told({ phase: fields.values('Status')[0], podIP, podIPs, hostIP, conditions: conditionRows(fields) }),
  };
}

/** Rows of the table of conditions: their type and status are its first words. */
function conditionRows(fields: Description): readonly Value[] {
  return fields.below('Conditions').all.flatMap(({ key, value }) => {
    const [, type, status] = (key === '' ? /^(\w+)\s+(True|False|Unknown)\b/.exec(value) : null) ?? [];
    return type === undefined ? [] : [{ type, status }];
  });
}

function makeNode(fields: Description): Value {
  const addresses = fields
    .below('Addresses')
    .all.flatMap(({ key, value }) => (key === '' || known(value) === undefined ? [] : [{ type: key, address: value }]));
  const nodeInfo = told({
    kernelVersion: fields.get('Kernel Version'),
    kubeletVersion: fields.get('Kubelet Version'),
    kubeProxyVersion: fields.get('Kube-Proxy Version'),
  });
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: metadataIn(fields),
    spec: told({ podCIDR: fields.get('PodCIDR'), podCIDRs: listed(fields.get('PodCIDRs')) }),
    status: told({ addresses, nodeInfo, conditions: conditionRows(fields) }),
  };
}

/** A line of what `kubectl describe` printed: `Selector:  app=web`, or one that goes on with the field above it. */
export interface DescribedField {
  /** Empty: the line goes on with the field before it, or is a row of a table in it. */
  readonly key: string;
  readonly value: string;
  /** How far in it stands behind the object's `Name:`. */
  readonly depth: number;
}

const KEY = /^(-? *[A-Za-z][\w /().-]*?):(?:\s+(.*))?$/;
const NONE = /^<(?:none|unset|nil|unknown)>$/;

/** What a field has; what `<none>` and `<unset>` stand for is nothing. */
function known(value: string | undefined): string | undefined {
  return value === undefined || value === '' || NONE.test(value) ? undefined : value;
}

/** Words between commas: `10.244.0.5,10.244.0.6`, `10.0.0.1 (VIP), 10.0.0.2 (VIP)`. */
function listed(value: string | undefined): readonly string[] {
  return (known(value) ?? '').split(',').flatMap((word) => known(word.trim()) ?? []);
}

/** `app=web`, one a line or between commas. */
function pairs(values: readonly string[]): Readonly<Record<string, string>> {
  const words = values.flatMap(listed);
  return Object.fromEntries(words.map((word) => [word.split('=', 1)[0]!, word.slice(word.indexOf('=') + 1)]));
}

/** A line as a field; `valueAt`: where the values of the field before it begin, behind the object's margin. */
export function readDescribed(text: string, depth: number, valueAt: number): DescribedField {
  const [, key, value = ''] = (valueAt > 0 && depth === valueAt ? null : KEY.exec(text)) ?? [];
  if (key === undefined) return { key: '', value: text, depth };
  // An item of a list stands where its dash does not.
  const bare = key.replace(/^- +/, '');
  return { key: bare === key ? key : `- ${bare}`, value, depth: depth + key.length - bare.length };
}

/** The lines of one object. */
export class Description {
  readonly all: readonly DescribedField[];

  constructor(all: readonly DescribedField[]) {
    this.all = all;
  }

  has(key: string): boolean {
    return this.all.some((field) => field.key === key);
  }

  /** The first value of a field, wherever it stands. */
  get(key: string): string | undefined {
    return known(this.all.find((field) => field.key === key)?.value);
  }

  /** All values of the field at the margin: on its line and on those that go on with it. */
  values(key: string): readonly string[] {
    const at = this.all.findIndex((field) => field.key === key && field.depth === 0);
    if (at < 0) return [];
    const rest = this.all.slice(at + 1);
    const end = rest.findIndex((field) => field.key !== '');
    return [this.all[at]!, ...rest.slice(0, end < 0 ? undefined : end)].map(({ value }) => value);
  }

  /** What stands further in below a field at the margin. */
  below(key: string): Description {
    const at = this.all.findIndex((field) => field.key === key && field.depth === 0);
    const rest = at < 0 ? [] : this.all.slice(at + 1);
    const end = rest.findIndex(({ depth }) => depth === 0);
    return new Description(rest.slice(0, end < 0 ? undefined : end));
  }

  /** Runs that begin with a field of that name: the ports of a Service, the endpoints of a slice. */
  runs(first: string): readonly Description[] {
    const runs: DescribedField[][] = [];
    for (const field of this.all) {
      if (field.key === first) runs.push([]);
      runs.at(-1)?.push(field);
    }
    return runs.map((run) => new Description(run));
  }
}
