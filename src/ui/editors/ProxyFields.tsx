import { useTranslations } from 'use-intl';
import { usePhrase } from '../i18n/use-phrase';
import { useProxyChoice } from '../shell/use-proxy-choice';
import { Row } from './Field';
import { Select } from '../common/Select';
import styles from './editors.module.css';

/** Which kube-proxy runs: its mode and its release; a release the mode does not have is listed and cannot be chosen. */
export function ProxyFields() {
  const t = useTranslations('editors');
  const say = usePhrase();
  const choice = useProxyChoice();
  if (!choice) return null;
  const { offers, mode, release, offered, chooseMode, chooseRelease } = choice;
  const releases = (mode?.releases ?? []).toReversed();
  const missing = offered ? [] : [{ id: release, label: release, disabled: true }];
  return (
    <>
      {offers.length > 1 && mode && (
        <Row label="mode">
          <Select
            value={mode.id}
            onChange={chooseMode}
            options={offers.map(({ id, title }) => ({ id, label: title }))}
          />
        </Row>
      )}
      <Row label={t('release')}>
        <Select
          value={offered?.release ?? release}
          onChange={chooseRelease}
          options={[
            ...missing,
            ...releases.map(({ release: id, problem }) => ({ id, label: id, disabled: problem !== undefined })),
          ]}
        />
      </Row>
      {offered?.changes && <p className={styles.hint}>{offered.changes.map(say).join(' ')}</p>}
    </>
  );
}
