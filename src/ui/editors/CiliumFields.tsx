import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { changeCilium } from '../../core/document/edits/cilium';
import { CILIUM_FLAGS, type CiliumConfig, type CiliumFlag } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import { err, ok } from '../../core/lib/result';
import { useActions, useBench } from '../../store/hooks';
import { ChoiceField, FormTitle, TextField } from './Field';
import styles from './editors.module.css';
import type { FieldCodec } from './fields.model';

/** It is on where the mode is this one; the others the agent may be told. */
const FLAGS = (Object.keys(CILIUM_FLAGS) as CiliumFlag[]).filter((flag) => flag !== 'kube-proxy-replacement');

/** The flags of cilium-agent, as its ConfigMap spells them. */
export function CiliumForm({ proxy }: { readonly proxy: ReactNode }) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const config = useBench((state) => state.document.present.cilium ?? NONE);
  return (
    <form className={styles.form} aria-label="cilium-config" onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind="ConfigMap" name="cilium-config" />
      <p className={styles.hint}>{t('ciliumHint')}</p>
      {proxy}
      {FLAGS.map((flag) => (
        <OneFlag
          key={flag}
          flag={flag}
          value={config[flag]}
          onSet={(value) => edit((document) => changeCilium(document, flag, value))}
        />
      ))}
    </form>
  );
}

const NONE: CiliumConfig = {};

interface OneFlagProps {
  readonly flag: CiliumFlag;
  readonly value: string | boolean | undefined;
  readonly onSet: (value: string | boolean | undefined) => void;
}

function OneFlag({ flag, value, onSet }: OneFlagProps) {
  const t = useTranslations('editors');
  const kind = CILIUM_FLAGS[flag];
  const usual = String(kind.otherwise);
  if (kind.kind === 'text') {
    const codec = textField(kind.isValid);
    const id = `cilium ${flag}`;
    return (
      <TextField
        id={id}
        label={flag}
        wide
        value={value}
        codec={codec}
        placeholder={usual}
        onCommit={(next) => onSet(next)}
      />
    );
  }
  const choices = kind.kind === 'boolean' ? ['true', 'false'] : kind.values;
  return (
    <ChoiceField
      label={flag}
      value={value === undefined ? '' : String(value)}
      options={['', ...choices]}
      name={(id) => (id === '' ? t('usual', { value: usual }) : id)}
      onChange={(id) => onSet(id === '' ? undefined : kind.kind === 'boolean' ? id === 'true' : id)}
    />
  );
}

/** A flag that takes a text; empty: as the agent has it. */
function textField(isValid: (text: string) => boolean): FieldCodec<string | boolean | undefined> {
  return {
    show: (value) => (value === undefined ? '' : String(value)),
    read: (text) => {
      const word = text.trim();
      if (word === '') return ok(undefined);
      return isValid(word) ? ok(word) : err('needsConfig');
    },
  };
}
