export { GLOSSARY_WORDS, OWN_TERMS } from './glossary';
export { MESSAGES } from './messages';
