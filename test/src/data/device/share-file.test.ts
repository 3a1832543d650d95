import { afterEach, expect, test, vi } from 'vitest';
import { canShare, shareFile } from '#src/data/device/save-and-share-file.ts';

// Desktop browsers have no share sheet, so it is faked.
const file = new File(['%PDF-'], 'A.pdf', { type: 'application/pdf' });
const click = vi.fn();

function browser(share: Partial<Pick<Navigator, 'share' | 'canShare'>>): void {
  vi.stubGlobal('navigator', share);
  vi.stubGlobal('document', { createElement: () => ({ click }) });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
}

afterEach(() => {
  vi.unstubAllGlobals();
  click.mockClear();
});

test('a file is shared if the browser can share it', () => {
  browser({ canShare: (data) => data?.files?.[0]?.type === 'application/pdf' });
  expect(canShare(file)).toBe(true);
  browser({ canShare: () => false });
  expect(canShare(file)).toBe(false);
  browser({});
  expect(canShare(file)).toBe(false);
});

test('the share sheet gets the file, and the file isn’t downloaded', async () => {
  const share = vi.fn(() => Promise.resolve());
  browser({ share });
  await shareFile(file);
  expect(share).toHaveBeenCalledWith({ files: [file] });
  expect(click).not.toHaveBeenCalled();
});

test('dismissing the sheet has no further effect', async () => {
  browser({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
  await shareFile(file);
  expect(click).not.toHaveBeenCalled();
});

test('the file is downloaded if the browser fails to share it', async () => {
  browser({ share: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
  await shareFile(file);
  expect(click).toHaveBeenCalledOnce();
});
