import type { Locale } from '../content/phrases';
import { encodeDocument, type Document } from '../core/document/document';
import { inMode } from '../core/document/edits/proxy';
import type { Access } from './access';
import type { SharedView } from './view-state';
import type { ShownScene, WantedScene } from './scene-state';

/** The name of the one Sheet of somebody's own there was once. */
export const OWN_SHEET = 'own-lesson';
/** The Sheet of the lesson of time. */
export const TIME_SHEET = 'lesson-time';

/** What a first visitor is told; its document is the default example, so that no scene need be loaded for it. */
export const OPENING_SCENE: ShownScene = { id: 'no-device' };

/** The document and view of a scene; undefined: there is none of that id. Scenes are loaded with the first one asked for. */
export async function sceneContent(
  { id, moment, mode, hides = false }: WantedScene,
  locale: Locale,
): Promise<{ readonly document: Document; readonly view: SharedView } | undefined> {
  const { sceneById, timeSceneById } = await import('../content/scenes');
  const found = sceneById(id);
  // What happens while time runs is told in its lesson's Sheet; in another mode it is a document of the bench.
  const own = (found ?? timeSceneById(id))?.document(locale);
  if (!own) return undefined;
  const told: SharedView = { depth: 'story', scene: { id }, hides, ...(moment === undefined ? {} : { moment }) };
  const view: SharedView = found ? told : { depth: 'bench' };
  return { document: mode === undefined || mode === own.mode ? own : inMode(own, mode), view };
}

/**
 * The hash of a scene: `#s=why-this-pod&m=3&mode=ipvs&h`. `m`: the moment, counted from 1; `mode`: where it is not the
 * scene's own; `l`: the lesson it is told in; `h`: what comes is asked before it is shown.
 */
export function formatSceneHash({ id, lesson, moment, mode, hides }: WantedScene): string {
  const words = [
    `s=${encodeURIComponent(id)}`,
    ...(moment === undefined || moment <= 1 ? [] : [`m=${moment}`]),
    ...(mode === undefined ? [] : [`mode=${mode}`]),
    ...(lesson === undefined ? [] : [`l=${encodeURIComponent(lesson)}`]),
    ...(hides ? ['h'] : []),
  ];
  return `#${words.join('&')}`;
}

/** Reads the hash of a scene; undefined: it is none. What it says of a mode nobody knows is in `mode`. */
export function readSceneHash(hash: string): (Omit<WantedScene, 'mode'> & { readonly mode?: string }) | undefined {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const id = words.get('s');
  if (id === null) return undefined;
  const moment = Number(words.get('m') ?? Number.NaN);
  const [mode, lesson] = [words.get('mode'), words.get('l')];
  return {
    id,
    ...(Number.isInteger(moment) && moment >= 1 ? { moment } : {}),
    ...(mode === null ? {} : { mode }),
    ...(lesson === null ? {} : { lesson }),
    ...(words.has('h') ? { hides: true } : {}),
  };
}

/** The short link of a document that came from a scene; undefined: it was edited since. */
export async function sceneHash(present: Document, wanted: WantedScene, locale: Locale): Promise<string | undefined> {
  const [own, told] = await Promise.all([
    sceneContent(wanted, locale),
    sceneContent({ ...wanted, mode: present.mode }, locale),
  ]);
  // Its title is a word of the language it was opened in.
  const same = told && encodeDocument({ ...told.document, title: present.title }) === encodeDocument(present);
  if (!own || !same) return undefined;
  return formatSceneHash(own.document.mode === present.mode ? wanted : { ...wanted, mode: present.mode });
}

/** Puts a scene on the bench and tells it. */
export async function openScene({ get }: Access, wanted: WantedScene): Promise<boolean> {
  const content = await sceneContent(wanted, get().view.locale);
  if (content) get().actions.openDocument(content.document, content.view);
  return content !== undefined;
}
