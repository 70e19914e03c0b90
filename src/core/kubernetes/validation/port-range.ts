/** Ports a proxy may listen on. */
export interface ProxyPortRange {
  readonly base: number;
  readonly size: number;
  /** Nobody gave a range, so the kernel picks: `net.ipv4.ip_local_port_range`. */
  readonly ephemeral: boolean;
}

const EPHEMERAL: ProxyPortRange = { base: 32_768, size: 28_232, ephemeral: true };

/** `a-b`, `a+n` (a to a+n), one port, or nothing; undefined: it is none of them. */
export function parsePortRange(text: string): ProxyPortRange | undefined {
  if (text === '' || text === '0' || text === '0-0') return EPHEMERAL;
  const found = /^(\d+)(?:([-+])(\d+))?$/.exec(text.trim());
  if (!found) return undefined;
  const base = Number(found[1]);
  const second = Number(found[3] ?? 0);
  const last = found[2] === '-' ? second : base + second;
  if (base < 1 || last < base || last > 65_535) return undefined;
  return { base, size: last - base + 1, ephemeral: false };
}
