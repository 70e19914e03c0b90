import { Download, Frame, FileText, FileType, HardDriveDownload, Link } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocale, useMessages, useTranslations } from 'use-intl';
import type { Document as Bench } from '../../core/document/document';
import { LIMITS } from '../../core/lib/limits';
import { formatStand } from '../../core/sheet/address';
import { sheetMarkdown } from '../../core/sheet/markdown';
import { plainName } from '../../core/story/cast';
import { makeSharedView } from '../../store/autosave';
import { handOut, type Parcel } from '../../store/hand-out';
import { useActions, useBenchStore } from '../../store/hooks';
import { COMFORTABLE_LINK, encodeLink, pageAddress } from '../../store/link';
import { encodeSheet, printSheet } from '../../store/own-sheets';
import { fileWith, isOneFile, isSheetFile } from '../../store/whole-file';
import { embedCode } from '../common/embed-code.model';
import { classes } from '../common/classes';
import { Button } from '../common/controls';
import { Dialog } from '../common/Dialog';
import { createRuler } from '../story/paper/SheetView';
import { makePalette } from '../story/paper/sheet.model';
import { RedactSwitch } from '../share/redact/RedactSwitch';
import tokens from '../common/theme/tokens.css?raw';
import { useLaneName } from '../time/EventList';
import type { LaneWords } from './lanes-paper.model';
import { useTitle } from './Article';
import type { HeldSheet } from './own-sheet';
import { mayLeave, type ShownSheet } from './sheet.model';
import { stillHtml } from './still.model';
import { useSheetPhrase } from './use-sheet-phrase';
import styles from './sheet.module.css';

interface Props {
  readonly shown: ShownSheet;
}

interface WindowProps extends Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The window that hands a Sheet out. */
export function HandOut({ open, onOpenChange, ...props }: WindowProps) {
  const t = useTranslations('sheet');
  const { source } = props.shown;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="l" title={t('handOutTitle')} description={t('handOutAbout')}>
      {(source.kind === 'made' || source.own !== undefined) && !isSheetFile() && <RedactSwitch />}
      <Ways {...props} />
    </Dialog>
  );
}

function Ways({ shown }: Props) {
  const t = useTranslations('sheet');
  const write = useWriters(shown);
  const alive = useAliveHash(shown);
  const [said, setSaid] = useState('');
  const [frame] = useState(() => makeFrame(shown));
  const locale = useLocale() === 'ko' ? 'ko' : 'en';
  const small = isOfCluster(shown, locale);
  const title = useTitle(shown.sheet.sheet.title);
  const store = useBenchStore();
  const actions = useActions();
  const { id } = shown.sheet.sheet;
  const hand = (done: string, make: () => Parcel | undefined) => (): void =>
    void handOut(actions, store.getState().document.present, (shared) =>
      mayLeave(shown, { shared, hides: store.getState().redaction.on }) ? make() : undefined,
    )
      .then((left) => setSaid(left ? done : t('handOutFailed')))
      .catch(() => setSaid(t('handOutFailed')));
  const file = (name: string, text: Blob): Parcel => ({ to: 'file', name, file: text });
  const still = (): Parcel => file(`${id}.html`, new Blob([write.still()], { type: 'text/html' }));
  const whole = (): Parcel | undefined => {
    const made = alive === undefined ? undefined : fileWith(alive);
    return made && file(`${id}.rulewalk.html`, made);
  };
  return (
    <>
      <dl className={classes(styles.rows, styles.named)}>
        <Way about={t('markdownAbout')}>
          <Button
            icon={<FileText aria-hidden />}
            onClick={hand(t('copied'), () => ({ to: 'clipboard', text: write.markdown() }))}
          >
            {t('markdown')}
          </Button>
        </Way>
        <Way about={t('stillAbout')}>
          <Button icon={<FileType aria-hidden />} onClick={hand(t('saved', { name: `${id}.html` }), still)}>
            {t('still')}
          </Button>
        </Way>
        {!isOfTwo(shown) && (
          <Way about={t('aliveAbout', { whole: (isOneFile() ? isSheetFile() : small) ? 'no' : 'yes' })}>
            <Alive
              hash={alive}
              file={small ? 'sheet.html' : 'rulewalk.html'}
              onSave={hand(t('saved', { name: `${id}.rulewalk.html` }), whole)}
            />
          </Way>
        )}
        {shown.source.kind === 'shelf' && shown.source.own && (
          <OwnWays held={shown.source.own} hash={alive} hand={hand} title={title} />
        )}
        {frame && (
          <Way about={t('frameAbout')}>
            <Button
              icon={<Frame aria-hidden />}
              onClick={hand(t('copied'), () => ({ to: 'clipboard', text: embedCode({ ...frame, locale, title }) }))}
            >
              {t('frame', { number: frame.number })}
            </Button>
          </Way>
        )}
      </dl>
      <p role="status">{said}</p>
    </>
  );
}

/** One way to hand a Sheet out, and what comes of it. */
function Way({ about, children }: { readonly about: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{children}</dt>
      <dd>{about}</dd>
    </>
  );
}

/** Of two dumps one is not on the bench: no file or link carries it. */
const isOfTwo = ({ source }: ShownSheet): boolean => source.kind === 'made' && source.asked.of === 'dumps';

interface OwnWaysProps {
  readonly held: HeldSheet;
  readonly hash: string | undefined;
  readonly hand: (done: string, make: () => Parcel | undefined) => () => void;
  readonly title: string;
}

