/**
 * The core for strangers: Kubernetes' Services, kube-proxy's rules and a Linux network, without a browser. Everything
 * here is pure: no clock, no chance but a seed's, no network. Bad input is a value that says what is wrong, never an
 * exception; what is not known is `unknown`, never a guess. What is said to people is a `Phrase`: `rulewalk/words` says
 * it. Names that are not here may change at any time.
 */

// Texts in: any output of iptables-save, nft, ipset, ipvsadm, ip, kubectl …
export { openTexts, openDocument } from './public/open-texts';
export type { NamedText, OpenedTexts, OpenOptions, OpenProblem } from './public/open-texts';
export { FORMATS, detectFormats, readAs, readByFormat } from './formats';
export type { FormatId, ReadByFormat } from './formats';
export type { Diagnostic, Severity, SourceSpan } from './formats/format';
export type { Examined } from './questions/examine';
export type { Assumption, Evidence, FoundService, NodeFacts, PastedNode, TextSummary } from './paste/pasted-types';

// Packets through: every outcome with its odds, and what happened.
export { walkFlow, askWhy, lintTexts } from './public/walk-texts';
export type { FlowWalk } from './public/walk-texts';
export type { Disposition, Hop, Leg, Outcome, Trace, TraceStep } from './sim/trace';
export type { Moment } from './story/moment';
export type { Flips } from './questions/why/what-flips';
export type { Finding, FindingPlace } from './questions/lint/finding';
export { diffFlows } from './questions/diff/compare-dumps';
export type { FlowDifference, FlowEnd } from './questions/diff/compare-dumps';
export { flowsOfSubject } from './document/document';

// Rules out: what kube-proxy writes, and a cluster out of what it wrote.
export { compileRules } from './public/compile-rules';
export type { CompiledRules, CompileRequest } from './public/compile-rules';
export { PROXY_MODE_IDS } from './kubernetes/mode-ids';
export type { ProxyModeId } from './kubernetes/mode-ids';
export { NAMED_PATCHES, NEWEST_RELEASE } from './kubernetes/release';
export { observedOfPasted } from './questions/reconstruct/observe-pasted';
export { reconstruct } from './questions/reconstruct/reconstruct';
export type { Reconstruction } from './paste/proxy/types';
export { printCluster } from './formats/kubernetes/print';
export type { ClusterObjects, KubeProxyConfig } from './kubernetes/types';

// Documents: what is saved, and read again.
export { emptyDocument, encodeDocument } from './document/document';
export { decodeDocument } from './document/codec';
export { readProject } from './document/project';
export type { Document, Flow, FlowSource, FlowTarget } from './document/document';

// Texts without anybody's names.
export { createRedactor } from './questions/redact/redact-text';
export type { Redactor } from './questions/redact/redact-text';

// What the above is made of.
export { formatCidr, formatIp, parseCidr, parseIp } from './net/ip';
export type { Cidr, IpAddress, IpFamily } from './net/ip';
export type { Packet } from './net/packet';
export type { Network } from './linux/netns';
export type { Phrase } from './lib/phrase';
export type { Result } from './lib/result';
export { LIMITS } from './lib/limits';
