import type { PhraseBook } from '../../phrases/phrase-book';

/** What a text of a field is not, and how it has to be: by grammar (core/kubernetes/validation/grammars.ts). */
export const FIELD_PHRASES = {
  'document.field.dns-label':
    '{name}: {field} is “{value}”, which is not a DNS label: at most 63 of a-z, 0-9 and -, with a letter or digit at both ends. Nothing is made of it; correct it and read it again.',
  'document.field.dns-name':
    '{name}: {field} is “{value}”, which is not a DNS name: labels of a-z, 0-9 and - with dots between them, at most 253 characters. Nothing is made of it; correct it and read it again.',
  'document.field.port-name':
    '{name}: {field} is “{value}”, which is not the name of a port: at most 15 of a-z, 0-9 and -, with a letter among them. Nothing is made of it; correct it and read it again.',
  'document.field.label-key':
    '{name}: {field} is “{value}”, which is not a key of a label: at most 63 of A-Z, a-z, 0-9, -, _ and ., after an optional DNS name and /. Nothing is made of it; correct it and read it again.',
  'document.field.annotation-key':
    '{name}: {field} is “{value}”, which is not a key of an annotation: at most 63 of A-Z, a-z, 0-9, -, _ and ., after an optional DNS name and /. Nothing is made of it; correct it and read it again.',
  'document.field.label-value':
    '{name}: {field} is “{value}”, which is not the value of a label: at most 63 of A-Z, a-z, 0-9, -, _ and ., with a letter or digit at both ends. Nothing is made of it; correct it and read it again.',
  'document.field.full-name':
    '{name}: {field} is “{value}”, which is not a name: A-Z, a-z, 0-9, -, _, . and /. Nothing is made of it; correct it and read it again.',
  'document.field.object-name':
    '{name}: {field} is “{value}”, which is not the name of an object: no /, no %, no blank and nothing that cannot be seen, at most 253 characters. Nothing is made of it; correct it and read it again.',
  'document.field.address':
    '{name}: {field} is “{value}”, which is not an IP address, such as 10.96.0.10 or fd00::10. Nothing is made of it; correct it and read it again.',
  'document.field.cluster-ip':
    '{name}: {field} is “{value}”, which is not an IP address or None. Nothing is made of it; correct it and read it again.',
  'document.field.range':
    '{name}: {field} is “{value}”, which is not a range of addresses, such as 10.244.0.0/16. Nothing is made of it; correct it and read it again.',
  'document.field.ranges':
    '{name}: {field} is “{value}”, which is not a range of addresses, or one of each family with a comma between them, such as 10.244.0.0/16. Nothing is made of it; correct it and read it again.',
  'document.field.pool':
    '{name}: {field} is “{value}”, which is not a range of addresses, such as 198.51.100.0/24 or 198.51.100.1-198.51.100.9. Nothing is made of it; correct it and read it again.',
  'document.field.host':
    '{name}: {field} is “{value}”, which is not the name of a host or an address: letters, digits, -, _, . and :. Nothing is made of it; correct it and read it again.',
  'document.field.protocol':
    '{name}: {field} is “{value}”, which is not TCP, UDP or SCTP. Nothing is made of it; correct it and read it again.',
  'document.field.device':
    '{name}: {field} is “{value}”, which is not the name of a device: at most 15 bytes without a blank, / and :. Nothing is made of it; correct it and read it again.',
  'document.field.duration':
    '{name}: {field} is “{value}”, which is not a duration, such as 30s or 1m30s. Nothing is made of it; correct it and read it again.',
  'document.field.word':
    '{name}: {field} is “{value}”, which is not one word: no blank and nothing that cannot be seen. Nothing is made of it; correct it and read it again.',
  'document.field.line':
    '{name}: {field} is “{value}”, which is not one line: no line break and no control character. Nothing is made of it; correct it and read it again.',
  'document.rules.hidden-devices':
    'No file was made: the listing does not show devices, so nobody knows which ones “{text}” is about. Paste iptables-save, or iptables -L -v.',
  'document.rules.unprintable':
    'No file was made: “{text}” in the texts could be read as more than one rule when it is loaded. Take it out of the pasted text and try again.',
} as const satisfies PhraseBook;
