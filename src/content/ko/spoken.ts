export { COMMAND_WORDS } from './command';
export { PHRASES } from './phrases';
export { MORE_PHRASES } from './phrases/more';
