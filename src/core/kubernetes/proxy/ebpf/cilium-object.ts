import type { OtherObject } from '../../types';
import { readCiliumConfig, type CiliumConfig } from './cilium-config';

const NAME = 'cilium-config';

/** Is it the ConfigMap that cilium-agent reads its flags from? */
export function isCiliumObject({ kind, metadata }: OtherObject): boolean {
  return kind === 'ConfigMap' && metadata?.name === NAME;
}

/** The flags of that ConfigMap; what it does not say is as the agent has it. */
export function ciliumOfObject(object: OtherObject & { readonly data?: unknown }): CiliumConfig {
  const { data } = object;
  return readCiliumConfig(typeof data === 'object' && data !== null ? { ...data } : {}).config;
}

/** The ConfigMap of some flags: values are texts. */
export function objectOfCilium(config: CiliumConfig): OtherObject {
  const data = { 'kube-proxy-replacement': 'true', ...mapTexts(config) };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: NAME, namespace: 'kube-system' },
    data,
  } as OtherObject;
}

function mapTexts(config: CiliumConfig): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]));
}
