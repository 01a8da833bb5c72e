/** Characters that Windows forbids in a folder's name, and control characters. */
const forbidden = /[\p{Cc}<>:"|?*]/u;
/** Names that Windows reserves for devices. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Longest folder: with a file's name it stays below the 260 characters of Windows. */
export const longestFolder = 120;

/** `C:\Radio`, `\\server\share\Radio` or `/srv/radio`: its root, and what follows. */
const shapes = [/^([A-Za-z]:\\)(.*)$/s, /^(\\\\[^\\/]+\\[^\\/]+)(.*)$/s, /^(\/)(.*)$/s];

/**
 * A folder as lists name it, without a separator at its end; null when no file can lie there. Accepts slashes in a
 * Windows folder.
 */
export function readFolder(written: string): string | null {
  const text = written.trim().normalize('NFC');
  const folder = /^[A-Za-z]:/.test(text) || text.startsWith('\\\\') ? text.replaceAll('/', '\\') : text;
  if (folder.length > longestFolder) return null;
  const found = shapes.map((shape) => shape.exec(folder)).find((match) => match !== null);
  if (!found) return null;
  const [, root = '', rest = ''] = found;
  const separator = separatorOf(folder);
  const names = rest.split(separator).filter(Boolean);
  const isBad = (name: string) =>
    forbidden.test(name) ||
    name.includes('\\') ||
    /^\.+$/.test(name) ||
    /[. ]$/.test(name) ||
    device.test(name);
  if (names.some(isBad)) return null;
  if (root.startsWith('\\\\') && root.slice(2).split('\\').some(isBad)) return null;
  return names.length === 0 ? root : `${root.replace(/[\\/]$/, '')}${separator}${names.join(separator)}`;
}

const separatorOf = (folder: string): string => (folder.startsWith('/') ? '/' : '\\');

/** The full path of a file in a folder; of no folder the file's name. */
export const pathIn = (folder: string, name: string): string =>
  folder === '' ? name : `${folder.replace(/[\\/]$/, '')}${separatorOf(folder)}${name}`;
