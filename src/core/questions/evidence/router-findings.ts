import { readRouterFlags, type RouterFlags } from '../../paste/machine/router-flags';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

/** A Service that is to be asked from outside. */
const BALANCED = /\btype: {0,4}["']?LoadBalancer\b|^Type: {1,30}LoadBalancer\b|\S {1,30}LoadBalancer {1,30}\S/m;
/** Annotations that announce the addresses of one Service. */
const ANNOTATED = /kube-router\.io\/service\.advertise\.loadbalancerip["']?: ?["']?true/;

/** What is missing on the way of an address that a Service is to have outside, the first of them in the order of that way. */
type RouterGap = 'none' | 'unranged' | 'unallocated' | 'unannounced' | 'unrouted' | 'unpeered';

function findGap(flags: RouterFlags, text: string): RouterGap {
  const { isAllocator, isRouter, ranges, announced, peers } = flags;
  if (!isAllocator && ranges.length > 0) return 'unallocated';
  if (!isAllocator) return 'none';
  if (ranges.length === 0) return 'unranged';
  if (!announced.includes('loadBalancerIP') && !ANNOTATED.test(text)) return 'unannounced';
  if (!isRouter) return 'unrouted';
  return peers.length === 0 ? 'unpeered' : 'none';
}

/** Longer texts are dumps. */
const LONGEST_TEXT = 400_000;

/**
 * Finds who carries Services, gives them addresses and announces these where flags of kube-router tell it, and what of that way is missing for a
 * LoadBalancer of the text.
 */
export function findOfRouter(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }): readonly EvidenceFinding[] => {
    const flags = text.length > LONGEST_TEXT ? undefined : readRouterFlags(text);
    if (!flags) return [];
    const gap = findGap(flags, text);
    const values = {
      proxy: flags.isProxy ? 'yes' : 'no',
      router: flags.isRouter ? 'yes' : 'no',
      firewall: flags.isFirewall ? 'yes' : 'no',
      allocator: flags.isAllocator ? 'yes' : 'no',
      ranges: quoteWords(flags.ranges) || 'none',
      announced: quoteWords(flags.announced) || 'none',
      peers: quoteWords(flags.peers) || 'none',
      mesh: flags.isMesh ? 'yes' : 'no',
      gap,
    };
    return [
      {
        id: 'router-flags',
        severity: gap !== 'none' && BALANCED.test(text) ? 'warning' : 'info',
        says: phrase('evidence.router-flags', values),
        next: phrase('evidence.next.router-flags', values),
        words: [flags.line.trim()],
      },
    ];
  });
}
