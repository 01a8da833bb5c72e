import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface Node {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  /** A file's content: bytes, or a path. */
  content?: Uint8Array | { path: string };
  shortcut?: { targetId: string };
  /** Required in X-Goog-Drive-Resource-Keys. */
  resourceKey?: string;
  /** In a shared drive: visible only to calls that include shared drives. */
  isShared?: boolean;
  /** Not shared with the caller: 404. */
  isHidden?: boolean;
  /** Drive does not report every file's MD5. */
  hasNoMd5?: boolean;
}

const folderType = 'application/vnd.google-apps.folder';
const types: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/x-wav',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain',
};

/** The content of the stand-in's Drive. */
export class DriveTree {
  readonly nodes = new Map<string, Node>();
  #count = 0;
  readonly #md5 = new Map<Node['content'], string>();

  #id(kind: string): string {
    return `${kind}${String(++this.#count).padStart(6, '0')}_demonstracao-Drive`;
  }

  #add(node: Omit<Node, 'id' | 'parents'> & { id?: string | undefined }, parent: string | null): string {
    const id = node.id ?? this.#id(node.mimeType === folderType ? '1Pasta' : '1Arquivo');
    this.nodes.set(id, { ...node, id, parents: parent ? [parent] : [] });
    return id;
  }

  folder(name: string, parent: string | null = null, facts: Partial<Node> = {}): string {
    return this.#add({ ...facts, name, mimeType: folderType }, parent);
  }

  file(
    name: string,
    parent: string | null,
    content: Uint8Array | { path: string },
    facts: Partial<Node> = {},
  ): string {
    const mimeType = types[extname(name).toLowerCase()] ?? 'application/octet-stream';
    return this.#add({ mimeType, ...facts, name, content }, parent);
  }

  /** A Google document: no bytes. */
  document(name: string, parent: string): string {
    return this.#add({ name, mimeType: 'application/vnd.google-apps.document' }, parent);
  }

  shortcut(name: string, parent: string, targetId: string): string {
    return this.#add(
      { name, mimeType: 'application/vnd.google-apps.shortcut', shortcut: { targetId } },
      parent,
    );
  }

  /** A folder of the disk with its contents. */
  fromDisk(path: string, name: string, parent: string | null = null, id?: string): string {
    const folder = this.folder(name, parent, id ? { id } : {});
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) this.fromDisk(join(path, entry.name), entry.name, folder);
      else if (entry.isFile()) this.file(entry.name, folder, { path: join(path, entry.name) });
    }
    return folder;
  }

  rename(id: string, name: string): void {
    this.#get(id).name = name;
  }

  replace(id: string, content: Uint8Array): void {
    this.#get(id).content = content;
  }

  move(id: string, parent: string): void {
    this.#get(id).parents = [parent];
  }

  remove(id: string): Node {
    const node = this.#get(id);
    this.nodes.delete(id);
    return node;
  }

  putBack(node: Node): void {
    this.nodes.set(node.id, node);
  }

  #get(id: string): Node {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`the stand-in has no ${id}`);
    return node;
  }

  bytes(node: Node): Buffer {
    if (!node.content) return Buffer.alloc(0);
    return 'path' in node.content ? readFileSync(node.content.path) : Buffer.from(node.content);
  }

  /** A file as files.list and files.get describe it. */
  describe(node: Node): object {
    const target = node.shortcut && this.nodes.get(node.shortcut.targetId);
    const size =
      node.content && ('path' in node.content ? statSync(node.content.path).size : node.content.length);
    return {
      kind: 'drive#file',
      id: node.id,
      name: node.name,
      mimeType: node.mimeType,
      ...(node.resourceKey ? { resourceKey: node.resourceKey } : {}),
      ...(size === undefined ? {} : { size: String(size) }),
      ...(node.content && !node.hasNoMd5 ? { md5Checksum: this.#sum(node) } : {}),
      ...(node.shortcut
        ? {
            shortcutDetails: {
              targetId: node.shortcut.targetId,
              targetMimeType: target?.mimeType ?? 'audio/mpeg',
              ...(target?.resourceKey ? { targetResourceKey: target.resourceKey } : {}),
            },
          }
        : {}),
    };
  }

  #sum(node: Node): string {
    const known = this.#md5.get(node.content);
    if (known) return known;
    const sum = createHash('md5').update(this.bytes(node)).digest('hex');
    this.#md5.set(node.content, sum);
    return sum;
  }
}
