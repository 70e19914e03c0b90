import { TIME_LESSON, sceneById, timeSceneById } from '../content/scenes';
import { lessonSheetId } from '../content/sheets/titles';
import { readSceneHash } from './scenes';

/**
 * The address of the Sheet in which a scene of a lesson stands: that of `#s=why-this-pod&l=why-this-pod` is
 * `#sheet=lesson-why-this-pod/why-this-pod`. A scene of time stands nowhere else. Undefined: it is told as a walk, by itself
 * or in a mode that its Sheet does not have.
 */
export function findSceneSheet(hash: string): string | undefined {
  const wanted = readSceneHash(hash);
  if (!wanted) return undefined;
  const { id, lesson, mode } = wanted;
  const scene = sceneById(id);
  const isOfLesson = scene !== undefined && scene.lesson === lesson && (mode === undefined || mode === scene.mode);
  const isOfTime = mode === undefined && timeSceneById(id) !== undefined;
  if (!isOfLesson && !isOfTime) return undefined;
  return `#sheet=${lessonSheetId(isOfTime ? TIME_LESSON.id : (scene?.lesson ?? ''))}/${id}`;
}
