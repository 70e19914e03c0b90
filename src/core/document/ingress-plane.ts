import { INGRESS, type IngressPlane } from '../kubernetes/ingress';
import { dialByRequest } from '../sim/http-proxy';
import type { Planes } from './kernel-parts';

const withReader: IngressPlane['withIngress'] = (...given) => {
  const { network, findings } = INGRESS.withIngress(...given);
  return { network: { ...network, reader: dialByRequest }, findings };
};

/** What a cluster with Ingresses or HTTPRoutes needs: who reads requests, and what becomes of each. */
export const INGRESS_PLANE: Planes = { ingress: { withIngress: withReader } };
