import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  content(): Buffer;
}

const LOCAL_SIGNATURE = 0x04_03_4b_50;
const CENTRAL_SIGNATURE = 0x02_01_4b_50;
const END_SIGNATURE = 0x06_05_4b_50;
/** ZIP 2.0 with UTF-8 names, made on Unix: the only platform whose file modes are stored. */
const VERSION = 20;
const MADE_BY_UNIX = 0x03_00 | VERSION;
const UTF8_FLAG = 0x08_00;
const STORED = 0;
const DEFLATED = 8;
const FILE_MODE = 0o100_644;
/** Memory levels of zlib to try. With a lower level, blocks are shorter, and their codes fit some files better. */
const MEMORY_LEVELS = [5, 6, 7, 8];

/**
 * Writes a ZIP archive (APPNOTE.TXT 4.3). The archive is reproducible: files are sorted by code
 * unit, and all have the given date (read as UTC) and the same mode.
 * @param date from 1980 to 2107; stored with a resolution of two seconds
 */
export function writeZip(files: readonly ZipFile[], date: Date): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { header, name, data } = packFile(file, date);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(CENTRAL_SIGNATURE, 0);
    entry.writeUInt16LE(MADE_BY_UNIX, 4);
    // The local and the central header share the fields from the required version to the length of the extra data.
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(FILE_MODE * 0x1_00_00, 38);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, name);
    chunks.push(header, name, data);
    offset += header.length + name.length + data.length;
  }
  const centralDirectory = Buffer.concat(directory);
  const endRecord = Buffer.alloc(22);
  endRecord.writeUInt32LE(END_SIGNATURE, 0);
  endRecord.writeUInt16LE(files.length, 8);
  endRecord.writeUInt16LE(files.length, 10);
  endRecord.writeUInt32LE(centralDirectory.length, 12);
  endRecord.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, centralDirectory, endRecord]);
}

function packFile(file: ZipFile, date: Date): Record<'header' | 'name' | 'data', Buffer> {
  const content = file.content();
  const deflated = deflate(content);
  const isSmaller = deflated.length < content.length;
  const data = isSmaller ? deflated : content;
  const name = Buffer.from(file.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_SIGNATURE, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(UTF8_FLAG, 6);
  header.writeUInt16LE(isSmaller ? DEFLATED : STORED, 8);
  header.writeUInt16LE(timeOf(date), 10);
  header.writeUInt16LE(dayOf(date), 12);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return { header, name, data };
}

function deflate(content: Buffer): Buffer {
  const results = MEMORY_LEVELS.map((memLevel) => deflateRawSync(content, { level: 9, memLevel }));
  return results.reduce((smallest, result) =>
    result.length < smallest.length ? result : smallest,
  );
}

function timeOf(date: Date): number {
  return (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
}

function dayOf(date: Date): number {
  const year = date.getUTCFullYear() - 1980;
  return (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
}
