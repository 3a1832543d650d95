import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSavedDocuments } from '#src/data/device/saved-documents.ts';

const id = '4b1ff5a2-2f5e-4d0e-9a55-6d1df9a5a001';
const path = `/files/guide/${id}.pdf`;
const pdf = '%PDF-1.7 manual';
const quotaError = new DOMException('full', 'QuotaExceededError');

/** Cache storage with one cache. */
function cacheStorage() {
  const entries = new Map<string, Blob>();
  const urlOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), 'https://club.example');
  const cache = {
    keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
    match: (request: RequestInfo) => {
      const blob = entries.get(urlOf(request).href);
      return Promise.resolve(blob && new Response(blob));
    },
    put: async (request: RequestInfo, response: Response) =>
      void entries.set(urlOf(request).href, await response.blob()),
    delete: (request: RequestInfo) => Promise.resolve(entries.delete(urlOf(request).href)),
  };
  return { cache, open: () => Promise.resolve(cache as unknown as Cache) };
}

const pdfResponse = () => new Response(pdf, { headers: { 'content-type': 'application/pdf' } });
const free = vi.fn<() => Promise<number | null>>();
const fetchFile = vi.fn<(path: string) => Promise<Response>>();
let storage: ReturnType<typeof cacheStorage>;
const open = () => createSavedDocuments({ caches: storage, fetch: fetchFile, freeBytes: free });

beforeEach(() => {
  storage = cacheStorage();
  free.mockReset().mockResolvedValue(null);
  fetchFile.mockReset().mockImplementation(() => Promise.resolve(pdfResponse()));
});

describe('a saved document', () => {
  it('is listed with its size, opens without the network, and isn’t found once removed', async () => {
    const documents = open();
    await documents.save({ id, bytes: 15 });
    expect(documents.list.current()).toEqual([{ id, bytes: pdf.length }]);
    fetchFile.mockRejectedValue(new TypeError('offline'));
    expect(await (await documents.load(id)).text()).toBe(pdf);
    expect(fetchFile).toHaveBeenCalledExactlyOnceWith(path);

    const nextStart = open();
    await nextStart.refresh();
    expect(nextStart.list.current()).toEqual([{ id, bytes: pdf.length }]);
    await nextStart.remove(id);
    expect(nextStart.list.current()).toEqual([]);
    await expect(nextStart.load(id)).rejects.toMatchObject({ code: 'offline' });
  });

  it('isn’t saved on a full device, whether the browser’s estimate or the failed write reveals it (F21)', async () => {
    const documents = open();
    free.mockResolvedValueOnce(14);
    await expect(documents.save({ id, bytes: 15 })).rejects.toMatchObject({ code: 'storage_full' });
    expect(fetchFile).not.toHaveBeenCalled();
    storage.cache.put = () => Promise.reject(quotaError);
    await expect(documents.save({ id, bytes: 15 })).rejects.toMatchObject({ code: 'storage_full' });
    await documents.refresh();
    expect(documents.list.current()).toEqual([]);
  });

  it('is never a captive portal’s page (F11)', async () => {
    const portal = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    fetchFile.mockResolvedValueOnce(portal);
    const documents = open();
    await expect(documents.save({ id, bytes: 15 })).rejects.toMatchObject({
      code: 'not_an_answer',
    });
    fetchFile.mockResolvedValueOnce(new Response(null, { status: 404 }));
    await expect(documents.load(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('without cache storage, documents can only be opened from the network', async () => {
  storage.open = () => Promise.reject(new Error('private window'));
  const documents = open();
  await documents.refresh();
  expect(documents.list.current()).toEqual([]);
  expect(await (await documents.load(id)).text()).toBe(pdf);
});
