import { deflateRawSync } from 'node:zlib';
import { sceneById } from '../src/content/scenes';
import { encodeDocument } from '../src/core/document/document';

const pack = (text: string): string => deflateRawSync(Buffer.from(text)).toString('base64url');

/** The address of a scene that is told with all that comes hidden: what is kept of the page then. */
export function toldHidden(id: string, lang: 'en' | 'ko' = 'en'): string {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene ${id}`);
  const view = { depth: 'story', playhead: 0, scene: { id }, hides: true };
  return `#1.${pack(encodeDocument(scene.document(lang)))}.${pack(JSON.stringify(view))}`;
}
