import { field, type TableSpec, textCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import type { MatchExtension } from '../extension';

const FIELDS = { comment: field('--comment', textCodec(255)) };
export type CommentSpec = TableSpec<typeof FIELDS>;

/** A remark: always matches. */
export const comment: MatchExtension<'comment', CommentSpec> = tableMatch({
  name: 'comment',
  reference: 'net/netfilter/xt_comment.c',
  fields: FIELDS,
  required: ['comment'],
  simulated: 'irrelevant',
  test: () => true,
});
