import { isUnspecified } from '../../../net/ip';
import type { LbFlag, LbService } from '../../../linux/ebpf/lb-maps';
import type { CiliumContext } from './context';
import type { Frontend } from './frontends';

/** Can packets from outside use it? A wildcard is only looked up by sockets. */
function isRoutable({ address, type }: Frontend, { settings }: CiliumContext): boolean {
  return !isUnspecified(address) && (type !== 'ClusterIP' || settings['bpf-lb-external-clusterip']);
}

function checksRanges({ type, service }: Frontend, { features, settings }: CiliumContext): boolean {
  if (service.sourceRanges.length === 0) return false;
  if (!features.rangesOfVips || settings['bpf-lb-source-range-all-types']) return true;
  return type === 'LoadBalancer' || (features.rangesOfExternalIPs && type === 'ExternalIPs');
}

function isDsr({ service, protocol }: Frontend, { features, settings }: CiliumContext): boolean {
  if (service.forwardingMode) return service.forwardingMode === 'dsr';
  const mode = settings['bpf-lb-mode'];
  return mode === 'dsr' || (mode === 'hybrid' && features.hybridSetsDsr && protocol === 'TCP');
}

/** The bits of a frontend's master and slots (pkg/loadbalancer NewSvcFlag), in the order they are printed. */
export function flagsOf(frontend: Frontend, context: CiliumContext): LbFlag[] {
  const { type, service } = frontend;
  const checks = checksRanges(frontend, context);
  const bits: readonly (readonly [LbFlag, boolean])[] = [
    ['Local', service.extLocal],
    ['InternalLocal', service.intLocal],
    ['two-scopes', service.extLocal !== service.intLocal && type !== 'ClusterIP'],
    ['sessionAffinity', service.affinityTimeout > 0],
    ['non-routable', !isRoutable(frontend, context)],
    ['check source-range', checks],
    ['deny', checks && service.denies],
    ['loopback', service.loopback],
    ['delegate-if-local', service.delegates],
    ['dsr', isDsr(frontend, context)],
  ];
  return bits.filter(([, isSet]) => isSet).map(([flag]) => flag);
}

/** Has the frontend a Maglev table (pkg/loadbalancer/reconciler useMaglev)? An annotation decides, else the agent. */
export function usesMaglev(frontend: Frontend, { settings }: CiliumContext): boolean {
  const { address, type, service } = frontend;
  if (isUnspecified(address)) return false;
  if (service.algorithm) return service.algorithm === 'maglev';
  if (settings['bpf-lb-algorithm'] !== 'maglev') return false;
  return type !== 'ClusterIP' || settings['bpf-lb-external-clusterip'];
}

/** The counts of a master: those that take new connections, and the others (KEP-1669: without any other, terminating ones). */
export function countsOf({ backends }: Frontend): Pick<LbService, 'count' | 'qcount'> {
  const slots = backends.filter(({ state }) => state !== 'maintenance');
  const active = slots.filter(({ state, unhealthy }) => state === 'active' && !unhealthy).length;
  const terminating = slots.filter(({ state, unhealthy }) => state === 'terminating' && !unhealthy).length;
  const count = active > 0 ? active : terminating;
  return { count, qcount: slots.length - count };
}
