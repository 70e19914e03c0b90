import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { setBalancer } from '../../core/document/edits/services';
import {
  balancerOf,
  BALANCER_KINDS,
  BALANCER_SPREADS,
  BALANCER_TARGETS,
  type BalancerSettings,
} from '../../core/kubernetes/network/load-balancer-settings';
import { namespacedName, type ServiceObject } from '../../core/kubernetes/types';
import { background } from '../../engine/page-engines';
import { useActions, useBench } from '../../store/hooks';
import { useQuestion } from '../common/use-asked';
import { usePhrase } from '../i18n/use-phrase';
import { ChoiceField, SwitchField } from './Field';
import styles from './editors.module.css';

interface Props {
  readonly service: ServiceObject;
  readonly which: { readonly namespace: string; readonly name: string };
}

const KINDS = ['unsaid', ...BALANCER_KINDS] as const;
const USUAL: BalancerSettings = {
  kind: 'passthrough',
  targets: 'nodes',
  spread: 'hash',
  proxyProtocol: false,
  masquerades: false,
};

/** What stands in front of a Service of type LoadBalancer, and where it may send. */
export function BalancerFields({ service, which }: Props) {
  const t = useTranslations('editors.balancer');
  const { edit } = useActions();
  const settings = balancerOf(service);
  const change = (part: Partial<BalancerSettings>): void =>
    edit((doc) => setBalancer(doc, which, { ...USUAL, ...settings, ...part }));
  return (
    <>
      <ChoiceField
        label={t('kind')}
        value={settings?.kind ?? 'unsaid'}
        options={KINDS}
        name={(kind) => t(`kinds.${kind}`)}
        onChange={(kind) => (kind === 'unsaid' ? edit((doc) => setBalancer(doc, which, undefined)) : change({ kind }))}
      />
      {(settings?.kind === 'proxy' || settings?.kind === 'nat') && (
        <ChoiceField
          label={t('targets')}
          value={settings.targets}
          options={BALANCER_TARGETS}
          name={(targets) => t(`to.${targets}`)}
          onChange={(targets) => change({ targets })}
        />
      )}
      {settings?.kind === 'nat' && (
        <SwitchField
          label={t('masquerades')}
          value={settings.masquerades}
          onChange={(masquerades) => change({ masquerades })}
        />
      )}
      {settings?.kind === 'proxy' && (
        <>
          <ChoiceField
            label={t('spread')}
            value={settings.spread}
            options={BALANCER_SPREADS}
            name={(spread) => t(`spreads.${spread}`)}
            onChange={(spread) => change({ spread })}
          />
          <SwitchField
            label="PROXY protocol"
            value={settings.proxyProtocol}
            onChange={(proxyProtocol) => change({ proxyProtocol })}
          />
        </>
      )}
      {settings && <Targets service={service} />}
    </>
  );
}

function Targets({ service }: { readonly service: ServiceObject }) {
  const t = useTranslations('editors.balancer');
  const say = usePhrase();
  const document = useBench((state) => state.document.present);
  const name = namespacedName(service);
  const { answer = [] } = useQuestion(
    useMemo(
      () =>
        ({ signal }: { readonly signal: AbortSignal }) =>
          background.ask('balancer', { document, service: name }, { signal }),
      [document, name],
    ),
  );
  if (answer.length === 0) return null;
  return (
    <ul className={styles.hint} aria-label={t('health')}>
      {answer.map(({ name: target, isIn, why }) => (
        <li key={target}>
          {isIn ? '✓' : '✗'} {say(why)}
        </li>
      ))}
    </ul>
  );
}
