import './sealed';
import { expose } from 'comlink';
import { createDeriveWith } from '../core/document/derive-with';
import { compareService } from './compare-service';
import { latePasted } from './late-pasted';

const pasted = latePasted(async () => (await import('../core/document/derive-pasted')).derivePasted);
expose(compareService(() => createDeriveWith(pasted.derive), pasted.ready));
