import { HOOKS } from '../../hooks';
import type { NftBase, NftFamily } from '../types';
import { parsePriority } from './priority';
import type { ChainDraft } from './table-builder';

const unquoted = (text: string): string => text.trim().replaceAll(/^"|"$/g, '');

const TYPES = ['filter', 'nat', 'route'] as const;

/** `type filter hook prerouting priority raw + 10`; undefined: it cannot be read. */
export function parseBase(text: string, family: NftFamily): NftBase | undefined {
  const parts = /^type\s+(\w+)\s+hook\s+(\w+)\s*(.*?)\s*priority\s+(.+)$/s.exec(text);
  const type = TYPES.find((each) => each === parts?.[1]);
  const word = (parts?.[2] ?? '').toUpperCase();
  const hook = HOOKS.find((each) => each === word) ?? (word === 'INGRESS' || word === 'EGRESS' ? word : undefined);
  const priority = parsePriority(parts?.[4] ?? '', family);
  if (!type || !hook || priority === undefined) return undefined;
  const devices = [...(parts?.[3] ?? '').replace(/^devices?\s*=?/, '').matchAll(/[\w.@-]+/g)].map(([name]) => name);
  return { type, hook, priority, policy: 'ACCEPT', ...(devices.length > 0 ? { devices } : {}) };
}

const DECLARES = /^(?:type|policy|comment|flags)\s/;

/** A line of a chain that is no rule. True: it was one. */
export function readChainLine(text: string, chain: ChainDraft, family: NftFamily): boolean {
  if (!DECLARES.test(text)) return false;
  if (/^type\s+\w+\s+hook\s/.test(text)) {
    const base = parseBase(text, family);
    if (base) chain.base = { ...base, policy: chain.base?.policy ?? base.policy };
    return base !== undefined;
  }
  const policy = /^policy\s+(accept|drop)$/.exec(text)?.[1];
  if (policy) {
    if (chain.base) chain.base = { ...chain.base, policy: policy === 'drop' ? 'DROP' : 'ACCEPT' };
    return true;
  }
  if (/^comment\s+["\w]/.test(text)) {
    chain.comment = unquoted(text.slice('comment'.length));
    return true;
  }
  return /^flags\s+offload$/.test(text);
}

/** The text between quotes. */
export function unquote(text: string): string {
  return unquoted(text);
}
