import { parseCidr, parseIp } from '../../net/ip';

/** The API's name formats (k8s.io/apimachinery/pkg/util/validation). */
const LABEL_1123 = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** A label of a DNS name: at most 63 of a-z, 0-9 and `-`. */
export function isDns1123Label(text: string): boolean {
  return text.length <= 63 && LABEL_1123.test(text);
}

/** As a DNS-1123 label, but beginning with a letter: Service names. */
export function isDns1035Label(text: string): boolean {
  return text.length <= 63 && LABEL_1035.test(text);
}

/** Labels joined by dots, at most 253 characters: names of Nodes and Pods. */
export function isDns1123Subdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL_1123.test(label));
}

/** A name of a container port: at most 15 of a-z, 0-9 and single `-`, with a letter in it. */
export function isPortName(text: string): boolean {
  return text.length <= 15 && LABEL_1123.test(text) && /[a-z]/.test(text) && !text.includes('--');
}

/** A key of a label: an optional DNS prefix and `/`, then at most 63 characters. */
export function isLabelKey(text: string): boolean {
  const parts = text.split('/');
  if (parts.length > 2) return false;
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return name !== '' && isLabelValue(name) && (prefix === undefined || isDns1123Subdomain(prefix));
}

/** A value of a label: at most 63 characters, may be empty. */
export function isLabelValue(text: string): boolean {
  return text.length <= 63 && LABEL_VALUE.test(text);
}

/** 1 to 65535. */
export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** An IPv4 or IPv6 address. */
export function isIp(text: string): boolean {
  return parseIp(text).ok;
}

/** An address with a prefix length. */
export function isCidr(text: string): boolean {
  return text.includes('/') && parseCidr(text).ok;
}
