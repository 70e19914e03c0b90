import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';

async function run(call: CommandCall): Promise<CommandReply> {
  const port = call.options.get('port');
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new CommandRefusal(64, call.word('badPort', { port }));
  if (!call.terminal.serve) throw new CommandRefusal(2, call.word('noPage', {}));
  const url = await call.terminal.serve(port === undefined ? undefined : Number(port));
  return { code: 0, json: undefined, lines: [{ text: call.word('serving', { url }) }] };
}

/** `rulewalk serve`: the page on this machine. */
export const SERVE_COMMAND: CommandVerb = {
  name: 'serve',
  about: 'serves the page on this machine, without any network, until it is stopped.',
  takes: '',
  options: [{ name: 'port', value: 'N', about: 'that port (else 4173, or a free one)' }],
  examples: [
    ['rulewalk serve', 'the page at http://localhost:4173/'],
    ['ssh -L 8080:localhost:8080 jump rulewalk serve --port 8080', 'the page of a host without a browser'],
  ],
  exits: { 0: 'it was stopped', 1: 'is not used', 2: 'there is no page beside the command, or the port is taken' },
  run,
};
