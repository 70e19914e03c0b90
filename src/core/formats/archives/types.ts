/** A file in an archive, its bytes as they are stored there. */
export interface ArchiveEntry {
  /** With its folders: `must-gather/namespaces/shop/pods.yaml`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How the bytes are packed: as they are, or by deflate (RFC 1951). */
  readonly packing: 'stored' | 'deflate';
}

/** What an archive holds: its files, and the names of those whose packing is not read. */
export interface ArchiveListing {
  readonly entries: readonly ArchiveEntry[];
  readonly unread: readonly string[];
}
