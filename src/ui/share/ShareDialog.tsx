import { Download, Image, Shapes, Network } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { useBench, useActions, useBenchStore } from '../../store/hooks';
import { useReadDocument } from '../common/use-read-document';
import { fileStem, openProject, projectParcel } from '../../store/file';
import { handOut, type Parcel } from '../../store/hand-out';
import { Button, Select, Segmented } from '../common/controls';
import { Dialog, WorkProgress, type WindowProps } from '../common/Dialog';
import { usePhrase } from '../common/i18n/use-phrase';
import { RedactSwitch } from './redact/RedactSwitch';
import { useSharedDocument } from './redact/redaction';
import { AsSheet } from '../common/AsSheet';
import { EmbedPart, LinkPart } from './LinkParts';
import { OfflinePart } from './OfflinePart';
import styles from './share.module.css';
import { useState } from 'react';
import type { Phrase } from '../../core/lib/phrase';
import { ProjectFileButton } from '../common/inputs';
import { LOADED_BY, RULE_TOOLS, type RuleTool } from '../../core/questions/rule-files';
import { background } from '../../engine/page-engines';
import { momentAtStep } from '../../core/story/moment';
import { PICTURE_KINDS, storyOfWalk, type PictureKind } from '../story/paper/pictures.model';
import { useDraw, useOwnTheme } from '../story/paper/SheetView';

/** Opens a project file; one that cannot be opened says why, and the bench stays. */
export function OpenFile({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const { openDocument } = useActions();
  const [problem, setProblem] = useState<Phrase>();
  const { work, read } = useReadDocument(openProject, (project) => {
    if (!project.ok) return setProblem(project.error);
    openDocument(project.value, {}, { from: 'here' });
    onOpened();
  });
  return (
    <>
      <ProjectFileButton label={t('open')} onRead={async (file) => read(await file.text())} />
      <WorkProgress work={work} room="import" />
      {problem && (
        <p role="alert" className={styles.warning}>
          {say(problem)}
        </p>
      )}
    </>
  );
}

type FileParcel = Extract<Parcel, { readonly to: 'file' }>;

/** Hands out what is made of the document on the bench; `failed`: nothing left. */
function useHandOut() {
  const actions = useActions();
  const bench = useBenchStore();
  return <P extends Parcel>(make: (shared: Document) => P | undefined | Promise<P | undefined>) =>
    handOut(actions, bench.getState().document.present, make).catch(() => 'failed' as const);
}

/** How the bench leaves the page. */
const WAYS = ['link', 'embed', 'picture', 'file'] as const;
type Way = (typeof WAYS)[number];

/** The bench as a link, in a page of somebody's own, as a picture or as a file. */
export function ShareDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('share');
  const document = useSharedDocument();
  const hand = useHandOut();
  const [way, setWay] = useState<Way>('link');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')}>
      <RedactSwitch />
      <div className={styles.ways}>
        <Segmented
          label={t('way')}
          value={way}
          onChange={setWay}
          items={WAYS.map((id) => ({ id, label: t(`ways.${id}`) }))}
        />
      </div>
      {way === 'link' && <LinkPart document={document} />}
      {way === 'embed' && <EmbedPart document={document} />}
      {way === 'picture' && <PicturesPart document={document} onSheet={() => onOpenChange(false)} />}
      {way === 'file' && (
        <>
          <section className={styles.part}>
            <h3>{t('file')}</h3>
            <p className={styles.note}>{t('fileAbout')}</p>
            <div className={styles.row}>
              <Button icon={<Download aria-hidden />} disabled={!document} onClick={() => void hand(projectParcel)}>
                {t('download')}
              </Button>
              <OpenFile onOpened={() => onOpenChange(false)} />
            </div>
          </section>
          <OfflinePart document={document} hand={hand} />
          <WalkPart document={document} onSheet={() => onOpenChange(false)} />
          <RulesPart document={document} />
        </>
      )}
      <p className={styles.note}>{t('saved')}</p>
    </Dialog>
  );
}

