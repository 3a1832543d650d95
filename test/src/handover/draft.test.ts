import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { handover, hashShownSheet } from '#schemas/handover.ts';
import {
  type HandoverDraft,
  newDraft,
  problemsOf,
  readDraft,
  saveDraft,
  toHandover,
} from '#src/features/handover/draft.ts';
import { shownSheetOf } from '#test/schemas/signed-handover.ts';

const complete = (changes: Partial<HandoverDraft> = {}): HandoverDraft => ({
  ...newDraft('pl', 'Jan Nowak'),
  shown: shownSheetOf(),
  box: { width: 300, height: 150 },
  strokes: [
    [
      [10, 10, 0],
      [50, 12, 30],
      [90, 100, 60],
    ],
  ],
  ...changes,
});
const facts = {
  projectId: '0b0f5f1e-6a7b-4a55-8d3e-2f6a52c1b002',
  now: Date.parse('2026-05-04T10:00:00.000Z'),
  supersedes: null,
};

describe('a draft', () => {
  test.each<[string, Partial<HandoverDraft>, string[]]>([
    ['complete without an address', {}, []],
    ['without strokes', { strokes: [] }, ['signature']],
    ['with a dot only', { strokes: [[[5, 5, 0]]] }, ['signature']],
    ['without a name', { name: ' \u200b ' }, ['name']],
    ['typed without confirmation', { isTyped: true, strokes: [] }, ['confirmation']],
    ['typed and confirmed', { isTyped: true, isConfirmed: true, strokes: [] }, []],
    ['with an address without consent', { email: 'jan@example.com' }, ['consent']],
    ['with consent without an address', { consentAt: '2026-05-04T09:59:00.000Z' }, ['email']],
    ['with half an address', { email: 'jan@', consentAt: '2026-05-04T09:59:00.000Z' }, ['email']],
  ])('%s has the problems %j', (_case, changes, problems) => {
    expect(problemsOf(complete(changes))).toEqual(problems);
  });

  test('becomes a valid sheet with the hash of the texts shown', async () => {
    const consentAt = '2026-05-04T09:59:00.000Z';
    const draft = complete({ name: '  Jan Nowak ', email: ' Jan@Example.com ', consentAt });
    const sheet = await toHandover(draft, facts);
    expect(v.parse(handover, sheet)).toEqual(sheet);
    expect(sheet).toMatchObject({
      uuid: draft.id,
      signer_name: 'Jan Nowak',
      email: { address: 'jan@example.com', consent: { given_at: consentAt } },
      shown_sha256: await hashShownSheet(shownSheetOf()),
      signed_at: '2026-05-04T10:00:00.000Z',
    });
  });

  test('with problems, or before the sheet was shown, doesn’t become a sheet', async () => {
    await expect(toHandover(complete({ name: '' }), facts)).rejects.toThrow('complete');
    await expect(toHandover(complete({ shown: null }), facts)).rejects.toThrow('complete');
  });

  test('with a duplicate photo, which the server would reject, doesn’t become a sheet', async () => {
    const photo = crypto.randomUUID();
    const shownSheet = shownSheetOf({ photos: [photo, photo] });
    await expect(toHandover(complete({ shown: shownSheet }), facts)).rejects.toThrow(
      'Invalid input',
    );
  });

  test('that was saved before photos could be chosen shows all photos', () => {
    const { photos: _photos, ...earlier } = complete();
    const store = { getItem: () => JSON.stringify(earlier) };
    expect(readDraft(store, 'anna', 'project')).toEqual(complete({ id: earlier.id }));
  });

  test('is read as it was saved, only for its project and person', () => {
    const storedTexts = new Map<string, string>();
    const store = {
      getItem: (key: string) => storedTexts.get(key) ?? null,
      setItem: (key: string, text: string) => void storedTexts.set(key, text),
      removeItem: (key: string) => void storedTexts.delete(key),
    };
    const draft = complete();
    saveDraft(store, 'anna', 'project', draft);
    expect(readDraft(store, 'anna', 'project')).toEqual(draft);
    expect(readDraft(store, 'anna', 'another')).toBeNull();
    expect(readDraft(store, 'jan', 'project')).toBeNull();
    saveDraft(store, 'anna', 'project', null);
    expect(storedTexts.size).toBe(0);
  });
});
