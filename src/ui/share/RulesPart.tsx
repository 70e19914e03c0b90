import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { LOADED_BY, RULE_TOOLS, type RuleTool } from '../../core/questions/rule-files';
import { background } from '../../engine/page-engines';
import { download, fileStem } from '../../store/file';
import { useBench } from '../../store/hooks';
import { Button, Select } from '../common/controls';
import styles from './share.module.css';

/** What a node has, as files its tools load. */
export function RulesPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const bench = useBench(({ run }) => run.bench);
  const nodes = bench?.netns.filter(({ kind }) => kind === 'node') ?? [];
  const [node, setNode] = useState('0');
  const [tool, setTool] = useState<RuleTool>('iptables-restore');
  const [said, setSaid] = useState('');
  if (nodes.length === 0) return null;
  const hand = async (): Promise<void> => {
    if (!document) return;
    const made = await background.ask('rule-file', { document, node: Number(node), tool }).catch(() => undefined);
    if (!made) return setSaid(t('walkFailed'));
    if (made.text === undefined) return setSaid(t('ruleFileNone', { node: made.node, tool }));
    const name = `${fileStem({ ...document, title: made.node })}.${tool}`;
    download(name, new Blob([made.text], { type: 'text/plain' }));
    setSaid(`${t('walkMade', { name })} ${LOADED_BY[tool]} ${name}`);
  };
  return (
    <section className={styles.part}>
      <h3>{t('ruleFiles')}</h3>
      <p className={styles.note}>{t('ruleFilesAbout')}</p>
      <div className={styles.row}>
        <Select
          aria-label={t('ruleNode')}
          value={node}
          onChange={setNode}
          options={nodes.map(({ title }, at) => ({ id: String(at), label: title }))}
        />
        <Select
          aria-label={t('ruleTool')}
          value={tool}
          onChange={setTool}
          options={RULE_TOOLS.map((id) => ({ id, label: LOADED_BY[id].replace(/ <$/, '') }))}
        />
        <Button icon={<Download aria-hidden />} disabled={!document} onClick={() => void hand()}>
          {t('ruleFileDownload')}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {said}
      </p>
    </section>
  );
}