/** A Sheet of somebody's own leaves whole, too: as a link, and as a file that opens here again with what only its author says. */
function OwnWays({ held: { of }, hash, hand, title }: OwnWaysProps) {
  const t = useTranslations('author');
  const link = hash === undefined ? undefined : pageAddress() + hash;
  const name = (title || 'rulewalk').replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const file = (): Parcel => ({
    to: 'file',
    name: `${name}.sheet.json`,
    file: new Blob([printSheet(of)], { type: 'application/json' }),
  });
  const made =
    link === undefined ? '' : t(link.length > COMFORTABLE_LINK ? 'linkLong' : 'linkMade', { length: link.length });
  return (
    <Way about={t('exportAbout')}>
      <Button icon={<Download aria-hidden />} onClick={hand(t('exported'), file)}>
        {t('export')}
      </Button>{' '}
      <Button
        icon={<Link aria-hidden />}
        disabled={link === undefined}
        onClick={hand(made, () => (link === undefined ? undefined : { to: 'clipboard', text: link }))}
      >
        {t('link')}
      </Button>{' '}
      {link !== undefined && <input readOnly data-shared aria-label={t('linkLabel')} value={link} />}
    </Way>
  );
}

/** What a frame for the figure in the middle of the window shows, as it stands; undefined: of what has no address there is none. */
function makeFrame({ sheet: { sheet, blocks }, source, state }: ShownSheet) {
  if (source.kind === 'made' || source.own || isOneFile()) return undefined;
  const away = (element: Element): number => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.abs(top + bottom - innerHeight);
  };
  const [first] = [...document.querySelectorAll('[data-figure]')].toSorted((a, b) => away(a) - away(b));
  const figure = blocks.find((block) => block.kind === 'figure' && block.id === first?.getAttribute('data-figure'));
  if (figure?.kind !== 'figure') return undefined;
  return { page: pageAddress(), hash: `#sheet=${sheet.id}/${figure.id}${formatStand(state)}`, number: figure.number };
}

/** Does a Sheet stand on clusters alone? Then the smaller file has all it needs. */
const isOfCluster = ({ source }: ShownSheet, locale: 'en' | 'ko'): boolean =>
  source.kind === 'shelf' && Object.values(source.shelf.benches(locale)).every(({ subject }) => subject === 'cluster');

interface AliveProps {
  readonly hash: string | undefined;
  /** The file beside the page that has what the Sheet needs. */
  readonly file: string;
  readonly onSave: () => void;
}

/** The file itself hands itself out; a page of a host, which lets nothing leave, opens that file. */
function Alive({ hash, file, onSave }: AliveProps) {
  const t = useTranslations('sheet');
  const words = useMessages().offline;
  if (hash === undefined) return <span className={styles.mute}>{words.tooLong}</span>;
  if (isOneFile())
    return (
      <Button icon={<HardDriveDownload aria-hidden />} onClick={onSave}>
        {t('alive')}
      </Button>
    );
  return (
    <a className={styles.button} href={`./${file}${hash}`} target="_blank" rel="noopener">
      {t('aliveOpen')}
    </a>
  );
}

/** Writes what is shown, in the words of the page. */
function useWriters(shown: ShownSheet) {
  const t = useTranslations('sheet');
  const story = useTranslations('story');
  const lanes = useLaneWords();
  const rules = useTranslations('rules');
  const say = useSheetPhrase();
  const locale = useLocale();
  const title = useTitle(shown.sheet.sheet.title);
  return {
    markdown: (): string => {
      const named = (key: string, id: string): string => {
        const netns = shown.walks.get(key)?.bench.netns.find((each) => each.id === id);
        return netns ? plainName(netns.title) : id;
      };
      return sheetMarkdown({ ...shown.sheet, walks: shown.walks }, { locale, say, named });
    },
    still: (): string => {
      const ruler = createRuler(makePalette(tokens, 'light'));
      const words = { figure: (number: number) => t('figure', { number }), show: t('showAnswer'), lanes };
      return stillHtml(shown, { t: story, rules, say, ruler, locale, title, tokens, ...words });
    },
  };
}

/** What lanes of time are called by on paper. */
function useLaneWords(): Omit<LaneWords, 'title'> {
  const t = useTranslations('timeline');
  const laneName = useLaneName();
  return {
    row: ({ client, lane = 'api' }) => (client === undefined ? laneName(lane) : t('client', { number: client + 1 })),
    outcome: (outcome) => t(`outcomes.${outcome}`),
    mark: (mark) => t(`marks.${mark}`),
  };
}

/** What the alive file opens with: the Sheet of the shelf by its name, as it stands, or the bench with the Sheet over it; undefined: it is too long. */
function useAliveHash({ sheet: { sheet }, source, state }: ShownSheet): string | undefined {
  const { id } = sheet;
  const store = useBenchStore();
  const asked = source.kind === 'made' ? source.asked : undefined;
  const own = source.kind === 'shelf' ? source.own : undefined;
  const [made, setMade] = useState<{ readonly of: Bench | HeldSheet; readonly hash: string | undefined }>();
  const name = useMemo(() => (asked?.of === 'change' ? store.getState().view.sheet : id), [asked, store, id]);
  useEffect(() => {
    let wanted = true;
    if (own)
      void encodeSheet(own.of).then((hash) => {
        if (wanted) setMade({ of: own, hash: hash.ok ? hash.value : undefined });
      });
    if (!asked) return own && (() => void (wanted = false));
    const view = { ...makeSharedView(store.getState()), ...(name === undefined ? {} : { sheet: name }) };
    void encodeLink({ document: asked.document, view }, LIMITS.link).then((hash) => {
      if (wanted) setMade({ of: asked.document, hash: hash.ok ? hash.value : undefined });
    });
    return () => {
      wanted = false;
    };
  }, [asked, own, name, store]);
  const of = asked?.document ?? own;
  if (!of) return `#sheet=${id}${formatStand(state)}`;
  return made?.of === of ? made.hash : undefined;
}
