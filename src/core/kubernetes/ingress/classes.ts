import type { OtherObject } from '../types';

/** The Pods of a Gateway (GEP-1762). */
export const GATEWAY_LABEL = 'gateway.networking.k8s.io/gateway-name';

const DEFAULT = 'ingressclass.kubernetes.io/is-default-class';

/** The IngressClass of Ingresses that name none; where only one is asked for, the first of all. */
export function findDefaultClass(others: readonly OtherObject[]): OtherObject | undefined {
  const classes = others.filter(({ kind }) => kind === 'IngressClass');
  return classes.find(isDefaultClass) ?? classes[0];
}

/** Is it the class of Ingresses that name none? */
export function isDefaultClass({ metadata }: OtherObject): boolean {
  return metadata?.annotations?.[DEFAULT] === 'true';
}
