import type { CommandVerb } from './command';
import { ALWAYS_COMMAND } from './verbs/always';
import { CAPTURE_COMMAND } from './verbs/capture';
import { CHANGES_COMMAND } from './verbs/changes';
import { COLLECT_COMMAND } from './verbs/collect';
import { COMPILE_COMMAND } from './verbs/compile';
import { CONFORMANCE_COMMAND } from './verbs/conformance';
import { DEAD_COMMAND } from './verbs/dead';
import { DIFF_COMMAND } from './verbs/diff';
import { DRIFT_COMMAND } from './verbs/drift';
import { EXPLAIN_COMMAND } from './verbs/explain';
import { LINT_COMMAND } from './verbs/lint';
import { REACH_COMMAND } from './verbs/reach';
import { RECONSTRUCT_COMMAND } from './verbs/reconstruct';
import { REDACT_COMMAND } from './verbs/redact';
import { SERVE_COMMAND } from './verbs/serve';
import { STORY_COMMAND } from './verbs/story';
import { TIMELINE_COMMAND } from './verbs/timeline';
import { WALK_COMMAND } from './verbs/walk';

/** One line a verb, in the order the help lists them. */
export const ANSWERING_COMMANDS: readonly CommandVerb[] = [
  WALK_COMMAND,
  EXPLAIN_COMMAND,
  STORY_COMMAND,
  LINT_COMMAND,
  DEAD_COMMAND,
  REACH_COMMAND,
  CHANGES_COMMAND,
  ALWAYS_COMMAND,
  DRIFT_COMMAND,
  DIFF_COMMAND,
  COMPILE_COMMAND,
  RECONSTRUCT_COMMAND,
  REDACT_COMMAND,
  TIMELINE_COMMAND,
  CAPTURE_COMMAND,
  COLLECT_COMMAND,
  CONFORMANCE_COMMAND,
  SERVE_COMMAND,
];
