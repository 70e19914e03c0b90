import { useTranslations } from 'use-intl';
import { type MenuItem } from '../../common/floating';
import { type StageNode } from './stage-nodes.model';
import type { FlowSource, Document } from '../../../core/document/document';
import { type PacketDestination } from './flows.model';
import type { ServiceChip, StageModel } from './stage-types';

/** What menu items are made from. */
export interface MenuKit {
  readonly t: ReturnType<typeof useTranslations<'hands.menu'>>;
  readonly stage: StageModel;
  readonly document: Document;
  readonly edit: (change: (document: Document) => Document) => void;
  readonly sendFlow: (from: FlowSource, goal: PacketDestination) => void;
  readonly focusNode: (netns: string) => void;
  readonly fit: () => void;
  readonly picked: ReadonlySet<string>;
  /** Adds a box to the selection, or takes it out. */
  readonly pick: (node: StageNode) => void;
  /** Begins a flow that ends where the person clicks next. */
  readonly aim: (node: StageNode) => void;
  readonly copy: (nodes: readonly StageNode[]) => void;
  readonly paste: () => void;
  readonly openForm: (node: StageNode) => void;
  /** Opens the window on all packets for one party, in the words of a statement. */
  readonly reach: (party: string) => void;
}

/** A row that is one undoable edit. */
export function act(kit: MenuKit, id: string, label: string, change: (doc: Document) => Document): MenuItem {
  return { id, label, onSelect: () => kit.edit(change) };
}

/** `web 10.96.98.173:80`; the protocol is said unless it is TCP. */
export function formatTitle({ name, address, port, protocol }: ServiceChip): string {
  return `${name} ${address}${port === 0 ? '' : `:${port}`}${protocol === 'TCP' ? '' : ` ${protocol}`}`;
}

/** Rows of a list of targets or nodes; more belong in a form. */
export const MENU_ITEMS_MOST = 8;
