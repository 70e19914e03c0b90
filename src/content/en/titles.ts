export { EXAMPLE_WORDS } from './examples';
export { LESSON_WORDS } from './lessons';
export { SCENE_REASONS, SCENE_WORDS } from './scenes';
export { SHEET_WORDS } from './sheets';
export { TIME_SCENE_WORDS } from './time-scenes';
