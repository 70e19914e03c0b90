import type { PhraseBook } from '../../phrases/phrase-book';

/** What is asked before a moment is shown, what may be answered, and why an answer is right or not. */
export const QUESTION_PHRASES = {
  'question.which-rule': 'Which rule of {chain} takes the packet?',
  'question.which-pod': 'Which Pod will get this packet?',
  'question.who-cannot': 'Which of these can never get this packet?',
  'question.premise.local':
    '{policy} of {service} is Local, and {here, plural, =0 {none of its Pods is on {node}} one {its Pod on {node} is not ready} other {its # Pods on {node} are not ready}}.',
  'question.premise.empty':
    '{waiting, plural, =0 {No Pod stands behind {service}.} one {Behind {service} stands one Pod, and it is not ready.} other {Behind {service} stand # Pods, and none is ready.}}',
  'question.premise.ranges': '{service} lets in {ranges} only, and this packet comes from {source}.',
  'question.premise.chain':
    'No rule of {chain} ({table}) decides here: the policy of the chain does, and on {node} it is DROP.',
  'question.premise.hairpin': 'On {node} the port of the bridge has hairpin mode off.',
  'question.premise.policies':
    '{count, plural, one {A NetworkPolicy stands beside the Service: {policies}.} other {NetworkPolicies stand beside the Service: {policies}.}}',
  'question.premise.was-here': '{service} has sessionAffinity: ClientIP, and {pod} answered this client a moment ago.',
  'question.premise.weights': '{object} gives weights: {weights}.',
  'question.premise.others': 'Another program than kube-proxy has rules here, too: the chain {chain}.',
  'question.chance': 'Before anything is drawn: how likely is {pod}?',
  'question.chance-again': 'How likely is {pod} this time?',
  'question.odds-of-rest':
    'The first rule says yes to 1 in {count}. The second sees only the rest. How often must it say yes, so that all {count} Pods get the same?',
  'question.next-turn': 'Say {pod} has just got a connection. Who gets the next one, whoever sends it?',
  'question.destination': 'Which destination will the packet carry once {node} has rewritten it?',
  'question.entry': 'What will {node} remember of this connection?',
  'question.route': 'Which route of {node} will the packet take?',
  'question.source-changes': 'Will {node} change the source of the packet?',
  'question.source-seen': 'Whom will the one who gets the packet see as its sender?',
  'question.answers-to': 'To whom will the answer be sent first?',
  'question.reply-carries': 'From whom will {to} see the answer come?',
  'question.ends': 'What will {from} get?',
  'question.where.chosen': 'At which hook of {node} is the Pod chosen?',
  'question.where.refused': 'At which hook of {node} is the packet refused?',
  'question.other-mode': 'In {mode} mode: at which hook of {node} would the Pod be chosen?',
  'question.pod-gone': 'If {pod} were not there: what would {from} get?',
  'question.option.end': '{name} ({text})',
  'question.option.name': '{name}',
  'question.option.drawn': 'that of the Pod that is drawn',
  'question.option.rule': '{text}',
  'question.option.odds': '{odds, select, 1 {certain} other {{odds}}}',
  'question.option.one-in': '{of, plural, one {always} other {1 in #}}',
  'question.option.next':
    '{next, select, same {{pod} again} any {any of the {count}, by lot} other {another Pod, not {pod}}}',
  'question.option.entry': 'asked for {asked}, answers from {answers}',
  'question.option.source-stays': 'No, it stays {from}',
  'question.option.source-changes': 'Yes, it becomes an address of the node',
  'question.option.answer': 'an answer',
  'question.option.refused': 'an error, at once',
  'question.option.silence': 'nothing, until it gives up waiting',
  'question.why.rule-before': 'Rule {number} was asked before, and did not match.',
  'question.why.rule-after': 'Rule {number} comes later: it was not asked any more.',
  'question.why.rule-taken': 'Rule {number} was the first that matched.',
  'question.why.pod-other': 'It was offered, too, but the choice fell on {pod}.',
  'question.why.pod-could': 'It had a chance of {share}, but this time the choice fell on {pod}.',
  'question.why.pod-waits': '{pod} is not ready: no rule leads to it.',
  'question.why.pod-may': '{pod} is among those that may be chosen.',
  'question.why.pod-may-by': '{pod} may be chosen: its chance is {share}.',
  'question.why.drawn': 'The rule of whoever is drawn writes its own address.',
  'question.why.not-drawn': '{text} belongs to {name}; it becomes the address of whoever is drawn.',
  'question.why.share-waiting': '{odds} would count a Pod that is not ready, too: it is {share}.',
  'question.why.not-seen': 'Not {name}: here it is {right}.',
  'question.why.pod-only': 'The rules lead to {pod}.',
  'question.why.share': 'Of all new connections, {share} go to {pod}.',
  'question.why.share-of-clients':
    'Of all clients that are not remembered, {share} go to {pod}; whoever is remembered is not drawn for.',
  'question.why.share-of-orders':
    'In which order the servers stand is not known, so {share} for {pod}. Whatever it is, one hash leads all that have this address to the same server.',
  'question.why.remembered': '{node} remembers the client, and nothing is drawn: it is {pod} again.',
  'question.why.not-drawn-again':
    '{odds} is the chance of a client that is not remembered. {node} remembers this one: it is {pod} again.',
  'question.why.own-odds':
    '{odds} is the chance once its own rule is asked. Before that, another may say yes: all in all it is {share}.',
  'question.why.rest':
    '{left, plural, one {Of what the first let pass, one Pod is left, and it takes all.} other {Of what the first let pass, # Pods are left: an equal part for each.}}',
  'question.why.rest-less': '1 in {count} of the rest is less than 1 in {count} of all: {kept} in {whole}.',
  'question.why.rest-always':
    'Then {later, plural, one {the Pod behind it} other {the # Pods behind it}} would never be asked.',
  'question.why.next':
    '{right, select, same {It stays with {pod}.} other {Nothing is drawn: the scheduler goes round, and {pod} has had its turn.}}',
  'question.why.share-not': 'Not {odds}: it is {share}.',
  'question.why.not-here': '{text} belongs to {name}; here it is {right}.',
  'question.why.engine': 'It is {right}.',
  'question.why.entry': 'Asked for was {asked}, and {answers} will answer: the entry keeps both.',
  'question.why.route': 'It holds {to}, and no route that is asked before does.',
  'question.why.route-not': 'For {to}, the node takes {right}.',
  'question.why.saw': 'It saw {to} as the sender.',
  'question.why.ends':
    '{end, select, answer {It is answered} refused {An error comes back} other {It gets neither an answer nor an error, and waits}}.',
  'question.why.hook': '{node} does it at {hook}.',
  'question.why.hook-not': 'Not there: {node} does it at {hook}.',
} as const satisfies PhraseBook;
