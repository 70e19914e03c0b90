import { useTranslations } from 'use-intl';
import { POD_LAYOUT_IDS, podLayout } from '../../core/kubernetes/network/layouts';
import { POD_OVERLAY_IDS } from '../../core/kubernetes/network/overlays';
import { type NodeSettings, type NodeSettingsChange } from '../../core/kubernetes/network/node-settings';
import { ChoiceField, SwitchField, TextField } from './Field';
import { CNI_FIELD } from './fields.model';

const BRIDGE_NF = 'net.bridge.bridge-nf-call-iptables';
const BRIDGE_NF6 = 'net.bridge.bridge-nf-call-ip6tables';

interface PodNetworkProps {
  /** Of the node. */
  readonly name: string;
  readonly settings: NodeSettings;
  readonly change: (part: NodeSettingsChange) => void;
  readonly turn: (names: readonly string[], on: boolean) => void;
}

/** How Pods are joined to the node, and what lies between it and the others. */
export function PodNetworkFields({ name, settings, change, turn }: PodNetworkProps) {
  const t = useTranslations('editors');
  const { layout = 'bridge', overlay = 'direct', hairpin = true, outsideRoutes = false, sysctls = {}, cni } = settings;
  const { [BRIDGE_NF]: bridgeNf = 1 } = sysctls;
  return (
    <>
      {cni?.layout === undefined && (
        <ChoiceField
          label={t('podLayout')}
          value={layout}
          options={POD_LAYOUT_IDS}
          name={(id) => t(`layout.${id}`)}
          onChange={(next) => change({ layout: next === 'bridge' ? undefined : next })}
        />
      )}
      <TextField
        id={`Node ${name} cni`}
        label="CNI .conflist"
        wide
        value={cni}
        codec={CNI_FIELD}
        placeholder={t('cniHint')}
        onCommit={(next) => change({ cni: next })}
      />
      <ChoiceField
        label={t('podOverlay')}
        value={overlay}
        options={POD_OVERLAY_IDS}
        name={(id) => t(`overlay.${id}`)}
        onChange={(next) => change({ overlay: next === 'direct' ? undefined : next })}
      />
      <SwitchField
        label={t('outsideRoutes')}
        value={outsideRoutes}
        onChange={(next) => change({ outsideRoutes: next || undefined })}
      />
      {podLayout(layout).bridge !== undefined && (
        <>
          {cni?.hairpin === undefined && (
            <SwitchField
              label={t('hairpin')}
              value={hairpin}
              onChange={(next) => change({ hairpin: next ? undefined : false })}
            />
          )}
          <SwitchField
            label="bridge-nf-call-iptables"
            value={bridgeNf !== 0}
            onChange={(on) => turn([BRIDGE_NF, BRIDGE_NF6], on)}
          />
        </>
      )}
    </>
  );
}
