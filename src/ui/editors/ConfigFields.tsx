import { useTranslations } from 'use-intl';
import { formatValue, valueAt, withField, type ConfigField } from '../../core/kubernetes/config-fields';
import type { KubeProxyConfig } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import { ChoiceField, TextField } from './Field';
import { configField, listConfigFields } from './fields.model';
import styles from './editors.module.css';

/** Every other field of KubeProxyConfiguration that the mode reads and the release has. */
export function ConfigFields() {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const { kubeProxy, mode, release } = useBench((state) => state.document.present);
  const set = (path: string, value: unknown): void =>
    edit((doc) => ({ ...doc, kubeProxy: withField(doc.kubeProxy, path, value) }));
  return (
    <details className={styles.more}>
      <summary>{t('allFields')}</summary>
      {listConfigFields(mode, release).map((field) => (
        <OneField key={field.path} field={field} config={kubeProxy} onSet={(value) => set(field.path, value)} />
      ))}
    </details>
  );
}

interface OneFieldProps {
  readonly field: ConfigField;
  readonly config: KubeProxyConfig;
  readonly onSet: (value: unknown) => void;
}

function OneField({ field, config, onSet }: OneFieldProps) {
  const t = useTranslations('editors');
  const { path, type, words, usual = '' } = field;
  const value = valueAt(config, path);
  const choices = type === 'boolean' ? ['true', 'false'] : words;
  if (!choices) {
    return (
      <TextField
        id={`config ${path}`}
        label={path}
        wide
        value={value}
        codec={configField(field)}
        placeholder={usual}
        onCommit={onSet}
      />
    );
  }
  return (
    <ChoiceField
      label={path}
      value={value === undefined ? '' : formatValue(value)}
      options={['', ...choices]}
      name={(id) => (id === '' ? t('usual', { value: usual || '—' }) : id)}
      onChange={(id) => onSet(id === '' ? undefined : type === 'boolean' ? id === 'true' : id)}
    />
  );
}
