import { expose } from 'comlink';
import { createEngineWith } from './engine-with';
import { latePasted } from './late-pasted';
import { patched } from './patched-engine';

const pasted = latePasted(async () => (await import('../core/document/derive-pasted')).derivePasted);
expose(patched(createEngineWith(pasted.derive), pasted.ready));
