import type { Device } from '../../linux/namespace';
import { CALICO } from './calico';
import { DOCKER } from './docker';
import { FIREWALLD } from './firewalld';
import { HOST_PORTS } from './hostports';
import { KUBELET } from './kubelet';
import { FLANNEL, IP_MASQ_AGENT } from './masquerade';
import { NODE_LOCAL_DNS } from './nodelocaldns';
import type { RuleWriter } from './writer';

/** The programs besides kube-proxy that write rules: one line each. */
export const RULE_WRITERS = [
  KUBELET,
  HOST_PORTS,
  FLANNEL,
  IP_MASQ_AGENT,
  CALICO,
  DOCKER,
  FIREWALLD,
  NODE_LOCAL_DNS,
] as const;

/** Name of a program in the annotation `rulewalk/rule-writers`; it follows from the list above. */
export type WriterId = (typeof RULE_WRITERS)[number]['id'];

/** kube-proxy, where it is named among the others: it starts last unless it is. */
export const PROXY = 'kube-proxy';

/** Programs in the order they start. */
export type WriterOrder = readonly (WriterId | typeof PROXY)[];

/** Ids of all rule writers, in the order they are offered. */
export const WRITER_IDS: readonly WriterId[] = RULE_WRITERS.map(({ id }) => id);

/** A program by its id. */
export function ruleWriter(id: WriterId): RuleWriter<WriterId> {
  return RULE_WRITERS.find((writer) => writer.id === id) ?? KUBELET;
}

/** Reads `kubelet, kube-proxy, docker`; undefined: a word is no program, or stands twice. */
export function readWriters(text: string): WriterOrder | undefined {
  const words = text.split(/[,\s]+/).filter((word) => word !== '');
  const known: ReadonlySet<string> = new Set([PROXY, ...WRITER_IDS]);
  const isFine = words.every((word, at) => known.has(word) && words.indexOf(word) === at);
  return isFine ? (words as unknown as WriterOrder) : undefined;
}

/** All that start, kube-proxy with them: last, where nothing else is said. */
export function withProxy(order: WriterOrder): WriterOrder {
  return order.includes(PROXY) ? order : [...order, PROXY];
}

/** In the order they write; who keeps its rules first wrote last. */
export function startOrder(order: WriterOrder): WriterOrder {
  const all = withProxy(order);
  const isLast = (id: WriterOrder[number]): boolean => id !== PROXY && ruleWriter(id).keepsFirst === true;
  return [...all.filter((id) => !isLast(id)), ...all.filter(isLast)];
}

/** Devices that programs add to a node besides rules. */
export function writerDevices(order: WriterOrder = []): readonly Device[] {
  return order.flatMap((id) => (id === PROXY ? [] : (ruleWriter(id).devices ?? [])));
}
