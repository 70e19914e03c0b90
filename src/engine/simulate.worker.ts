import './sealed';
import { expose } from 'comlink';
import { createEngineWith } from './engine-with';
import { inPieces } from './in-pieces';
import { latePasted } from './late-pasted';
import { patched } from './patched-engine';
import { timed } from './timed';

const pasted = latePasted(async () => (await import('../core/document/derive-pasted')).derivePasted);
expose(inPieces(patched(timed(createEngineWith(pasted.derive)), pasted.ready)));
