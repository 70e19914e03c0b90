import { useTranslations } from 'use-intl';
import { isMinor } from '../../core/kubernetes/release';
import { releaseChoices } from '../shell/releases.model';
import { useProxyChoice } from '../shell/use-proxy-choice';
import { useReleaseHint } from '../shell/use-release-hint';
import { Row, TextField } from './Field';
import { releaseField } from './fields.model';
import { Select } from '../common/Select';
import styles from './editors.module.css';

/** Which kube-proxy runs: its mode and its release; a release the mode does not have is listed and cannot be chosen. */
export function ProxyFields() {
  const t = useTranslations('editors');
  const hintOf = useReleaseHint();
  const choice = useProxyChoice();
  if (!choice) return null;
  const { offers, mode, release, offered, chooseMode, chooseRelease } = choice;
  const releases = releaseChoices(mode, release);
  const chosen = releases.find((each) => each.chosen);
  const missing = chosen ? [] : [{ id: release, label: release, disabled: true }];
  const hint = chosen && hintOf(chosen);
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
          value={chosen?.release ?? release}
          onChange={chooseRelease}
          options={[
            ...missing,
            ...releases.map((each) => ({
              id: each.release,
              label: each.release,
              disabled: each.kind === 'minor' && each.offer.problem !== undefined,
            })),
          ]}
        />
      </Row>
      <TextField
        id="config release"
        label={t('patchRelease')}
        value={isMinor(release) ? '' : release}
        codec={releaseField(mode, release)}
        placeholder={offered?.patch ?? ''}
        onCommit={chooseRelease}
      />
      {hint !== undefined && hint !== '' && <p className={styles.hint}>{hint}</p>}
    </>
  );
}
