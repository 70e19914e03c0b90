import type { EvidenceFinding } from './evidence-finding';

/** What a report says it looked at and found in order. */
type Topic = 'mtu' | 'firewall' | 'policy' | 'checksum' | 'forwarding' | 'local';

/** How people say so; a clause that goes on with what it mended says the opposite. */
const SAID: readonly (readonly [Topic, RegExp])[] = [
  [
    'mtu',
    /\bMTU\b[^.\n]{0,40}\b(?:is|are|looks?|seems?) (?:all )?(?:correct|right|fine|ok|good|the same|identical|consistent|set correctly)\b|\b(?:checked|verified|ruled out) (?:the )?MTU\b/i,
  ],
  [
    'firewall',
    /\b(?:firewalld?|ufw|iptables service|host firewall)\b[^.\n]{0,40}\b(?:inactive|disabled|stopped|turned off|not running|not installed|not enabled|allows? all|is off)\b|\b(?:no|without(?: any| a)?|disabled(?: the)?|turned off(?: the)?|there(?: is|['’]s) no) (?:host |local |active )?(?:firewalld?|ufw)\b/i,
  ],
  [
    'policy',
    /\b(?:no|without(?: any)?|not using(?: any)?|removed all|deleted all)\b[^.\n]{0,20}\bnetwork ?polic(?:y|ies)\b(?! (?:controller|engine|enforcement))/i,
  ],
  [
    'checksum',
    /\b(?:checksum|tx[- ]checksum|offload(?:ing)?)\b[^.\n]{0,60}\b(?:already|did(?: not|n['’]t) help|no (?:difference|effect|change)|made no)\b|tx-checksum-ip-generic: off/i,
  ],
  ['local', /\bexternalTrafficPolicy\b[^.\n]{0,20}\bCluster\b/i],
  ['forwarding', /\bip_forward ?= ?1\b[^\n]{0,200}$|\bip forwarding is (?:enabled|on)\b/im],
];

/** `disabling firewalld fixed it`: then it was the firewall. */
const MENDED =
  /\b(?:fix(?:es|ed)?|solv(?:es|ed)|resolv(?:es|ed)|help(?:s|ed)|works? (?:again|fine|now|then|when|after|if)|heals?|mended|(?:once|after|when|if|until|unless) (?:i |we |you )?(?:disabl|stop|turn))/i;
const NO_HELP =
  /\b(?:did(?: not|n['’]t)|does(?: not|n['’]t)|no|nothing|never) (?:\w+ ){0,2}(?:fix|solve|help|resolve)/i;

/** Causes that only fit, by what they put down to a topic. */
const CAUSES: Readonly<Record<Topic, RegExp>> = {
  mtu: /^(?:known-(?:size-of-packets|cilium-wireguard-size)|pair-tunnel-size)$/,
  firewall: /^(?:known-(?:tunnel-blocked|host-prohibits|ufw-and-pods)|pair-host-firewall)$/,
  policy: /^(?:known-(?:policy-webhook|egress-names|cilium-nodes-by-address|ingress-by-policy)|pair-policy-service)$/,
  checksum: /^known-tunnel-checksums$/,
  forwarding: /^known-forward\w*$/,
  local: /^(?:pair-(?:local-balancer|cilium-local)|known-no-local-endpoint|symptom-health-local)$/,
};

const LONGEST_TEXT = 60_000;
const LONGEST_LINE = 1500;

function readTopics(text: string): readonly Topic[] {
  if (text.length > LONGEST_TEXT) return [];
  const lines = text
    .split('\n')
    .filter((line) => line.length <= LONGEST_LINE && (!MENDED.test(line) || NO_HELP.test(line)));
  const settled = SAID.flatMap(([topic, form]) => (lines.some((line) => form.test(line)) ? [topic] : []));
  // Who tried both has not one of them.
  return settled.filter((topic) => topic !== 'local' || !/\bLocal\b/.test(text));
}

/**
 * Leaves out causes that only fit where the report itself says that what they need was looked at and is in order (“MTU settings are correct”,
 * “firewalld is disabled”). What lines of output prove is kept, whatever is said.
 */
export function withoutSettled(
  found: readonly EvidenceFinding[],
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const settled = texts.flatMap(({ text }) => readTopics(text));
  return found.filter(({ id, severity }) => severity === 'error' || !settled.some((topic) => CAUSES[topic].test(id)));
}
