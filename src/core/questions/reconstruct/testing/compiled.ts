import { PROXY_MODES } from '../../../kubernetes/proxy';
import type { SyncInput } from '../../../kubernetes/proxy/mode';
import type { ProxyModeId } from '../../../kubernetes/mode-ids';
import type { IpSet } from '../../../linux/ipset/ip-set';
import { readRuleset } from '../../../linux/nftables/text/read-ruleset';
import { listTable } from '../../../kubernetes/proxy/nftables/listing';
import { findProtocol } from '../../../linux/xtables/syntax/protocols';
import { printRuleset, rulesetFromLines } from '../../../linux/xtables/ruleset-text';
import type { XtRuleset } from '../../../linux/xtables/types';
import { IPTABLES_SAVE } from '../../../formats/iptables-save';
import { ip, type IpFamily } from '../../../net/ip';
import type { Observed } from '../../../paste/proxy/types';

/** What a node would show after kube-proxy of a mode has run: rules as the kernel prints them, read again. */
export function observe(mode: ProxyModeId, input: Omit<SyncInput, 'family'>, families: readonly IpFamily[]): Observed {
  const found = PROXY_MODES.find(({ id }) => id === mode);
  const states = families.flatMap((family) => {
    const state = found?.syncProxyRules({ ...input, family });
    return state ? [{ family, state }] : [];
  });
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  for (const { family, state } of states) {
    const text = printRuleset(rulesetFromLines(state.xtables.tables, family), family);
    const parsed = IPTABLES_SAVE.parse(text);
    if (parsed.ok && mode !== 'nftables')
      xtables[family] = parsed.value.value.rulesets[family] ?? parsed.value.value.ruleset;
  }
  const listed = states.map(({ state }) => (state.nftables ? listTable(state.nftables) : '')).join('');
  const sets = states.flatMap(({ state }) =>
    (state.ipvs?.ipsets ?? []).map((set): IpSet => ({
      name: set.name,
      type: set.type,
      options: set.options,
      members: set.entries.map(({ key }) => ({ element: key, nomatch: false })),
    })),
  );
  const services = states.flatMap(({ state }) =>
    (state.ipvs?.virtualServers ?? []).map((server) => ({
      protocol: findProtocol(server.protocol.toLowerCase()) ?? 0,
      address: ip(server.address),
      port: server.port,
      scheduler: server.scheduler,
      ...(server.timeout > 0 ? { persistentSeconds: server.timeout } : {}),
      servers: server.servers.map((real) => ({
        address: ip(real.address),
        port: real.port,
        weight: real.weight,
        forward: 'masq' as const,
      })),
    })),
  );
  return {
    xtables,
    ...(mode === 'nftables' ? { nftables: readRuleset(listed).ruleset } : {}),
    ...(mode === 'ipvs' ? { ipsets: new Map(sets.map((set) => [set.name, set])), ipvs: { services } } : {}),
  };
}
