import { findExchange, listDecodes, makeCapture } from '../../../core/story/capture';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import { FLOW_OPTIONS } from '../ends';
import { WAY_OPTION, walkOneWay } from '../one-way';
import { openFiles } from '../opened';
import { VIA_OPTION } from '../via';

async function run(call: CommandCall): Promise<CommandReply> {
  if (!call.terminal.bytes) throw new CommandRefusal(64, call.word('captureWhere', {}));
  const texts = await openFiles(call);
  const { flow, opened, sent, trace } = walkOneWay(texts, call);
  const exchange = findExchange(opened.document, { from: flow.from, name: sent.named?.name, memo: texts.memo });
  const remarks = listDecodes(trace).map((rule) => ({ text: call.word('captureDecodes', { rule }) }));
  return { code: 0, json: undefined, lines: [], bytes: makeCapture(trace, exchange), remarks };
}

/** `rulewalk capture`: one way of a packet as a pcapng file. */
export const CAPTURE_COMMAND: CommandVerb = {
  name: 'capture',
  about:
    'writes one way of a packet to standard output as a pcapng file, for Wireshark: what somebody would see who listened on every device it passes.',
  takes: 'FILES... > walk.pcapng',
  options: [
    ...FLOW_OPTIONS,
    VIA_OPTION,
    WAY_OPTION,
    {
      name: 'mode',
      value: 'MODE',
      about: 'of a note with listings of several modes: which; of a cluster: as which kube-proxy writes its rules',
    },
  ],
  examples: [
    [
      'rulewalk capture cluster.yaml --from shop/client --to shop/web:80 > walk.pcapng',
      'every device as an interface of its own, named node/device',
    ],
    ['rulewalk capture node.txt --to 10.96.0.10:53/udp --way 2 | tshark -r -', 'the second way of it, read by tshark'],
  ],
  exits: { 0: 'it is written', 1: 'is not used', 2: 'it cannot be sent, or nothing could be read' },
  run,
};
