import { useTranslations } from 'use-intl';
import { changeServiceSpec } from '../../core/document/edits/services';
import { kubernetesRelease } from '../../core/kubernetes/mode-ids';
import { findNearbyWish, waitsForRelease } from '../../core/kubernetes/nearby';
import { namespacedName, type ServiceObject } from '../../core/kubernetes/types';
import { phrase } from '../../core/lib/phrase';
import { useActions, useBench } from '../../store/hooks';
import { usePhrase } from '../common/i18n/use-phrase';
import { ChoiceField } from './Field';
import styles from './editors.module.css';

const DISTRIBUTIONS = ['', 'PreferClose', 'PreferSameZone', 'PreferSameNode'] as const;
type Distribution = (typeof DISTRIBUTIONS)[number];

interface NearbyProps {
  readonly service: ServiceObject;
  readonly which: { readonly namespace: string; readonly name: string };
}

/** Whether endpoints nearby are wished for; and where kube-proxy of the release does not use that, why. */
export function Nearby({ service, which }: NearbyProps) {
  const t = useTranslations('editors');
  const say = usePhrase();
  const { edit } = useActions();
  const { mode, release, kubeProxy } = useBench(({ document }) => document.present);
  const wish = findNearbyWish(service);
  const on = wish && kubernetesRelease({ mode, release }) === release && waitsForRelease(wish, release, kubeProxy);
  const set = DISTRIBUTIONS.find((each) => each === service.spec.trafficDistribution) ?? '';
  return (
    <>
      <ChoiceField<Distribution>
        label="trafficDistribution"
        value={set}
        options={DISTRIBUTIONS}
        name={(each) => (each === '' ? t('noDistribution') : each)}
        onChange={(to) => edit((doc) => changeServiceSpec(doc, which, { trafficDistribution: to || undefined }))}
      />
      {wish && on && (
        <p className={styles.hint} role="note">
          {say(
            phrase('document.why.cause.hints-gate', {
              what: wish.what,
              service: namespacedName(service),
              gate: wish.gate,
              release,
              on,
            }),
          )}
        </p>
      )}
    </>
  );
}
