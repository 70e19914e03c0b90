import { getNamespace, type ServiceObject } from '../../kubernetes/types';
import { nameKey } from '../../document/edits/offered-flows';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import { quoteWords } from './quoted-words';
import { pathOfService } from './told-pods';

/** Surroundings that give addresses to load balancers each in its way, with words that name them; the narrower first. */
const SURROUNDINGS = [
  ['minikube', /\bminikube\b/i],
  ['k3s', /\bk3[sd]\b|\bsvclb-|\bklipper-lb\b/i],
  ['microk8s', /\bmicrok8s\b/i],
  ['kind', /\bkind (?:create|get|delete|cluster|node)|\bkindest\/node|-control-plane\b|\bKinD\b/],
  ['metallb', /\bmetallb\b/i],
  ['cloud', /\b(?:EKS|AKS|GKE|DOKS|DigitalOcean|OpenStack|cloud[- ]controller[- ]manager|aws-load-balancer)\b/i],
] as const;

/** `external IP is in <pending>`, in somebody’s words. */
const PENDING_WORDS =
  /\b(?:external|load ?balancer)[- ]?(?:ip|address)?\b[^.\n]{0,60}\bpending\b|\bpending\b[^.\n]{0,60}\bexternal[- ]?ip\b/i;
const LONGEST = 600;

const isSaidPending = (texts: readonly Pick<LinedText, 'text'>[]): boolean =>
  texts.some(({ text }) => text.split('\n', 5000).some((line) => line.length <= LONGEST && PENDING_WORDS.test(line)));

function findSurroundings(texts: readonly Pick<LinedText, 'text'>[]): string {
  return SURROUNDINGS.find(([, words]) => texts.some(({ text }) => words.test(text)))?.[0] ?? 'none';
}

/** A Service of type LoadBalancer of which a status, a table or words say that nobody gave it an address, with who would. */
export function findPending(
  services: readonly ServiceObject[],
  texts: readonly Pick<LinedText, 'text'>[],
): readonly EvidenceFinding[] {
  const waiting = services.filter(({ spec, status }) => {
    const { loadBalancer } = (status ?? {}) as { readonly loadBalancer?: { readonly ingress?: readonly unknown[] } };
    if (spec.type !== 'LoadBalancer' || (loadBalancer?.ingress ?? []).length > 0) return false;
    return loadBalancer !== undefined || isSaidPending(texts);
  });
  return waiting.map((service): EvidenceFinding => {
    const ports = (service.spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []);
    const values = { name: service.metadata.name, namespace: getNamespace(service), where: findSurroundings(texts) };
    return {
      id: 'pending-balancer',
      severity: 'warning',
      says: phrase('evidence.pending-balancer', {
        name: nameKey(service),
        ports: quoteWords(ports.map(String)) || 'none',
      }),
      next: phrase('evidence.next.pending-balancer', values),
      path: pathOfService(service),
      words: [service.metadata.name, '<pending>'],
    };
  });
}