/** What a node has, as files its tools load. */
function RulesPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const bench = useBench(({ run }) => run.bench);
  const nodes = bench?.netns.filter(({ kind }) => kind === 'node') ?? [];
  const [node, setNode] = useState('0');
  const [tool, setTool] = useState<RuleTool>('iptables-restore');
  const [said, setSaid] = useState('');
  const say = usePhrase();
  const handOutOne = useHandOut();
  if (nodes.length === 0) return null;
  const make = async (shared: Document): Promise<FileParcel | undefined> => {
    const made = await background.ask('rule-file', { document: shared, node: Number(node), tool });
    if (made.refused) {
      setSaid(say(made.refused));
      return undefined;
    }
    if (made.text === undefined) {
      setSaid(t('ruleFileNone', { node: made.node, tool }));
      return undefined;
    }
    const name = `${fileStem({ ...shared, title: made.node })}.${tool}`;
    return { to: 'file', name, file: new Blob([made.text], { type: 'text/plain' }) };
  };
  const hand = async (): Promise<void> => {
    const made = await handOutOne(make);
    if (made === 'failed') setSaid(t('walkFailed'));
    else if (made) setSaid(`${t('walkMade', { name: made.name })} ${LOADED_BY[tool]} ${made.name}`);
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

interface PartProps {
  readonly document: Document | undefined;
  /** A Sheet is opened: the window over it goes. */
  readonly onSheet: () => void;
}

const THEMES = ['light', 'dark'] as const;

/** What is shown now as a picture: drawn of the walk, not off the screen, with the names that may be shared. */
function PicturesPart({ document, onSheet }: PartProps) {
  const t = useTranslations('share');
  const run = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const playhead = useBench(({ view }) => view.playhead);
  const [kind, setKind] = useState<PictureKind>('moment');
  const [theme, setTheme] = useOwnTheme();
  const [said, setSaid] = useState<'failed' | { readonly name: string }>();
  const draw = useDraw(theme);
  const handOutOne = useHandOut();
  if (!run || run.outcomes.length === 0) return null;
  const make = async (shared: Document, format: 'svg' | 'png'): Promise<FileParcel | undefined> => {
    const asked = { document: shared, flowId: run.flowId, outcome: run.shown, time };
    const walk = await background.ask('export', asked);
    if (walk.problem || walk.moments.length === 0) return undefined;
    const index = momentAtStep(walk.moments, playhead);
    const file = await draw(format, { ...walk, told: storyOfWalk(shared, walk) }, { kind, index });
    return file && { to: 'file', name: `${fileStem(shared)}-${kind}-${index + 1}.${format}`, file };
  };
  const hand = (format: 'svg' | 'png') => async (): Promise<void> => {
    const made = await handOutOne((shared) => make(shared, format));
    setSaid(made === undefined || made === 'failed' ? 'failed' : { name: made.name });
  };
  return (
    <section className={styles.part}>
      <h3>{t('pictures')}</h3>
      <p className={styles.note}>{t('picturesAbout')}</p>
      <div className={styles.row}>
        <Select
          aria-label={t('picture')}
          value={kind}
          onChange={setKind}
          options={PICTURE_KINDS.map((id) => ({ id, label: t(`pictureKinds.${id}`) }))}
        />
        <Segmented
          label={t('pictureTheme')}
          value={theme}
          onChange={setTheme}
          items={THEMES.map((id) => ({ id, label: t(`pictureThemes.${id}`) }))}
        />
        <Button icon={<Shapes aria-hidden />} disabled={!document} onClick={() => void hand('svg')()}>
          SVG
        </Button>
        <Button icon={<Image aria-hidden />} disabled={!document} onClick={() => void hand('png')()}>
          PNG
        </Button>
        <AsSheet name="this-walk" onOpen={onSheet} />
      </div>
      <p role="status" className={styles.note}>
        {said === 'failed' ? t('walkFailed') : said && t('walkMade', said)}
      </p>
    </section>
  );
}

/** The walk that is shown, as files: of the document that is shared, whose names may be pseudonyms. */
function WalkPart({ document, onSheet }: PartProps) {
  const t = useTranslations('share');
  const say = usePhrase();
  const run = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const [said, setSaid] = useState<
    Phrase | 'failed' | { readonly name: string; readonly decodes: readonly string[] }
  >();
  const handOutOne = useHandOut();
  if (!run || run.outcomes.length === 0) return null;
  const capture = async (): Promise<void> => {
    let decodes: readonly string[] = [];
    let problem: Phrase | undefined;
    const made = await handOutOne(async (shared): Promise<FileParcel | undefined> => {
      const { flowId, shown } = run;
      const walk = await background.ask('export', { document: shared, flowId, outcome: shown, time });
      ({ problem } = walk);
      if (problem) return undefined;
      ({ decodes } = walk);
      const file = new Blob([walk.capture], { type: 'application/octet-stream' });
      return { to: 'file', name: `${fileStem(shared)}.pcapng`, file };
    });
    if (made === undefined || made === 'failed') setSaid(problem ?? 'failed');
    else setSaid({ name: made.name, decodes });
  };
  return (
    <section className={styles.part}>
      <h3>{t('walk')}</h3>
      <p className={styles.note}>{t('walkAbout')}</p>
      <div className={styles.row}>
        <Button icon={<Network aria-hidden />} disabled={!document} onClick={() => void capture()}>
          {t('capture')}
        </Button>
        {/* A moment of a script has rules that the Sheet would not have. */}
        {!time && <AsSheet name="this-packet" onOpen={onSheet} />}
      </div>
      <p role="status" className={styles.note}>
        {said === 'failed' ? t('walkFailed') : said && ('id' in said ? say(said) : t('walkMade', { name: said.name }))}
      </p>
      {said && typeof said === 'object' && 'decodes' in said && said.decodes.length > 0 && (
        <p className={styles.note}>
          {t('captureDecodes')}{' '}
          <code>{`tshark ${said.decodes.map((each) => `-d ${each}`).join(' ')} -r ${said.name}`}</code>
        </p>
      )}
    </section>
  );
}
