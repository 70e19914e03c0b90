import { asLast, type Memo } from '../../../lib/memo';
import { contains, parseCidr, type Cidr } from '../../../net/ip';
import { featuresSince } from '../../changes';
import { ownNode, LABEL_ZONE, type ClusterObjects, type Labels } from '../../types';
import { addressOfText } from './addresses';
import { CILIUM_CHANGES } from './changes';
import { ciliumSettings, type CiliumConfig, type CiliumSettings } from './cilium-config';

type CiliumFeatures = Readonly<Record<keyof typeof CILIUM_CHANGES, boolean>>;

/** An address of the node, a row of the agent's table `node-addresses`. */
export interface CiliumNodeAddress {
  readonly address: string;
  /** NodePorts answer at it. */
  readonly nodePort: boolean;
}

/** Input of one agent. */
export interface CiliumInput {
  /** Defaults filled, EndpointSlices present. */
  readonly cluster: ClusterObjects;
  readonly node: string;
  readonly config: CiliumConfig;
  /** Cilium's: `1.18`. */
  readonly release: string;
  /** Absent: the first InternalIP of each family, and with `nodeport-addresses` all addresses of the node in them. */
  readonly nodeAddresses?: readonly CiliumNodeAddress[];
  /** Backends a health check gave up, by Service: `test/echo 10.244.1.2:80/TCP`. */
  readonly unhealthy?: readonly string[];
  /** Results of earlier syncs. Absent: none. */
  readonly memo?: Memo;
}

/** All an agent knows besides Services, slices and Pods. Plain data: equal ones are the same object. */
export interface CiliumContext {
  readonly node: string;
  readonly zone: string;
  readonly labels: Labels;
  readonly settings: CiliumSettings;
  readonly features: CiliumFeatures;
  /** Where NodePorts answer, in order. */
  readonly nodePortAddresses: readonly string[];
  /** Every address of the node. */
  readonly ownAddresses: readonly string[];
  readonly unhealthy: readonly string[];
}

const sameContext = asLast<CiliumContext>();

/** The context of an input; equal ones are the same object. */
export function makeCiliumContext(input: CiliumInput, memo: Memo): CiliumContext {
  const { cluster, node, config, release, unhealthy = [] } = input;
  const settings = ciliumSettings(config);
  const labels = ownNode(cluster, node)?.metadata.labels ?? {};
  const addresses = input.nodeAddresses ?? listNodeAddresses(input, settings);
  const context: CiliumContext = {
    node,
    zone: labels[LABEL_ZONE] ?? '',
    labels,
    settings,
    features: featuresSince(CILIUM_CHANGES, { release }),
    nodePortAddresses: addresses.filter(({ nodePort }) => nodePort).map(({ address }) => address),
    ownAddresses: addresses.map(({ address }) => address),
    unhealthy,
  };
  return sameContext(context, memo);
}

/** The Node's own: the first InternalIP of a family answers NodePorts, or those `nodeport-addresses` names. */
function listNodeAddresses({ cluster, node }: CiliumInput, settings: CiliumSettings): CiliumNodeAddress[] {
  const named = ownNode(cluster, node)?.status.addresses ?? [];
  const internal = named.filter(({ type }) => type === 'InternalIP').map(({ address }) => address);
  const all = named.filter(({ type }) => type === 'InternalIP' || type === 'ExternalIP').map(({ address }) => address);
  const wanted = readCidrs(settings['nodeport-addresses']);
  const first = new Set([internal.find((each) => !each.includes(':')), internal.find((each) => each.includes(':'))]);
  const answers = (address: string): boolean => (wanted.length > 0 ? isWithin(wanted, address) : first.has(address));
  return all.map((address) => ({ address, nodePort: answers(address) }));
}

function readCidrs(text: string): readonly Cidr[] {
  return text.split(',').flatMap((each) => {
    const parsed = parseCidr(each.trim());
    return parsed.ok ? [parsed.value] : [];
  });
}

function isWithin(ranges: readonly Cidr[], text: string): boolean {
  const address = addressOfText(text);
  return address !== undefined && ranges.some((range) => contains(range, address));
}
