/** Words of the story's lens: what rules said, the way a packet went, the devices it passed, or within which machine it is. */
export const LENS_WAY = {
  said: { yes: 'yes', no: 'no, next rule', 'not asked': 'not asked' },
  saidShort: { yes: 'yes', no: 'no', 'not asked': 'not asked' },
  way: 'The devices it passed',
  draws: 'The draw, again',
  wayMade: 'Made on {where} itself: it has passed no device yet.',
  wayGiven: 'In {where} already: no more device lies between here and the socket.',
  wayStopped: 'It came no further than {where}.',
  stopsHere: 'goes no further',
  endedByRule: 'The rule that ended it',
  endedByPolicy: 'No rule decided: the policy of the chain did',
  ruleAt: '{place}, rule {number, number}',
  socket: 'its socket',
  kernel: 'the kernel',
  noSocket: 'without a process',
} as const;

/** Beside the Service on the stage: on what its address is. */
export const PILL_NOTES = {
  nowhere: 'a Service: on no device',
  nowhereShort: 'on no device',
  device: 'on {device}, a dummy device',
  deviceShort: 'on {device}',
  nodePort: 'a port of every node',
  nodePortShort: 'a nodePort',
  wants: 'wants Pods with {selector}',
} as const;
