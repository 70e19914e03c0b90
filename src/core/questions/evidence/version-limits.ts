import { phrase } from '../../lib/phrase';
import type { CountedLine } from './contrasts';
import type { EvidenceFinding } from './evidence-finding';

/** Numbers of a version, the first the one that counts most. */
type Version = readonly number[];

/** `from 0.13.12 to 0.14.2`, `0.13.12 -> v0.14.2`. */
const UPGRADE =
  /\bv?(\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)\b["'`]{0,2} {0,3}(?:to|->|→|=>) {0,3}(?:version )?["'`]{0,2}v?(\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)\b/i;
/** `Linux box 5.10.0-28-amd64`, `Kernel Version: 5.4.17`, `uname -r`'s own line. */
const KERNEL = /\b(?:linux \S{1,63}|kernel(?:[- ]version)?\S{0,3}:?) {1,4}(\d\.\d{1,2})\.\d{1,4}[-\w.+]{0,40}/i;
/** kube-proxy is set to nftables, by a field, a flag or somebody's words. */
const NFTABLES =
  /\bmode: {1,3}["']?nftables\b|--proxy-mode[= ]nftables\b|\bkube-?proxy\b.{0,60}\bnftables mode\b|\bnftables mode\b.{0,60}\bkube-?proxy\b|"Using nftables Proxier"/i;
const LONGEST = 600;
const MOST_LINES = 5000;

const readVersion = (words: string): Version => words.split('.').map(Number);

function isBefore(one: Version, other: Version): boolean {
  const at = other.findIndex((number, index) => (one[index] ?? 0) !== number);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

function findLines<T>(
  text: string,
  read: (line: string) => T | undefined,
): (CountedLine & { readonly is: T }) | undefined {
  for (const [at, line] of text.split('\n', MOST_LINES).entries()) {
    const is = line.length > LONGEST ? undefined : read(line);
    if (is !== undefined) return { is, line, number: at + 1 };
  }
  return undefined;
}

/** MetalLB leaves out nodes with the label exclude-from-external-load-balancers since 0.14 (metallb#2073, #2280). */
const METALLB_EXCLUDES: Version = [0, 14];
/** nftables mode asks for this kernel (pkg/proxy/nftables/proxier.go: getNFTablesInterface). */
const NFTABLES_KERNEL: Version = [5, 13];

/** A step over 0.14 in a text on addresses of MetalLB that are not announced any more. */
function findExcludes(text: string): readonly EvidenceFinding[] {
  if (!/\bmetallb\b/i.test(text) || !/\barp\b|\bannounc|\badvertis|\breach|\bunreachable\b/i.test(text)) return [];
  const step = findLines(text, (line) => {
    const [, from, to] = UPGRADE.exec(line) ?? [];
    if (from === undefined || to === undefined || !from.startsWith('0.')) return undefined;
    const isOver = isBefore(readVersion(from), METALLB_EXCLUDES) && !isBefore(readVersion(to), METALLB_EXCLUDES);
    return isOver ? { from, to } : undefined;
  });
  if (!step) return [];
  const says = phrase('evidence.limit.metallb-excludes', { ...step.is, line: String(step.number) });
  const next = phrase('evidence.limit-next.metallb-excludes');
  return [{ id: 'limit-metallb-excludes', severity: 'warning', says, next, words: [step.line.trim()] }];
}

/** nftables mode beside a kernel that it refuses. */
function findOldKernel(text: string): readonly EvidenceFinding[] {
  const mode = findLines(text, (line) => (NFTABLES.test(line) ? line : undefined));
  const kernel = mode && findLines(text, (line) => KERNEL.exec(line)?.[1]);
  if (!kernel || !isBefore(readVersion(kernel.is), NFTABLES_KERNEL)) return [];
  const values = { kernel: kernel.is, line: String(kernel.number), mode: String(mode.number) };
  const says = phrase('evidence.limit.nftables-kernel', values);
  const next = phrase('evidence.limit-next.nftables-kernel');
  return [{ id: 'limit-nftables-kernel', severity: 'error', says, next, words: [kernel.line.trim()] }];
}

/** `name: enable_service_security` above its value, or the flag. */
const SECURITY = /\benable_service_security\b|--onlyAllowTrafficServicePorts(?:=true)?\b(?!=false)/;
/** The machine that has the address, as people say it. */
const OWN_NODE =
  /\b(?:same|own) (?:node|host|machine)\b|\b(?:node|host|machine)s? (?:hosting|holding|owning|that (?:has|holds|hosts|owns))\b/i;

/** kube-vip that drops what is not for a port of the Service, beside an address that its own machine does not reach (kube-vip#560, #1086). */
function findKubeVipSecurity(text: string): readonly EvidenceFinding[] {
  const setting = findLines(text, (line) => SECURITY.exec(line)?.[0]);
  if (!setting || !findLines(text, (line) => (OWN_NODE.test(line) ? line : undefined))) return [];
  const following = text
    .split('\n', MOST_LINES)
    .slice(setting.number - 1, setting.number + 1)
    .join(' ');
  if (setting.is.startsWith('enable') && !/\bvalue: {1,3}["']?true\b|security["']?[:=] {0,3}["']?true/i.test(following))
    return [];
  const values = { setting: setting.is.replace(/=true$/, ''), line: String(setting.number) };
  const says = phrase('evidence.kube-vip-security', values);
  const next = phrase('evidence.next.kube-vip-security', values);
  return [{ id: 'kube-vip-security', severity: 'warning', says, next, words: [setting.line.trim()] }];
}

/** Longer texts are dumps. */
const LONGEST_TEXT = 200_000;

/** Finds versions of a text that a known limit stands between: what a program asks of the kernel, what it does otherwise since a release. */
export function findOfVersions(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) =>
    text.length > LONGEST_TEXT ? [] : [...findOldKernel(text), ...findExcludes(text), ...findKubeVipSecurity(text)],
  );
}
