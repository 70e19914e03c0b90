import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on a pasted text of which nothing is read. */
export const RULELESS_PHRASES = {
  'analysis.text.empty': 'This text is empty. Paste what a command printed, as iptables-save or nft list ruleset.',
  'analysis.text.command':
    '{count, plural, one {This is a command} other {These are # commands}} ({command}), without what {count, plural, one {it} other {they}} printed. Run {count, plural, one {it} other {them}} and paste the output.',
  'analysis.text.command-unread':
    'This is what {command} printed, which is not read here: it tells neither rules nor addresses. Add iptables-save or nft list ruleset of the same node.',
  'analysis.text.failed-command':
    'A command failed and says: {message} There is no output to read in this text. Run it as root on the node itself and paste what it prints.',
  'analysis.text.did':
    'kubectl says what it did ({said}), not what is there now. Paste kubectl get services,endpointslices,pods,nodes -A -o yaml, or iptables-save of a node.',
  'analysis.text.cni-plugins':
    'This lists programs of CNI ({names}), which are installed; which of them joins Pods the configuration says. Paste the files in /etc/cni/net.d, and iptables-save of the node.',
  'analysis.text.cni-files':
    'This lists files, among them the CNI configuration {file}, without what is in it. Paste its contents (cat /etc/cni/net.d/{file}).',
  'analysis.text.cni-error':
    'This is an error of CNI: {message}. It tells nothing of rules. A plugin is run by the container runtime, which gives it its variables and configuration; paste the files in /etc/cni/net.d.',
  'analysis.text.keepalived':
    'This is keepalived’s configuration{count, plural, =0 {} one {, with one virtual server} other {, with # virtual servers}}: what it asks of Linux Virtual Server, not what the kernel has. Paste ipvsadm -Ln of the same machine.',
  'analysis.text.pods-unaddressed':
    'The Pods from line {from} on are listed without their addresses, so nothing can be sent to or from them. Paste kubectl get pods -A -o wide.',
} as const satisfies PhraseBook;
