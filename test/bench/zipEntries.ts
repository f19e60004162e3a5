import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

interface ZipEntry {
  name: string;
  /** Compressed size in the archive, in bytes. */
  packedSize: number;
  content(): Buffer;
}

/** Signature of the record at the end, which is at least 22 bytes long. */
const END = 0x06_05_4b_50;
const DEFLATED = 8;

/** Returns the entries of a ZIP archive (APPNOTE.TXT 4.3), read from the directory at its end. */
export function zipEntries(zip: Buffer): ZipEntry[] {
  let end = zip.length - 22;
  while (end > 0 && zip.readUInt32LE(end) !== END) end -= 1;
  const entries: ZipEntry[] = [];
  // The record at the end: number of entries at 10, offset of the directory at 16.
  let offset = zip.readUInt32LE(end + 16);
  for (let entriesLeft = zip.readUInt16LE(end + 10); entriesLeft > 0; entriesLeft -= 1) {
    // An entry of the directory: lengths of the name at 28, of the extra field at 30 and of the comment at 32. The name
    // begins at 46.
    const nameEnd = offset + 46 + zip.readUInt16LE(offset + 28);
    entries.push(entryAt(zip, offset, zip.toString('utf8', offset + 46, nameEnd)));
    offset = nameEnd + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return entries;
}

function entryAt(zip: Buffer, offset: number, name: string): ZipEntry {
  // Method at 10, compressed size at 20, and the offset of the local header at 42.
  const method = zip.readUInt16LE(offset + 10);
  const packedSize = zip.readUInt32LE(offset + 20);
  const header = zip.readUInt32LE(offset + 42);
  return {
    name,
    packedSize,
    content() {
      // The content follows the local header of 30 bytes, the name (length at 26) and the extra field (length at 28).
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const compressed = zip.subarray(start, start + packedSize);
      return method === DEFLATED ? inflateRawSync(compressed) : compressed;
    },
  };
}

/**
 * Writes the files of a VSIX as VS Code installs them.
 * @returns the folder with package.json
 */
export function unpackVsix(entries: readonly ZipEntry[], folder: string): string {
  for (const entry of entries.filter(({ name }) => !name.endsWith('/'))) {
    const path = join(folder, entry.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, entry.content());
  }
  return join(folder, 'extension');
}
