import { useTranslations } from 'use-intl';
import type { Note } from '../packet/moment.model';
import { classes } from '../common/classes';
import { VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import { shortName } from '../common/object-names.model';
import styles from './notebook.module.css';
import { notesAt } from './notes-place.model';
import { useLayout, useMoment } from './stage-context';

/** What a rewrite made of the header stands on the packet's label, and its sign on the gate. */
type Told = Exclude<Note, { kind: 'nat' }>;

/** Lines there is room for on a row of gates; the newest are shown. */
const LINES = 2;

/**
 * What a node has looked up for the packet at the gate it stands at, in a small box by that gate. It
 * covers places the packet is not at.
 */
export function Notebook() {
  const layout = useLayout();
  const { netns, notebook } = useMoment();
  const at = layout && netns !== undefined ? notesAt(layout, netns, notebook.hook) : undefined;
  const notes = newest(notebook.notes.filter((note): note is Told => note.kind !== 'nat'));
  if (notes.length === 0 || !at) return null;
  return (
    <div className={classes(styles.notes, at.up && styles.up)} style={{ left: at.x, width: at.width, top: at.y }}>
      {notes.map((note) => (
        <div key={JSON.stringify(note)} className={classes(styles.note, note.kind === 'reason' && styles.reason)}>
          <NoteLine note={note} />
        </div>
      ))}
    </div>
  );
}

/** A table's count stays in sight above its newest match. */
function newest(notes: readonly Told[]): readonly Told[] {
  // A sentence may take two lines.
  if (notes.at(-1)?.kind === 'reason') return notes.slice(1 - LINES);
  const shown = notes.slice(-LINES);
  const table = notes.findLast((note) => note.kind === 'table');
  if (!table || shown.includes(table) || shown.at(-1)?.kind !== 'match') return shown;
  return [table, ...shown.slice(1 - LINES)];
}

function NoteLine({ note }: { readonly note: Told }) {
  const t = useTranslations('topology');
  const say = usePhrase();
  switch (note.kind) {
    case 'conntrack':
      return t(note.created ? 'ctNew' : 'ct', { state: note.state });
    case 'table':
      return t('tested', { table: note.table, matched: note.matched, tested: note.tested });
    case 'match':
      return (
        <>
          <code>
            {note.rule === 0 ? t('policy', { chain: note.chain }) : `${shortName(note.chain, 15)} ${note.rule}`}
          </code>{' '}
          <VerdictBadge mark={note.mark} word={note.to === '' ? note.mark.word : ''}>
            {note.to === '' ? undefined : <code>{shortName(note.to, 15)}</code>}
          </VerdictBadge>
        </>
      );
    case 'ipvs':
      return t(`ipvs.${note.from}`, { scheduler: note.scheduler, candidates: note.candidates });
    case 'route':
      return (
        <>
          {t('route')} <code>{note.text}</code>
        </>
      );
    case 'reason':
      return say(note.reason);
  }
}
