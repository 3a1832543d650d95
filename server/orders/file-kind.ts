import { type FileKind, kindByContent } from '#schemas/order-file-kind.ts';

/** What the file is by its content (security 16); null for what may not be sent. Never throws. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  return kindByContent(bytes);
}

/** The name as it may be saved under: no path, no quotes, and the ending of what the file is. */
export function safeFileName(name: string, { endings }: FileKind): string {
  const bare = name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const ending = /\.([a-z0-9]{1,5})$/i.exec(bare)?.[1]?.toLowerCase() ?? '';
  const stem = (ending === '' ? bare : bare.slice(0, -ending.length - 1)).slice(0, 100) || 'file';
  return `${stem}.${endings.includes(ending) ? ending : endings[0]}`;
}
