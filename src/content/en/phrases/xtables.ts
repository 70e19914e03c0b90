import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of iptables rules: values that cannot be read, parts that are not simulated. */
export const XTABLES_PHRASES = {
  'xtables.too-many-words':
    'This rule has {words} words; iptables itself takes at most {most}. It is kept as it is and not understood.',
  'xtables.unrecognised-match': '-m {name} is not known here: the rule is kept and shown, and treated as "may match".',
  'xtables.unrecognised-target':
    '-j {name} is not known here: the rule is kept and shown, and what it does to a packet is treated as unknown.',
  'xtables.match-not-simulated': '-m {name} is read but not simulated: the rule is treated as "may match".',
  'xtables.target-not-simulated':
    '-j {name} is read but not simulated: what it does to a packet is treated as unknown.',
  'xtables.mark-untold':
    'Whether the packet has the mark that "{name}" in {where} asks for is not known: no rule here sets it, and the table mangle, whose rules may, was not pasted.',
  'xtables.match-unknown':
    'Whether "{name}" in {where} matches is not known: it is not simulated or needs facts that are not here.',
  'xtables.target-unknown': 'What -j {name} does to the packet is not known: it may take it or let it go on.',
  'xtables.target-missing':
    'The chain {name} is not in the text: what would happen in it is not known. Paste the complete listing to see.',
  'xtables.remark': 'A remark behind the rule is left aside.',
  'xtables.stray-word':
    '"{word}" belongs to no option: remove it, or check the option before it. The rule is kept and treated as "may match".',
  'xtables.needs-protocol': '-m {name} needs -p with one of: {protocols}. The kernel refuses this rule without it.',
  'xtables.option-unknown':
    'No loaded match or target has the option {option}: check its spelling, or add the -m it belongs to.',
  'xtables.goto-no-chain':
    '-g goes to a chain, and {name} is a target: iptables refuses this. Write -j {name}, if that was meant.',
  'xtables.option-needs-value': '{option} needs a value after it.',
  'xtables.option-not-negatable': '{option} cannot be negated with "!": remove the "!".',
  'xtables.option-twice': '{option} is given twice: a rule takes it once.',
  'xtables.option-required': '{name} needs {option}.',
  'xtables.option-one-of': '{name} needs at least one of: {options}.',
  'xtables.option-exclusive': '{name} takes only one of: {options}.',
  'xtables.option-conflict': '{name}: {options} do not go together.',
  'xtables.value-address-ipv4':
    '"{value}" is not an IPv4 address or network: write 10.0.0.1, 10.0.0.0/8 or 10.0.0.0/255.0.0.0. Host names cannot be looked up here.',
  'xtables.value-address-ipv6':
    '"{value}" is not an IPv6 address or network: write fd00::1 or fd00::/64. Host names cannot be looked up here.',
  'xtables.value-address-range':
    '"{value}" is not a range of addresses: write the lower, "-" and the higher, as in 10.0.0.1-10.0.0.9.',
  'xtables.value-choice': '"{value}" is not one of: {choices}.',
  'xtables.value-icmp-type':
    '"{value}" is not an ICMP type: write a number, number/code, or a name such as echo-request.',
  'xtables.value-interface': '"{value}" is not an interface name: at most 15 characters, no blank, no "/".',
  'xtables.value-mac': '"{value}" is not a MAC address: write six pairs of hex digits, as in 02:42:ac:11:00:02.',
  'xtables.value-mark': '"{value}" is not a mark: write a 32-bit number, or number/mask, as in 0x4000/0x4000.',
  'xtables.value-nat':
    '"{value}" is not a NAT target: write ADDRESS, ADDRESS:PORT, :PORT, or ranges of them, as in 10.0.0.1-10.0.0.9:80-90.',
  'xtables.value-number': '"{value}" is not a number from {min} to {max}.',
  'xtables.value-port':
    '"{value}" is not a port: write a number from 0 to 65535, a range such as 1024:65535, or a service name such as http.',
  'xtables.value-probability': '"{value}" is not a probability: write a number from 0 to 1.',
  'xtables.value-protocol': '"{value}" is not a protocol: write a name such as tcp, or a number up to 255.',
  'xtables.value-range':
    '"{value}" is not a number or a range within {min} to {max}: write 5 or 5:9, the smaller first.',
  'xtables.value-rate': '"{value}" is not a rate: write a number and a unit, as in 5/second, 3/minute, 10/hour.',
  'xtables.value-reject':
    '"{value}" is not an answer REJECT can give in this family: icmp-port-unreachable and tcp-reset are the usual ones.',
  'xtables.value-sctp-chunk': '"{value}" is not an SCTP chunk type such as INIT or DATA.',
  'xtables.value-set-direction':
    '"{value}" does not say which part of the packet a set is asked for: write src or dst, separated by commas.',
  'xtables.value-tcp-flags':
    '"{value}" are not TCP flags: write two lists of SYN, ACK, FIN, RST, URG, PSH, ALL or NONE.',
  'xtables.value-too-long': '"{value}" is longer than {max} characters: shorten it.',
  'xtables.value-too-many-ports':
    '"{value}" names more than 15 ports (a range counts as two): split it over two rules.',
  'xtables.value-bytecode':
    '"{value}" is not BPF bytecode: write the number of instructions, then four numbers each, separated by commas.',
  'xtables.value-class': '"{value}" is not a queueing class: write MAJOR:MINOR in hex, as in 1:10.',
  'xtables.value-hex-string': '"{value}" is not a pattern: text, with bytes in hex between bars, as in "abc|0d0a|".',
  'xtables.value-prefix': '"{value}" is not a prefix of at most 64 bits without host bits, such as fd00:1::/48.',
  'xtables.value-time':
    '"{value}" is not a time this option takes: check its form, as in 08:30, 2024-01-31 or Mon,Fri.',
  'xtables.value-u32': '"{value}" is not a u32 test: write OFFSET=VALUE, several joined by &&.',
} as const satisfies PhraseBook;
