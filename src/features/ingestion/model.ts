/** A file or folder as Drive describes it, shortcuts already followed. */
export interface DriveItem {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes; null when Drive does not say. */
  size: number | null;
  /** MD5 in hex; null when Drive does not say. */
  md5: string | null;
  /** Older shared things need it beside the id. */
  resourceKey: string | null;
}

/** An audio file found below the folder that was pasted. */
export interface ScannedFile extends DriveItem {
  /** The folder it lies in: the pasted one, or one below it. */
  folderId: string;
}

/** A folder found by a scan; the pasted one is the first and has no parent. */
export interface ScannedFolder {
  id: string;
  name: string;
  parentId: string | null;
}

/** Everything below one Drive folder that matters to us, each file and folder once. */
export interface Scan {
  folders: ScannedFolder[];
  /** In natural order of folder and name. */
  files: ScannedFile[];
  /** Files that are no audio: documents, pictures, too large ones. */
  skipped: number;
}

/** Google Drive, or nothing when no key is set. */
export interface DriveGateway {
  /** False without GOOGLE_API_KEY and GOOGLE_SERVICE_ACCOUNT_JSON: every call then fails with `not-configured`. */
  readonly isConfigured: boolean;
  /** One file or folder. @throws GatewayError */
  find(id: string, resourceKey: string | null): Promise<DriveItem>;
  /** What lies directly in a folder, all pages, shortcuts followed. @throws GatewayError */
  list(folderId: string, resourceKey: string | null): Promise<DriveItem[]>;
  /** A file's bytes from `offset` on, by a Range request. @throws GatewayError */
  download(
    file: { id: string; resourceKey: string | null },
    offset: number,
    signal: AbortSignal,
  ): Promise<{ body: ReadableStream<Uint8Array>; offset: number; size: number | null }>;
}
