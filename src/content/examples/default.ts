/** What a first visitor sees; by itself, so that the others are not loaded with it. */
export { WEB_TWO_NODES as DEFAULT_EXAMPLE } from './web-two-nodes';
