import { deflateRawSync } from 'node:zlib';
import { sceneById } from '../src/content/scenes';
import { encodeDocument } from '../src/core/document/document';

const pack = (text: string): string => deflateRawSync(Buffer.from(text)).toString('base64url');

/** The address of a scene as it is told in its lesson from a figure of the lesson's Sheet: what is kept of the page then. */
export function toldInLesson(id: string, lang: 'en' | 'ko' = 'en'): string {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene ${id}`);
  const view = { depth: 'story', playhead: 0, scene: { id, lesson: scene.lesson } };
  return `#1.${pack(encodeDocument(scene.document(lang)))}.${pack(JSON.stringify(view))}`;
}
