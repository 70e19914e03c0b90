import { expose } from 'comlink';
import { createEngine } from './engine';
import { patched } from './patched-engine';

expose(patched(createEngine()));
